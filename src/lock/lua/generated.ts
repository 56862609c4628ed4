// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local b=redis.call\nlocal a={}\nlocal function h(x,...)\nlocal d=redis.call(x,...)\na[#a+1]={}\nreturn d\nend\nlocal function r(...)\na[#a]={...}\nend\nlocal function bc(ak,bp)\nredis.pcall('PUBLISH',ak,bp)\nif #a>0 then a[#a]={}end\nend\nlocal function bk(ac,...)\nlocal m=#a\nlocal p,d=pcall(ac,...)\nif p then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bn(ac,av,bm)\nlocal p,d,bo=bk(ac,av,bm)\nif p then return d end\nlocal c=type(d)=='table' and d.err or d\nif not string.find(c,'^%u+ ')then c='ERR ' .. c end\nreturn{err=c ..(bo and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bn(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function at(x,j,...)\nlocal p,d=pcall(h,x,j,...)\nif p then return d end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn h(x,j,...)\nend";

const onceCounter_ =
  "local function gi(c)\nif not c then return false end\nif #c>16 or not(c=='0' or string.find(c,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn c\nend";

const onceKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function af(ao)\nreturn{'done',aj,tonumber(ao)}\nend\nlocal function p(ao,jt)\njt('SET',k,ao,'PX',f)\nr('UNLINK',k)\nreturn af(ao)\nend";

const onceValue_ =
  "local ei,fc=unpack(b('MGET',j,k))\nif fc then return af(fc)end\nei=gi(ei or b('GET',j))";

const stateLock_ =
  "local e,n,k,aj,i,bz=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]\nlocal w,ay,am,v='','','',''";

const stateOwnerStateExists_ =
  "local aq,bs=false,false\nlocal function br(az,cj)\naq,bs=az~=false,az\nw,ay,am=string.match(az or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(cj or '')or ay\nend";

const stateLoadState_ =
  "local function cm()\nif k then\nbr(unpack(b('MGET',n,k)))\nelse\nbr(b('GET',n))\nend\nend";

const stateLostHow_ =
  "local function ch(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bg(t)\nreturn{'ended',aj,t}\nend\nlocal function cp()\nlocal t,ap=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bg(t),ap end\nend\nlocal function ca(c,f)\nif aq then\nlocal l=b('PTTL',n)\nif l>tonumber(f)then f=l end\nend\nat('SET',n,c .. am,'PX',f)\nif aq then r('SET',n,bs,'PX',f)else r('UNLINK',n)end\nend";

const stateRememberEnd_ =
  "local function ax(t,f,ap)\nlocal c='-' .. t ..(ap or '')\nif k then\nat('SET',k,c,'PX',f)\nif v=='' then r('UNLINK',k)else r('SET',k,v,'PX',f)end\nelse\nca(w .. '|' .. c,f)\nend\nreturn bg(t)\nend";

const lockHashMode_ =
  "local s,g\nlocal function y(ai)\nreturn string.rep('%x',ai)\nend\nlocal cc='^' .. table.concat({y(8),y(4),y(4),y(4),y(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bq()\nreturn w~='' or string.sub(v,1,1)=='+'\nend\nlocal function bi(u)\nlocal m=string.match(n,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(n,#m+#i+1)\nend\nlocal function cd(u)\nif string.find(string.gsub(u,':write$',''),cc)then return true end\nif KEYS.locked and(u~=i or i=='')then error('KEY_NOT_LOCKED')end\nlocal ad=b('GET',bi(u))\nreturn ad and(string.sub(ad,1,1)~='|' or string.sub(ad,1,2)=='|+')\nend\nlocal function bj(c)\nreturn #c<=6 and string.find(c,'^[1-9]%d*$')~=nil\nend\nlocal function ah(j)\nfor ar,ba in ipairs(KEYS)do\nif ba==j then error('NOT_A_LOCK ' .. ar)end\nend\nend";

const lockHashTimeLeft_ =
  "local function ck()\nlocal l=b('PTTL',e)\nif l==-1 then ah(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function by()\nlocal o=b('HRANDFIELD',e,5,'WITHVALUES')\ns,g=#o>0 and 'plain',o[1]==i and o[2]\nif #o>2 then\ns,g=unpack(b('HMGET',e,'mode',i))\nif i=='mode' then g=false end\nif(s~='read' and s~='write')or(g and not bj(g))then ah(e)end\nend\nlocal ae=g and bq()\nfor q=1,#o,2 do\nif o[q]~='mode' or s=='plain' then\nif not bj(o[q+1])then ah(e)end\nae=ae or cd(o[q])\nend\nend\nif s and not ae then ah(e)end\nreturn o\nend";

const grantLeaseMs_ =
  "local aa,f,fv=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local eu=ARGV[6]=='3'\nlocal cf=eu or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal cv,eg,gh=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dl(be,au)\nreturn cv .. be .. ':rwlock_timeout:' .. au\nend";

const readsBegin_ =
  "local function ec(aa)\nlocal l=s and b('PTTL',e)or -2\nif s=='write' then\nh('HSET',e,i,1)\nelse\nh('HSET',e,'mode','read',i,1)\nend\nif l==-2 then r('UNLINK',e)else r('HDEL',e,i)end\nh('SET',dl(i,1),'1','PX',aa)\nr('UNLINK',dl(i,1))\nif l<tonumber(aa)then h('PEXPIRE',e,aa)end\nend";

const grantTake_ =
  "local function dy()\nif k then\nh('SET',k,'+' .. bz,'PX',f)\nr('UNLINK',k)\nam=ARGV[8]\nca(bz .. '|' .. ay,f)\nelse\nh('SET',n,'|+' .. ARGV[8],'PX',f)\nr('UNLINK',n)\nend\nec(aa)\nreturn{'held',aj,1,tonumber(aa),k and bz or ''}\nend";

const readHoldsOwnLeft_ =
  "local function ii(ed)\nlocal l=k and b('PTTL',k)\nreturn l and(l==-1 and math.huge or l - ed)\nend";

const readHoldsLives_ =
  "local cr={}\nlocal function dt(be,au)\nlocal j=dl(be,au)\ncr[j]=cr[j] or b('PTTL',j)\nreturn cr[j]\nend";

const readHoldsSCRIPTMS_ =
  "local gb=10";

const readHoldsOWNMS_ =
  "local im=5";

const readHoldsSlotOf_ =
  "local function iy(g,dd)\nif not k then return 1,dt(i,1),true end\nlocal q,l,dv=1,math.huge,false\nlocal iq=ay=='+' and w=='' and g>1\nfor au=g,iq and 2 or 1,-1 do\nlocal ba=dt(i,au)\nlocal fo=ba>dd - gb\nlocal iw=ba<l and(au>1 or l>dd+im or ba<l - gb)\nif(fo and not dv)or(fo==dv and iw)then\nq,l,dv=au,ba,fo\nend\nend\nreturn q,l,dv\nend";

const readHoldsReadLeft_ =
  "local function mm(g,ed)\nlocal dd=ii(ed)\nlocal bl,l=iy(g,dd)\nlocal em=dd or math.huge\nfor bl,ba in ipairs({l,b('PTTL',e)})do\nif ba~=-1 then em=math.min(em,ba)end\nend\nreturn em==math.huge and -1 or math.max(em,0)\nend";

const readsHoldLeft_ =
  "local function eo(g,f)\nreturn mm(g,f - ARGV[4])\nend\nlocal function ew()\nreturn s=='read' or s=='write'\nend\nlocal fg=64\nlocal function ey(aa,bl,f)\nlocal g=h('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\nh('SET',dl(i,g),'1','PX',aa)\nr('UNLINK',dl(i,g))\nh('PEXPIRE',k,f)\nreturn g,tonumber(aa)\nend";

const grantSettled_ =
  "local function fx()\nlocal bd=cp()\nif bd then return bd end\nlocal ae=not k or v~=''\nby()\nif g and ae then\nlocal ci=string.sub(v,2)\nif w~='' and w~=ci then return ax(ch('lost'),f)end\nreturn{'held',aj,tonumber(g),eo(tonumber(g),f),ci}\nend\nif g and ew()then\nif fv then return ax('reentered',f)end\nif tonumber(g)>=fg then return ax('crowded',f)end\nlocal l=ck()\nif string.sub(w,1,1)=='!' then w=bz end\nlocal da=math.max(l,tonumber(aa))\nh('SET',k,'+' .. w,'PX',f+da)\nr('UNLINK',k)\nca(w .. '|' .. ay,f)\nlocal bx,ag=ey(aa,da,f)\nif l<da then h('PEXPIRE',e,aa)end\nreturn{'held',aj,bx,ag,w}\nend\nif v~='' or(aq and not k)then return ax(ch('lost'),f)end\nend";

const grantWithHolder_ =
  "local function hb(af)\nif not eu or af[1]~='busy' then return af end\nlocal u,fw=unpack(b('HRANDFIELD',e,2))\nif u=='mode' and fw then u=fw end\nif u then\ntable.insert(af,u)\ntable.insert(af,not KEYS.locked and b('GET',bi(u))or '')\nend\nreturn af\nend";

const waitersNow_ =
  "local ab,bb\nlocal function cz()\nbb=b('TIME')\nab=bb[1]*1000+math.floor(bb[2]/1000)\nend";

const waitersDigits_ =
  "local function ai(ao)\nreturn string.format('%.0f',ao)\nend";

const waitersHEAD_ =
  "local ea='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dm(dx)\nreturn 'leasehound:' .. dx\nend";

const readHoldsMOSTWALKED_ =
  "local dr=80\nlocal function ff(be,g)\nif g>dr then return math.max(b('PTTL',e),0)end\nlocal bw=0\nfor au=1,g do\nbw=math.max(bw,dt(be,au))\nend\nreturn bw\nend";

const rwQueueQueue_ =
  "local as,du,bf=KEYS[3],KEYS[4],KEYS[5]\nlocal co=15000";

const rwQueueKEPTMS_ =
  "local en=60000\nlocal kz=45000";

const rwQueueMOSTDROPPED_ =
  "local fh=64\nlocal gv=256\nlocal ge=false\nlocal hh='^' .. ea .. ':wake:[%w-]+$'\nlocal function fr(z)\nreturn string.sub(z,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fe(z)\nif h('ZREM',as,z)==0 then return false end\nh('ZREM',bf,z)\nif fr(z)then h('ZREM',du,z)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function fy(z,bb)\nlocal al=tonumber(bb or 0)\nif al<=ab then return al end\nh('ZADD',bf,ai(ab),z)\nreturn ab\nend\nlocal function gj(ft,fl)\nlocal bu=b('ZRANGE',ft,0,0,'WITHSCORES')\nif #bu==0 then return false end\nif bu[1]==fl then return fl end\nif not ab then cz()end\nlocal al=fy(bu[1],b('ZSCORE',bf,bu[1]))\nif al>ab - co then return bu[1],tonumber(bu[2]),al+co end\nbu=b('ZRANGE',ft,0,fh - 1,'WITHSCORES')\nlocal bv,fn,dp={},{},nil\nfor q=1,#bu,2 do table.insert(bv,bu[q])end\nlocal hv=b('ZMSCORE',bf,unpack(bv))\nfor q,z in ipairs(bv)do\nal=fy(z,hv[q])\nif al>ab - co then\ndp=q\nbreak\nend\ntable.insert(fn,z)\nend\nge=true\nfor bl,j in ipairs({as,du,bf})do h('ZREM',j,unpack(fn))end\nif dp then return bv[dp],tonumber(bu[2*dp]),al+co end\nreturn #bv==fh and 'more'\nend";

const rwQueueTell_ =
  "local function cb(z,cw,ao)\nlocal cg=string.match(z,'^.|[^|]*|([^|]*)|')\nif string.find(cg,'^%d%d%d%d%d%d$')then\nbc(gh,cw .. cg .. ao)\nelseif string.find(cg,hh)then\nbc(dm(cg),cw .. ao .. ' ' .. e)\nend\nreturn cg\nend\nlocal function gd(dn)\nlocal bt,ao=gj(as)\nif not bt or bt=='more' then return end\nif fr(bt)then\nif dn=='free' then cb(bt,'2',ai(ao))end\nreturn\nend\nlocal m=b('ZRANGE',du,0,0,'WITHSCORES')[2]\nlocal ad={}\nfor bl,be in ipairs(b('ZRANGE',as,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,gv))do\nlocal cg=string.match(be,'^.|[^|]*|([^|]*)|')\nif not ad[cg] then ad[cb(be,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function px(m)\nlocal mk=b('ZRANGE',as,gv - 1,gv - 1,'WITHSCORES')\nif mk[1] and(not m or tonumber(mk[2])<m)then\ncb(mk[1],'3',m and ai(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function hy(z)\nif not fe(z)then return end\nlocal ho=b('HGET',e,'mode')\nif ho~='write' then gd(ho and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function lk(z)\nif not ab then cz()end\nlocal ar,ao=b('ZRANK',as,z),0\nif not ar then\nlocal jx=b('ZRANGE',as,-1,-1,'WITHSCORES')\nao=(tonumber(jx[2])or 0)+1\nh('ZADD',as,ai(ao),z)\nif fr(z)then h('ZADD',du,ai(ao),z)end\nar=b('ZCARD',as)- 1\nend\nh('ZADD',bf,ai(ab),z)\nif ao>0 or b('PTTL',bf)<kz then\nfor bl,j in ipairs({as,du,bf})do h('PEXPIRE',j,en)end\nend\nreturn ar+1,ao\nend";

const readsForgetOutlived_ =
  "local function ng()\nif not k or aq or v~='' then return end\nby()\nif not g or not ew()or ff(i,tonumber(g))>0 then return end\nck()\nh(b('HLEN',e)==2 and 'DEL' or 'HDEL',e,i)\nend";

const fairReadWriteBlock_2 =
  "if b('EXISTS',unpack(KEYS))==0 then return dy()end\nlocal function ne(pk,m)\nlocal af=dy()\npcall(function()\nif pk and fe(eg)and not ge then px(m)end\nif ge then gd('read')end\nend)\nreturn af\nend\ncm()\nng()\nlocal af=fx()\nif af then\nif k then pcall(hy,eg)end\nreturn af\nend\nif k and s=='write' and b('HEXISTS',e,i .. ':write')==1 then return ne(true,0)end\nlocal l=ck()\nlocal dn=l==-2 and 'free' or s=='read' and 'read'\nlocal kd=l\nif dn then\nlocal mj=tonumber(b('ZSCORE',as,eg)or nil)\nlocal mt,ao,ma=gj(du)\nif not mt or(mj and ao and ao>mj)then return ne(mj,ao)end\nkd=mt=='more' and 0 or ma+1 - ab\nif ge then gd(dn)end\nend\nif cf then\nhy(eg)\nax('refused',f)\nreturn hb({'busy',aj,l,0,-1,0})\nend\nlocal ar,ao=lk(eg)\nreturn{'busy',aj,l,ar,kd,ao}";

const writesBegin_ =
  "local function ec(aa)\nh('HSET',e,'mode','write',i,1)\nr('UNLINK',e)\nh('PEXPIRE',e,aa)\nr('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function kv(f,ed)\nlocal l=b('PTTL',e)\nif not k then return l end\nlocal ja=b('PTTL',n)\nif ja~=-1 then\nlocal dd=ja - ed\nl=math.max(l==-1 and dd or math.min(l,dd),0)\nend\nh('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function eo(bl,f)\nreturn kv(f,f - ARGV[4])\nend\nlocal function ew()\nreturn s=='write'\nend\nlocal fg=1000\nlocal function ey(aa)\nlocal g=h('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\nreturn g,tonumber(aa)\nend";

const grantTakeNew_ =
  "local function hu()\nif not h('SET',n,'|+' .. ARGV[8],'PX',f,'NX')then return end\nr('UNLINK',n)\nec(aa)\nreturn{'held',aj,1,tonumber(aa),''}\nend";

const fairReadWriteWasAnswered_ =
  "local qa=ARGV[6]=='2'\nlocal function ij()\nlocal l=b('PTTL',e)\nif l>=0 and b('EXISTS',n)==0 then\nlocal ar,ao=lk(eg)\nreturn{'busy',aj,l,ar,l,ao}\nend\nif l~=-2 then return end\nlocal bt=b('ZRANGE',as,0,0)[1]\nlocal af=(not bt or bt==eg)and hu()\nif af and bt then pcall(fe,eg)end\nreturn af\nend\nif qa and not k then\nlocal af=ij()\nif af then return af end\nelseif b('EXISTS',unpack(KEYS))==0 then\nreturn dy()\nend\ncm()\nlocal af=fx()\nif af then\nif k then pcall(hy,eg)end\nreturn af\nend\nlocal l=ck()\nlocal kd=l\nif l==-2 then\nlocal bt,bl,ma=gj(as,eg)\nif not bt or bt==eg then\naf=dy()\nif bt then pcall(fe,eg)end\nreturn af\nend\nkd=bt=='more' and 0 or ma+1 - ab\nif ge then gd('free')end\nelseif k then\nlocal be=string.sub(i,1,-7)\nif ff(be,tonumber(b('HGET',e,be)or 0))>0 then\nhy(eg)\nreturn ax('upgrade',f)\nend\nend\nif cf then\nhy(eg)\nax('refused',f)\nreturn hb({'busy',aj,l,0,-1,0})\nend\nlocal ar,ao=lk(eg)\nreturn{'busy',aj,l,ar,kd,ao}";

const forceLock_ =
  "local e,n,i,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local o";

const forceStored_ =
  "local fc=b('GET',KEYS[2])\nif fc then return{'forced',ARGV[1],tonumber(fc)}end";

const forceLookAtLock_ =
  "local function lp()\no=by()\nif s then ck()end\nend";

const forceForced_ =
  "local function jz(ej)\nat('SET',KEYS[2],ej,'PX',ARGV[2])\nr('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],ej}\nend";

const forceTellHolders_ =
  "local function lt()\nlocal ad=o[9] and '* ' or ''\nfor q=1,#o,2 do ad=ad .. o[q] .. ' ' end\nbc(ARGV[5],ad .. 'lost')\nend";

const stateExtended_ =
  "local ee,dh={},{}";

const stateKeep_ =
  "local function el(j,ag,fm)\nif h('PEXPIRE',j,ag,'GT')==0 and(fm or dh[e])then h('PEXPIRE',j,ag,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local fj=60000\nlocal function ez()\nreturn aq or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gh,cv,eg=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function cy()\nif b('PTTL',e)<0 or not pcall(by)then return false end\nif string.find(i,':write$')then return s=='write' end\nreturn(s=='plain')==(cv=='')\nend\nlocal function eq(cq)\nif k and v=='' and not cq then return nil end\nlocal ci=v~='' and string.sub(v,2)or cq or ''\nlocal g=(w=='' or w==ci)and b('HGET',e,i)or nil\nif g and not bq()and not cy()then return nil end\nreturn g\nend";

const readHoldsSetLife_ =
  "local function kq(be,au,ag)\nlocal j=dl(be,au)\ncr[j]=ag or -2\nif ag then h('SET',j,'1','PX',ag)else h('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function ig(de)\nif de>dr then return true end\nlocal bw,bx=0,0\nlocal ct=b('HGETALL',e)\nfor q=2,#ct,2 do bx=bx+(tonumber(ct[q])or 0)end\nif bx>dr then return true end\nfor q=1,#ct,2 do\nbw=math.max(bw,ff(ct[q],tonumber(ct[q+1])or 0))\nend\nif bw>0 then\nh('PEXPIRE',e,bw)\nelse\nh('DEL',e)\nend\nreturn bw>0\nend";

const readHoldsTimeoutKeys_ =
  "local function li(g)\nlocal av={}\nfor au=1,math.min(g,dr)do av[au]=dl(i,au)end\nreturn av\nend";

const rwQueueWakeNext_ =
  "local function ku(dn)\npcall(gd,dn)\nend";

const rwQueueGiveUp_ =
  "local function hl()\nif eg~='' then hy(eg)end\nend";

const endFirst_ =
  "local bt,hr,f,eh=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal ap=eh=='' and '' or ' ' .. eh";

const fairReadWriteFreed_ =
  "local function ej()\nku('free')\nbc(gh,'0')\nend";

const readsShortenLock_ =
  "local function kb(gs,de)\nif gs<b('PTTL',e)- gb or b('HGET',e,'mode')=='write' then return end\nif not ig(de or b('HLEN',e))then ej()end\nend\nlocal function lb(bx)\nlocal av,de=li(bx),b('HLEN',e)\nif de==2 then\nh('DEL',e,unpack(av))\nreturn ej()\nend\nlocal gs=ff(i,bx)\nh('HDEL',e,i)\nr('HSET',e,i,g or 1)\nkb(gs,de)\npcall(h,'DEL',unpack(av))\nend";

const readsEndLast_ =
  "local function er()\nlb(1)\nend";

const readsEndOne_ =
  "local function hk(hs,g,gg)\nlocal km=dt(i,g)\nlocal au,gs,dv=iy(g,ii(ARGV[7] - hs))\ngg()\nh('HINCRBY',e,i,-1)\nkq(i,g)\nif au<g and km>0 and(dv or km>gs)then\nkq(i,au,km)\nelseif au<g and dv then\nkq(i,au)\nend\nkb(gs)\nend";

const endEndHold_ =
  "local function hj(cq)\nlocal fq,fp=true,nil\nif not k then\nfq,fp=pcall(b,'HGET',e,i)\nend\nif fp=='1' then\nlocal p,m=pcall(h,'SET',n,'|-released' .. ap,'PX',f,'GET')\nif p and m then r('SET',n,m,'PX',f)end\nif p and not m then r('UNLINK',n)end\nif p and(m and string.sub(m,1,2)=='|+' or not m and cy())then\ner(true)\nreturn bg('released')\nend\nif p and not m then return ax('taken',fj)end\nif p then\nlocal ds=f+b('PTTL',e)\nh('SET',n,m,'PX',ds)\nr('SET',n,m,'PX',ds)\nend\nend\ncm()\nlocal bd,hq=cp()\nif bd and ap~='' and hq~=eh and(bd[3]=='released' or string.find(bd[3],'^still'))then\nreturn bg('released-elsewhere')\nend\nif bd then return bd end\nlocal g=(fq or ez())and eq(bt and cq)\nif not g then\nlocal t=ch(b('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ax(t,ez()and f or fj)\nhl()\nreturn d\nend\nif tonumber(g)>1 then\nlocal t='still:' .. g - 1\nhk(hr,tonumber(g),function()\nax(t,f,ap)\nend)\nif k then pcall(el,n,f)end\nreturn bg(t)\nend\nlocal d=ax('released',f,ap)\ner()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return hj(ARGV[4])";

const stateExtend_ =
  "local function gf(j,ag)\nif h('PEXPIRE',j,ag,'GT')==1 then return true end\nif not ee[j] and h('PEXPIRE',j,ag,'NX')==1 then dh[j]=true end\nee[j]=true\nreturn dh[j]\nend";

const exclusiveEndOne_ =
  "local function hk(hs,bl,gg)\ngf(e,hs)\ngg()\nh('HINCRBY',e,i,-1)\nend";

const fairReadWriteFreed_2 =
  "local function ej(dn)\nku(dn)\nbc(gh,'1')\nend";

const writesEndLast_ =
  "local function er()\nlocal de,dn=b('HLEN',e),'free'\nif de==2 then\nh('DEL',e)\nelse\nh('HSET',e,'mode','read')\nr('HSET',e,'mode','write')\nh('HDEL',e,i)\nr('HSET',e,i,g or 1)\nif ig(de)then dn='read' end\nend\nej(dn)\nend";

const exclusiveBegin_ =
  "local function ec(aa)\nh('HINCRBY',e,i,1)\nr('UNLINK',e)\nh('PEXPIRE',e,aa)\nr('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function eo(bl,f)\nlocal l=b('PTTL',e)\nif k then h('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function ew()\nreturn s=='plain'\nend\nlocal fg=1000\nlocal function ey(bl,l)\nlocal g=h('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\nreturn g,l\nend";

const waitersMAILBOX_ =
  "local ex=ea .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cb(an,...)\nbc(dm(an),table.concat({...},' '))\nend";

const queueQueue_ =
  "local as,cs,bf=KEYS[3],KEYS[4],KEYS[5]\nlocal co=15000\nlocal di=2000\nlocal fi=100\nlocal kc=10\nlocal ik=false\nlocal function ek(x,j,df)\nfor q=1,#df,di do\nh(x,j,unpack(df,q,math.min(q+di - 1,#df)))\nend\nend\nlocal function dz()\nreturn b('ZDIFF',2,cs,bf,'WITHSCORES')\nend\nlocal function hn()\nlocal cf=b('LINDEX',as,-1)\nreturn cf,tonumber(cf and b('ZSCORE',cs,cf)or nil)\nend";

const queueLeave_ =
  "local function fe(fs,dj)\nlocal bv=b('LRANGE',as,0,fi)\nlocal is=#bv>fi\nlocal gm=is and dz()or b('ZRANGE',cs,0,-1,'WITHSCORES')\nlocal go,cf,ep={},nil,nil\nfor q=1,#gm,2 do\ngo[gm[q]]=gm[q+1]\nend\nif is then\ncf,ep=hn()\nbv=(#gm>0 or dj>kc)and b('LRANGE',as,0,-1)\nend\nlocal gn,cu,ef,gz=0,{},{},{}\nfor bl,z in ipairs(bv or{})do\nif fs[z] then\ngn=gn+gc\ntable.insert(ef,z)\nelse\ntable.insert(gz,z)\nif gn>0 and go[z] then\ntable.insert(cu,ai(go[z] - gn))\ntable.insert(cu,z)\nend\nend\nend\nif not bv then\nfor z in pairs(fs)do\nif h('LREM',as,0,z)>0 then table.insert(ef,z)end\nend\nelseif #ef==1 then\nh('LREM',as,0,ef[1])\nelseif #ef>1 then\nh('DEL',as)\nek('RPUSH',as,gz)\nend\nek('ZREM',cs,ef)\nif ep then\nlocal ip=ep - #ef*gc\ncf,ep=hn()\nif ep and ep>ip and not go[cf] then\ntable.insert(cu,ai(ip))\ntable.insert(cu,cf)\nend\nend\nek('ZADD',cs,cu)\nif bv and #gz==0 then h('DEL',bf)end\nend\nlocal function jv()\nlocal gp=b('ZRANGEBYSCORE',bf,'-inf',ai(ab - co))\nif #gp==0 then return end\nlocal fs={}\nfor bl,z in ipairs(gp)do\nfs[z]=true\nend\nfe(fs,#gp)\nek('ZREM',bf,gp)\nik=true\nend\nlocal function kl()\nwhile true do\nlocal cl=b('LINDEX',as,0)\nif not cl then return false end\nif not ab then cz()end\nlocal al=tonumber(b('ZSCORE',bf,cl)or nil)\nif al and al>ab then\nlocal fk={}\nfor bl,z in ipairs(b('ZRANGEBYSCORE',bf,'(' .. ai(ab),'+inf'))do\ntable.insert(fk,ai(ab))\ntable.insert(fk,z)\nend\nat('ZADD',bf,fk[1],fk[2])\nek('ZADD',bf,fk)\nal=ab\nend\nlocal et=not al and tonumber(b('ZSCORE',cs,cl)or nil)\nlocal jc=al and al+co or et or 0\nif jc>ab then return cl,jc,al~=nil end\nif al then\njv()\nelse\nh('LPOP',as)\nh('ZREM',cs,cl)\nik=true\nend\nend\nend\nlocal function jy(bt)\nlocal fu=h('ZPOPMIN',cs,fi+1)\nlocal m,cu,l={},{},false\nfor q=#fu,1,-1 do table.insert(m,fu[q])end\nif #fu>0 then r('ZADD',cs,unpack(m))end\nlocal function hp(df)\nfor q=2,#df,2 do\nif df[q - 1]==bt then\nl=true\nelse\ntable.insert(cu,ai(df[q] - gc))\ntable.insert(cu,df[q - 1])\nend\nend\nend\nhp(fu)\nif #fu>2*fi then\nif not l then h('ZREM',cs,bt)end\nhp(dz())\nhp({hn()})\nend\nek('ZADD',cs,cu)\nif #cu==0 and b('EXISTS',as)==0 then h('DEL',bf)end\nend\nlocal function jm(z)\nif KEYS.locked then return end\nlocal c=redis.pcall('GET',(string.gsub(bi(z),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(c)=='string' and c or nil\nend\nlocal function jn(dq,...)\nlocal an=string.match(dq or '','^~?(' .. ex .. ') ')\nif an then cb(an,...)end\nreturn an\nend\nlocal function ke(gr,z,dq)\nif not jn(dq,'try',z,0)then bc(gr .. z,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local oz=30000\nlocal oy=86400000\nlocal function nf()\nlocal af=dy()\nbk(jy,i)\nreturn af\nend\nlocal function nm(et)\nlocal oc=et - ab+gc+co\nif b('PTTL',bf)<oc then h('PEXPIRE',bf,ai(oc))end\nend\nlocal function pp(ar,pf,cu)\nwhile true do\nlocal o=b('LRANGE',as,ar+1,ar+fi)\nfor bl,z in ipairs(o)do\nif b('ZSCORE',bf,z)then return end\nlocal et=b('ZSCORE',cs,z)\nif et then\ntable.insert(cu,ai(et+pf))\ntable.insert(cu,z)\nend\nend\nif #o<fi then return end\nar=ar+fi\nend\nend\nlocal oh=false\nlocal function af()\nlocal kg=b('EXISTS',e,n,k or n)\nif kg==0 then\nlocal cl=h('LPOP',as)\nif not cl then\nr('EXISTS',as)\nreturn dy()\nend\nr('LPUSH',as,cl)\nif cl==i then return nf()end\nh('LPUSH',as,cl)\nelse\nlocal iu=not k and kg==1\nif not iu then cm()end\nlocal af=not(iu and ARGV[6]=='2')and fx()\nif af then return af end\nend\nlocal l=ck()\ncz()\nlocal ar=b('LPOS',as,i)\nlocal gq=ar and h('ZADD',bf,ai(ab),i)==1\nif gq then nm(ab+(ar+1)*gc)end\njv()\nlocal cl,ni\nif l==-2 then\ncl,ni=kl()\nend\nif l==-2 and not cl then\nh('DEL',bf)\nreturn dy()\nend\nif l==-2 and cl==i then\nh('LPOP',as)\nr('LPUSH',as,i)\nreturn nf()\nend\nif ik then\nar=b('LPOS',as,i)\nif l==-2 then ke(ARGV[10],cl,jm(cl))end\nend\nif cf then\nif ar then\nfe({[i]=true},1)\nh('ZREM',bf,i)\nend\nax('refused',f)\nreturn hb({'busy',aj,l,ar and ar+1 or 0,-1})\nend\nlocal ae=ar and tonumber(b('ZSCORE',cs,i)or nil)\nif ae and ae<ab - oy then ae=nil end\nlocal et=ae\nif not ar then\nlocal jx=b('LINDEX',as,-1)\net=(jx and b('ZSCORE',cs,jx)or ab+math.max(l,0))+gc\nar=h('RPUSH',as,i)- 1\noh=true\nh('ZADD',bf,ai(ab),i)\nend\nlocal nh=ab+(ar+1)*gc\nif not et or et<nh - gc+oz then et=nh end\nif et~=ae then\nlocal cu={ai(et),i}\nif ae and not gq then pp(ar,et - ae,cu)end\nek('ZADD',cs,cu)\nnm(et)\nend\nreturn{'busy',aj,l,ar+1,l==-2 and ni+1 - ab or l}\nend";

const waitersIsHeard_ =
  "local function ha(an)\nlocal dk=redis.pcall('PUBSUB','NUMSUB',dm(an))\nreturn dk.err~=nil or dk[2]~=0\nend";

const waitersDated_ =
  "local function lz(c)\nreturn(string.gsub(c,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. ai(ab).. ' '))\nend";

const waitersIsCluster_ =
  "local function nj()\nlocal lo=redis.pcall('INFO','cluster')\nreturn type(lo)=='string' and string.find(lo,'cluster_enabled:1',1,true)~=nil\nend\nlocal function nb()\nlocal p,nc=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn p and nc=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function ns(c,dk)\nc=lz(c)\nif dk~='1' or string.sub(c,1,1)=='~' then return c end\nlocal nq=nb()and ha(string.match(c,'^%S+'))and not nj()\nreturn(nq and '' or '~').. c\nend";

const waitersSECRET_ =
  "local ic=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local io=20";

const waitersTellGranted_ =
  "local function jb(an,cx,...)\nlocal c='granted ' .. table.concat({...},' ')\ncb(an,c,string.sub(redis.sha1hex(cx .. c .. cx),1,io))\nend";

const waitersSTANDINGMS_ =
  "local id=150000\nlocal ib='^(~?)(' .. ex .. ') (%S+) (' .. ic .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t])(.*)$'\nlocal ia=15\nlocal function gt(c)\nlocal bh,an,i,cx,aa,f,ht,t,am=string.match(c,ib)\nif not bh or string.find(am,'^[^\\n]')or math.max(#aa,#f)>ia then return end\nif ab - ht>=id or(bh=='' and not ha(an))then return end\nreturn bh,an,i,cx,aa,f,t,am\nend";

const waitersStanding_ =
  "local db,fd=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal en=160000\nlocal function fb()\nh('SET',fd,'1','PX',en)\nend";

const waitersCALLEDMS_ =
  "local fz=65\nlocal hc=50\nlocal al=0\nlocal function gk(ar,cw,ag)\nlocal c=b('LINDEX',db,ar)\nif not c then return false end\nlocal an,i=string.match(c,'^~?(' .. ex .. ') (%S+)')\nif an then cb(an,cw,i,ag)end\nreturn true\nend\nlocal function he(cw,ag)\nif gk(0,cw,ag)then fb()end\nend\nlocal function hf(i)\nreturn KEYS.locked or b('EXISTS',bi(i))==0\nend\nlocal function hd(ag)\nif not ab then cz()end\nwhile al<hc do\nal=al+1\nlocal c=b('LINDEX',db,0)\nif not c then return end\nlocal bh,an,i=gt(c)\nlocal gl=bh and hf(i)\nif gl and(bh=='' or ag>0)then\nfb()\ncb(an,ag==0 and 'try' or 'next',i,ag)\nif ag==0 or bh=='~' then gk(1,'next',ag+fz)end\nreturn\nend\nh('LPOP',db)\nif gl then\ncb(an,'try',i,0)\nag=fz\nend\nend\nhe(ag==0 and 'try' or 'next',ag)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local il=5000\nlocal function ir(i,aa,f,am)\nif not h('SET',bi(i),'|+' .. am,'PX',f,'NX')then return end\nr('UNLINK',bi(i))\nlocal dg=math.min(tonumber(aa),il)\nh('HINCRBY',e,i,1)\nr('UNLINK',e)\nh('PEXPIRE',e,dg)\nr('UNLINK',e)\nreturn dg\nend";

const waitersWithGrant_ =
  "local function je(d,cn)\nif not cn then return d end\ntable.insert(d,'granted')\nfor bl,jd in ipairs(cn)do table.insert(d,jd)end\nreturn d\nend";

const queueGrantFirst_ =
  "local function me(z,dq)\nlocal bh,an,i,cx,aa,f,bl,am=gt(dq)\nif bh~='' or i~=z then return end\nlocal dg=ir(i,aa,f,am)\nif not dg then return end\nh('LPOP',as)\njy(i)\njb(an,cx,i,ai(ab),dg,ai(ab))\nlocal jj=b('LINDEX',as,0)\nif jj then jn(jm(jj),'next',jj,dg)end\nreturn{i,dg}\nend\nlocal function lg(gr,gx)\nlocal cl,dq\nlocal p,cn=bk(function()\nlocal bl,it\ncl,bl,it=kl()\ndq=it and jm(cl)\nreturn dq and me(cl,dq)\nend)\nlocal bq=p and cn or(not p and redis.pcall('EXISTS',e)==1)\nif bq then\nif gx==2 then pcall(fb)end\nreturn p and cn\nend\nif cl then pcall(ke,gr,cl,dq)end\nif gx==2 then pcall(hd,0)end\nend";

const stateTimeouts_ =
  "local cv=''";

const fenceMarkKey_ =
  "local mw,aj,ce=KEYS[1],ARGV[1],ARGV[2]\nlocal function pd(bh)\nif not bh then return true end\nif not string.find(bh,'^%d+$')then error('the mark of this resource is no number')end\nreturn #bh<#ce or(#bh==#ce and bh<=ce)\nend\nlocal function pi(bh,dc)\nif bh==ce then return false end\nlocal bb=b('TIME')\nif tonumber(ce)<=(bb[1]+60)*1e6+bb[2] then return false end\nlocal aw=tonumber(b('GET',dc)or '')\nreturn not aw or aw<tonumber(ce)\nend\nlocal function pr(bh)\nif bh~=ce then h('SET',mw,ce)end\nend";

const grantLooked_ =
  "local hw\nlocal function ie(ih)\nif ih then\nlocal cy,o=pcall(by)\nif not cy or g then return end\nhw=o\nend\nif s==false then return -2 end\nreturn b('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function iu()\nreturn b('EXISTS',n)==0\nend";

const grantRefuseNew_ =
  "local function kn(l)\nif not l or l<0 then return end\nlocal gq\nif cf then\ngq=at('SET',n,'|-refused','PX',f,'NX')\nelse\ngq=iu()\nend\nif gq then return{'busy',aj,l}end\nend";

const waitersMOST_ =
  "local di='9223372036854775807'";

const fencedTokenKey_ =
  "local dc=KEYS[3]";

const waitersReadToken_ =
  "local function jk()\nlocal aw=b('GET',dc)\nreturn aw~='' and aw\nend\nlocal function ji(c)\nreturn string.find(c,'^%d+$')and(#c<#di or(#c==#di and c<=di))\nend\nlocal function hx(aw,hi)\nlocal ce=hi[1] .. string.format('%06d',hi[2])\naw=aw or ''\nlocal hm=#aw<#ce or(#aw==#ce and aw<ce)\nif hm then h('SET',dc,ce)else h('INCR',dc)end\nif aw=='' then r('UNLINK',dc)else r('SET',dc,aw)end\nreturn hm and ce or b('GET',dc)\nend";

const fencedWithToken_ =
  "local function ju(af,ce)\ntable.insert(af,ce)\nreturn af\nend\nlocal function iv()\nlocal aw=jk()\nif aw and not ji(aw)then ah(dc)end\nreturn aw\nend\nlocal function ls(aw)\nif aw==di then ah(dc)end\nlocal ce=hx(aw,b('TIME'))\nreturn ju(dy(),ce)\nend\nlocal function ob()\nlocal od,aw=pcall(iv)\nlocal af=od and aw~=di and hu()\nreturn af and ju(af,hx(aw,b('TIME')))\nend\nlocal function nw()\ncm()\nlocal aw=k and v=='' and iv()\nlocal af=fx()\nif af and af[1]=='held' then ju(af,aw or iv()or hx(nil,b('TIME')))end\nreturn af,aw\nend";

const fencedQuickAnswer_ =
  "local function ij()\nif k then return b('EXISTS',e,n,k)==0 and ls(iv())end\nlocal l=ie(ARGV[6]~='2')\nreturn l==-2 and ob()or kn(l)\nend\nlocal function jf()\nlocal af,aw=nw()\nif af then return af end\nlocal l=ck()\nif l==-2 then\nif not k then aw=iv()end\nreturn ls(aw)\nend\nif cf then ax('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function af()\nreturn hb(ij()or jf())\nend";

const standIsOurs_ =
  "local it=0\nlocal function iu()\nlocal o=hw or b('HRANDFIELD',e,2,'WITHVALUES')\nlocal gy={n}\nif #o==2 and not KEYS.locked then table.insert(gy,bi(o[1]))end\nlocal dd,dz=unpack(b('MGET',unpack(gy)))\nit=dz and string.sub(dz,1,1)~='!' and 1 or 0\nreturn not dd\nend";

const standStand_ =
  "local function nx()\ncz()\nlocal c=ns(ARGV[10],ARGV[11])\nlocal ar=ARGV[9]~='' and b('LPOS',db,ARGV[9])\nif ar then\nh('LSET',db,ar,c)\nelse\nh('RPUSH',db,c)\nend\nh('PEXPIRE',db,en)\nfb()\nreturn c\nend";

const standAnswerOrStand_ =
  "local function pe()\nlocal d=af()\nif d[1]=='busy' and not cf then\nlocal p,c=pcall(nx)\nif p then\ntable.insert(d,ab)\ntable.insert(d,c)\ntable.insert(d,it)\nend\nelseif ARGV[9]~='' then\npcall(h,'LREM',db,0,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local hz=60000\nlocal lu=64";

const stealRob_ =
  "local function mn(u,l)\nlocal dz=bi(u)\nlocal f=math.max(l+hz,b('PTTL',dz))\nlocal iz='!' .. jo .. '|'\nlocal m=h('SET',dz,iz .. '-' .. jo,'PX',f,'GET')\nif m then r('SET',dz,m,'PX',f)else r('UNLINK',dz)end\nlocal ad=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not ad then return end\nh('SET',dz,iz .. ad,'PX',f)\nr('SET',dz,m,'PX',f)\nend\nlocal function mp(l,mr)\nlocal kp={}\nfor bl,u in ipairs(b('HRANDFIELD',e,lu+1))do\nif u~='mode' or s=='plain' then\nmn(u,l)\ntable.insert(kp,u)\nend\nend\nh('UNLINK',e)\nlocal gy=table.concat(kp,' ')\nbc(ms,gy .. ' ' .. jo)\nlocal af=mr()\ntable.insert(af,gy)\nreturn af\nend";

const stealQuickAnswer_ =
  "local function ij()\nif k then return b('EXISTS',e,n,k)==0 and kt()end\nlocal l=ie(true)\nif l==-2 then return mq()end\nif l and l>=0 and b('EXISTS',n)==0 then return kr(l)end\nend";

const stealFullAnswer_ =
  "local function jf()\nlocal af=ae()\nif af then return af end\nlocal l=ck()\nif l==-2 then return kt()end\nreturn kr(l)\nend\nlocal function af()\nreturn ij()or jf()\nend";

const inspectSubscriptions_ =
  "local function nz(gr)\nlocal dk=redis.pcall('PUBSUB','NUMSUB',unpack(gr))\nif dk.err then return -1 end\nlocal ks=0\nfor q=2,#dk,2 do ks=ks+dk[q] end\nreturn ks\nend";

const lockHashLONGESTVALUE_ =
  "local mz=500\nlocal function np(j)\nlocal ei=redis.pcall('GETRANGE',j,0,mz)\nif type(ei)~='string' then return nil end\nreturn string.match(ei,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function pm(dw,mi)\nreturn 'light\\n' .. dw .. ' ' .. mi\nend";

const inspectLONGESTSTATE_ =
  "local pb=700\nlocal function py(av)\nlocal lh=#av>0 and b('MGET',unpack(av))or{}\nfor q=1,#av do lh[q]=string.sub(lh[q] or '',1,pb)end\nreturn lh\nend";

const inspectMOSTBYTES_ =
  "local na=50000\nlocal function mg(c)\nlocal bl,nt=string.gsub(c,'[^%w:{}_./ -]','')\nreturn #c+5*nt+3\nend";

const permitsCount_ =
  "local function g(c)\nreturn tonumber(gi(c))\nend";

const permitsPermits_ =
  "local fa,ga,aj=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local bb=b('TIME')\nlocal ab=bb[1]*1000+math.floor(bb[2]/1000)\nlocal lm=1000";

const lockQuickAnswer_ =
  "local function ij()\nif k then return b('EXISTS',e,n,k)==0 and dy()end\nlocal l=ie(ARGV[6]~='2')\nreturn l==-2 and hu()or kn(l)\nend\nlocal function jf()\ncm()\nlocal af=fx()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dy()end\nif cf then ax('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function af()\nreturn hb(ij()or jf())\nend";

const holdBlock_ =
  "cm()\nlocal bd=cp()\nif bd then return bd end\nlocal g=eq()\nif not g then return ax(ch('lost'),ARGV[4])end\nreturn{'counted',aj,tonumber(g),eo(tonumber(g))}";

const waitersTokenKey_ =
  "local dc";

const waitersUNTOLDMS_ =
  "local la=1000\nlocal function lj()\ndc='redisson_lock_token:' .. string.match(db,'^[^:]+:[^:]*:standing:(.*)$')\nlocal p,aw=pcall(jk)\nreturn p and(not aw or(ji(aw)and aw~=di)),aw\nend\nlocal function lc(dw,an,i,cx,aa,f,t,am)\nlocal jp,aw=true,nil\nif t=='t' then\njp,aw=lj()\nend\nif not jp then return cb(an,'try',i,0)end\nlocal dg=ir(i,aa,f,am)\nif not dg then return end\nlocal ce=t=='t' and hx(aw,bb)or nil\njb(an,cx,i,ai(ab),dg,ai(dw),ce)\nreturn{i,dg,ce}\nend\nlocal function js(ak)\nbc(ak,'1000000')\nbc(ak,'0')\nend\nlocal function jr(ak)\njs(ak)\npcall(hd,0)\nend\nlocal function lf(ak,dw)\nif not ab then cz()end\ndw=math.min(tonumber(dw)or ab,ab)\nif KEYS.locked or ab - dw>=la then return jr(ak)end\nwhile al<hc do\nal=al+1\nlocal c=h('LPOP',db)\nif not c then\nbc(ak,'0')\nreturn\nend\nlocal bh,an,i,cx,aa,f,t,am=gt(c)\nif bh=='~' and hf(i)then\njs(ak)\ncb(an,'try',i,0)\nhd(fz)\nreturn\nend\nlocal cn=bh=='' and lc(dw,an,i,cx,aa,f,t,am)\nif cn then\npcall(he,'next',cn[2])\nreturn cn\nend\nend\njr(ak)\nend\nlocal function ej(ak,gx,dw)\nal=0\nif gx==2 then\nlocal p,cn=bk(lf,ak,dw)\nif p then return cn end\nif redis.pcall('EXISTS',e)==1 then return end\nend\nbc(ak,'0')\nend";

const holdRenew_ =
  "local function le(aa,f,ds,mh,jl)\nlocal bd=cp()\nif bd then return nil,bd end\nlocal g=eq()\nif not g then return nil,ax(ch('lost'),f)end\ngf(e,aa)\nif jl then jl(tonumber(g))end\nif k then\nif aq then\nel(n,ds)\nelse\nca(string.sub(v,2).. '|',ds)\nend\nel(k,ds,jl)\nelseif mh then\nel(n,ds)\nend\nreturn tonumber(g)\nend";

const holdRenewEach_ =
  "local function pt()\nlocal nd,ed=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal bx=(#ARGV - 3)/6\nlocal lw,ld={},0\nfor q=1,bx do\ntable.insert(lw,KEYS[2*q])\nend\nfor q=2*bx+1,#KEYS do\ntable.insert(lw,KEYS[q])\nend\nlocal nn=b('MGET',unpack(lw))\nlocal ko={'renewals',ARGV[1]}\nfor q=1,bx do\nlocal aa,f,mf\ni,bz,aa,f,mf,cv=unpack(ARGV,6*q - 2,6*q+3)\ne,n,k=KEYS[2*q - 1],KEYS[2*q],nil\nif mf=='1' then\nld=ld+1\nk=KEYS[2*bx+ld]\nend\nbr(nn[q],k and nn[bx+ld])\nlocal mo=cv~=''\nlocal dd=mo and ii(ed)\nlocal l=nd and not mo and b('PTTL',e)\nif l and k then l=math.min(l,b('PTTL',n)- ed,b('PTTL',k)- ed)end\nlocal g,bd\nif l and l>nd then\nbd=cp()or not eq()and ax(ch('lost'),f)\nelse\nl=tonumber(aa)\ng,bd=le(aa,f,l+ed,mf=='2',mo and function(bx)\nnv(bx,dd,aa)\nend)\nend\ntable.insert(ko,bd and bd[3] or l)\nend\nreturn ko\nend";

const readHoldsRenewSlot_ =
  "local function nv(g,dd,aa)\nlocal au=1\nif g>1 then au=iy(g,dd)end\nlocal j=dl(i,au)\nif not gf(j,aa)then h('SET',j,'1','PX',aa,'NX')end\ncr[j]=nil\nend";

const lockHashLock_ =
  "local e,n,i,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "by()\nlocal l=ck()";

const ownerAnswer_ =
  "local function af(es)\nreturn{'done',aj,tonumber(es)}\nend\nlocal function p(es)\nat('SET',k,es,'PX',ARGV[4])\nr('UNLINK',k)\nreturn af(es)\nend";

const ownerHeldCount_ =
  "local function jg(jh)\nby()\nif s and(s=='plain')~=jh then ah(e)end\nif s then ck()end\nreturn g and tonumber(g)\nend";

const ownerENDED_ =
  "local hg='released-elsewhere'\nlocal hz=60000\nlocal function kf(kj)\nlocal f=math.max(b('PTTL',e)+hz,b('PTTL',n))\nat('SET',n,'!' .. hg .. '|-' .. hg,'PX',f)\nif aq then r('SET',n,bs,'PX',f)else r('UNLINK',n)end\nlocal kk=kj()\nbc(ARGV[6],i .. ' ' .. hg)\nreturn kk\nend";

const ownerBlock_ =
  "cm()";

const ownerEndReads_ =
  "local function ph()\nif v~='' then return af(v)end\nlocal bx=jg(false)\nif not bx then return p(0)end\nlocal d=p(1)\nkf(function()\nlb(tonumber(bx))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function pu()\np(1)\nreturn{'done',aj,1,w}\nend";

const permitsGiveBack_ =
  "local function md(dj,ak,em,mb,...)\nlocal eb=at('INCRBY',fa,dj)\nr('INCRBY',fa,-dj)\nmb(...)\nif eb>=em then bc(ak,ai(eb))end\nend";

const permitsSweep_ =
  "local function oa(eb,ak)\nlocal jw,gu=unpack(b('ZRANGE',ga,0,0,'WITHSCORES'))\nif jw and #jw~=16 then error('NOT_A_LOCK 2')end\nif not jw or tonumber(gu)>ab then return eb end\nlocal kh=b('ZCOUNT',ga,'-inf',ai(ab))\nlocal dj=math.min(kh,lm)\nmd(dj,ak,1,h,'ZREMRANGEBYRANK',ga,0,dj - 1)\nreturn eb+kh\nend";

const permitExpirableRecord_ =
  "local k,ak,f=KEYS[3],ARGV[2],ARGV[4]\nlocal lx=setmetatable({},{\n__index=function(ev,y)\nev[y]=string.char(tonumber(y,16))\nreturn ev[y]\nend,\n})\nlocal gw,ev={},string.gsub(ARGV[3],'..',lx)\nlocal function l()\nlocal em,dj=math.huge,0\nfor bl,gu in ipairs(b('ZMSCORE',ga,unpack(gw)))do\nem=math.min(em,gu and gu - ab or 0)\nif gu then dj=dj+1 end\nend\nreturn em,dj\nend";

const permitExpirableEnded_ =
  "local function bg(t)\nreturn{'ended',aj,t}\nend\nlocal function gg(t)\nlocal m=at('SET',k,'-' .. t,'PX',f,'GET')\nif m then r('SET',k,m,'PX',f)else r('UNLINK',k)end\nreturn bg(t)\nend\nlocal function cp(bh)\nif bh and string.sub(bh,1,1)=='-' then return bg(string.sub(bh,2))end\nend";

const permitExpirableScored_ =
  "local function pw(aa)\nlocal df,gu={},ai(ab+aa)\nfor bl,po in ipairs(gw)do\ntable.insert(df,gu)\ntable.insert(df,po)\nend\nreturn unpack(df)\nend";

const permitExpirableLostEnd_ =
  "local function mv()\nreturn cp(b('GET',k))or gg('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#ev,16 do\ntable.insert(gw,string.sub(ev,q,q+15))\nend";

const readWriteTimeouts_ =
  "local cv=ARGV[9]\nlocal jo,ms=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function kr(l)\nif s=='plain' then ah(e)end\nreturn mp(l,dy)\nend\nlocal mq,kt=hu,dy";

const readWriteKnown_ =
  "local function ae()\ncm()\nreturn fx()\nend";

const readWriteBlock_ =
  "return af()";

const semaphoreKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bg(t)\nreturn{'ended',aj,t}\nend\nlocal function ax(t)\nat('SET',k,'-' .. t,'PX',f)\nr('UNLINK',k)\nreturn bg(t)\nend\nlocal ei,bh=unpack(b('MGET',j,k))\nlocal function fa()\nreturn gi(ei or b('GET',j))\nend";

const semaphoreTaken_ =
  "local my=bh and string.match(bh,'^%+(%d+)$')\nif bh and not my then return bg(string.sub(bh,2))end";

const semaphoreNotify_ =
  "local function pq(ak,fa)\nif fa>=0 then bc(ak,fa)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "420070a21d6e0bb4527f477290c7eaa4d67f4f75", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ei then return p(0,at)end\nlocal l=ei - 1\nlocal d=p(math.max(l,0),at)\nh('DECR',j)\nif l>0 then return d end\nr('INCR',j)\nh('DEL',j)\nif l==0 then bc(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "f2adaa4686287ddd91933f09b5075ec61889a06c", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ei then return p(0,at)end\nlocal d=p(1,at)\nh('DEL',j)\nbc(ARGV[3],'1')\nbc(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-read", "a132e7fcc1db0d88b84d6b70d634545a6b347d00", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-write", "28058e28e5bca3480da87a5bccf2f1cfeb8aee20", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "b2afbaf6531b533e1c09cf576a1445fdcc47abff", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "lp()\nlocal gh=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if s=='plain' then ah(e)end\nif s~=ARGV[6] then return jz(0)end\nlocal d=jz(1)\nh('DEL',e)\npcall(gd,'free')\nbc(gh,s=='write' and '1' or '0')\nlt()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-read", "090581b5a6cb2ac30c9005756413f507447b7327", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-write", "bbf44932861e84959a648f7cd72a89780bfd4895", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "96946622c5c30f4f0d48c75a0b11c3783d43ce8b", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal gc=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return af()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "78a52384a1a6e6621fa499d0a8471836749ef52b", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal gc=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local en=co+5000\nlocal rb=100\nlocal function rl(ar)\nlocal jq=b('HRANDFIELD',e)\nlocal iz=jq and b('GET',bi(jq))\nif not iz or string.sub(iz,1,1)=='!' or ar>rb then return 0 end\nif ar==1 then return 1 end\nfor bl,al in ipairs(b('ZMSCORE',bf,unpack(b('LRANGE',as,0,ar - 2))))do\nif not al then return 0 end\nend\nreturn 1\nend\nlocal function nx(ar)\nlocal c=ns(ARGV[12],ARGV[13])\nlocal m=h('SET',KEYS[6],c,'PX',en,'GET')\nreturn c,m==ARGV[11] and not oh and 1 or rl(ar)\nend\nlocal d=af()\nif d[1]~='busy' or cf or KEYS.locked then return d end\nlocal p,c,oq=pcall(nx,d[4])\nif p then\nfor bl,jd in ipairs({ab,c,oq})do table.insert(d,jd)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "948822c544e802d9fc61d834e2d6ab9cdfd36902", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "lp()\nlocal gc=tonumber(ARGV[6])", queueLeave_, queueGrantFirst_, forceForced_, forceTellHolders_, "if s=='read' or s=='write' then ah(e)end\nif not s then return jz(0)end\nlocal d=jz(1)\nlocal cn=lg(ARGV[3],h('DEL',e,fd))\nlt()\nreturn je(d,cn)", END);

export const fairPass: LuaScript = /* @__PURE__ */ script("fair/pass", "f7ff667f3832c576a6b83961894b248598fc99ec", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[9] and KEYS[7]\nlocal gc=tonumber(ARGV[10])", queueLeave_, queueGrantFirst_, endFirst_, "local cn\nlocal nk=false\nlocal function er()\nh('DEL',e)\nnk=true\nend\nlocal function hl()\nif b('EXISTS',e)==0 then cn=lg(ARGV[9])end\nend", endEndHold_, "local d=hj(ARGV[4])\nif not nk then return je(d,cn)end\nlocal p,pj=bk(function()\nif b('LINDEX',as,0)~=ARGV[11] then return false end\nif not h('SET',KEYS[6],'|+' .. ARGV[14],'PX',ARGV[13],'NX')then return false end\nr('UNLINK',KEYS[6])\nh('HINCRBY',e,ARGV[11],1)\nr('UNLINK',e)\nh('PEXPIRE',e,ARGV[12])\nreturn true\nend)\nif p and pj then\nbk(function()\nh('LPOP',as)\njy(ARGV[11])\nend)\ntable.insert(d,'held')\nreturn d\nend\nreturn je(d,lg(ARGV[9],1+h('DEL',fd)))", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "7bcb1e91b9f68c266f7b29612756bffd52feafce", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal gc=tonumber(ARGV[10])", queueLeave_, queueGrantFirst_, endFirst_, "local cn\nlocal function er()\ncn=lg(ARGV[9],h('DEL',e,fd))\nend\nlocal function hl()\nif ARGV[11]=='1' and b('LPOS',as,i)then\nfe({[i]=true},1)\nh('ZREM',bf,i)\nend\nif b('EXISTS',e)==0 then cn=lg(ARGV[9])end\nend", endEndHold_, "local d=hj(ARGV[4])\nreturn je(d,cn)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "eb8f9e0fd52ab279fe09f7fd96db9a2f521fcb0b", BEGIN, fenceMarkKey_, "local bh=b('GET',mw)\nif not pd(bh)then return{'fenced',aj,0}end\nif pi(bh,KEYS[2])then return{'ahead',aj}end\npr(bh)\nreturn{'fenced',aj,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "6fe90a5b4b77ee05fe9680634aa98b04a2bd92e6", BEGIN, stateWrite_, fenceMarkKey_, "local k,rp,f,ei=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal bh,p=unpack(b('MGET',mw,k))\nif p=='1' then return{'fenced',aj,1}end\nif p=='ahead' then return{'ahead',aj}end\nif p then return{'withdrawn',aj}end\nif not bh then bh=b('GET',mw)end\nif not pd(bh)then return{'fenced',aj,0}end\nif not ei then\nat('SET',k,'0','PX',f)\nreturn{'withdrawn',aj}\nend\nif pi(bh,KEYS[4])then\nh('SET',k,'ahead','PX',f)\nreturn{'ahead',aj}\nend\nh('SET',rp,ei,'GET')\npr(bh)\nh('SET',k,'1','PX',f)\nreturn{'fenced',aj,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "c3ad5509b572f5cc2bed67084e43f18691df965f", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn af()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "c6441cb2c4f81519c32bcba6e855e66644f51512", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, fencedWithToken_, fencedQuickAnswer_, standStand_, standAnswerOrStand_, "k=nil\nreturn pe()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "6c3239522599b02b735337961a3827a95dd57ef2", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal jo,ms=ARGV[9],ARGV[10]", stealRob_, "local mq,ae=ob,nw\nlocal function kt()\nreturn ls(iv())\nend\nlocal function kr(l)\nif s~='plain' then ah(e)end\nlocal aw=iv()\nif aw==di then ah(dc)end\nreturn mp(l,function()\nreturn ls(aw)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return af()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "7cc237b1025df8101f81ac89569b96bb3ccdbc9d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal qg='!' .. ARGV[9] .. '|'\nlocal c=b('GET',KEYS[3])\nlocal l=c and(string.sub(c,1,1)=='=' or string.sub(c,1,#qg)==qg)and b('PTTL',KEYS[3])or 0\nlocal function ki()\nreturn{'found',aj,c,l}\nend\nif l>0 then\nif h('SET',n,'|-lost','PX',f,'NX')then return ki()end\nelseif b('EXISTS',e,n)==0 then\nreturn dy()\nend\ncm()\nlocal af=fx()\nif af and af[1]=='ended' and l>0 then return ki()end\nif af then return af end\nlocal rn=ck()\nif cf then ax('refused',f)end\nreturn{'busy',aj,rn,b('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "0cc3d8674e612c9ae8e7c06596e314be9a9a5279", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, endFirst_, "k=nil\nlocal function er(rz)\nlocal pl,m=false,nil\nif rz then\npl,m=pcall(h,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif pl and m then r('SET',KEYS[3],m,'PX',ARGV[11])end\nif pl and not m then r('UNLINK',KEYS[3])end\nlocal gx=h('DEL',e,fd)\nbc(ARGV[9],'1')\nif gx==2 then pcall(hd,0)end\nend\nlocal function hl()end", endEndHold_, "return hj(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "7a16eede12667ceec0d02f92125f1bca4de99483", BEGIN, onceCounter_, inspectSubscriptions_, "local ao=gi(b('GET',KEYS[1]))\nlocal l=b('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],ao and 1 or 0,tonumber(ao or 0),l,nz({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "20ab6a29cbe4e0b671ad66cde8520128cbef0d37", BEGIN, lockHashMode_, "local e,n,i,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local cv=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local lv=100\nlocal re=4\nlocal rd=tonumber(ARGV[6])\nlocal aj,as,bf,nl=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(by)then\nlocal jq,dw,mi=np(e)\nif not jq then by()end\nlocal l=ck()\nreturn{'lock',aj,'light',l,1,1,0,0,0,0,jq,1,l,pm(dw,mi)}\nend\nlocal l=ck()\nlocal function sj()\nlocal ct,dk,de={},{},0\nif not s then return ct,dk,de end\nde=b('HLEN',e)-(s=='plain' and 0 or 1)\nlocal ly,ae='0',{}\nif s~='plain' then ae['mode']=true end\nfor bl=1,re do\nlocal ky=b('HSCAN',e,ly,'COUNT',2*lv)\nly=ky[1]\nlocal o=ky[2]\nfor q=1,#o,2 do\nif #ct<lv and not ae[o[q]] then\nif not bj(o[q+1])then ah(e)end\nae[o[q]]=true\ntable.insert(ct,o[q])\ntable.insert(dk,tonumber(o[q+1]))\nend\nend\nif ly=='0' or #ct==lv then break end\nend\nreturn ct,dk,de\nend\nlocal ps=0\nlocal function sg(be,bx)\nif ps+bx>rd then return l end\nps=ps+bx\nlocal bw=0\nfor au=1,bx do\nbw=math.max(bw,b('PTTL',dl(be,au)))\nend\nreturn math.min(bw,l)\nend\nlocal function sp(de,ny)\nlocal qm=de>1 and b('PTTL',ny)or -1\nif qm<0 then return l end\nreturn math.max(math.min(l,qm - ARGV[4]),0)\nend\nlocal function rw(u,bx,de,ny)\nif s=='plain' then return l end\nif string.find(u,':write$')then return sp(de,ny)end\nreturn sg(u,bx)\nend\nlocal function sk()\nif b('EXISTS',as,KEYS[6])==0 then return{},0 end\nlocal mu=b('TYPE',as).ok\nif mu=='list' then return b('LRANGE',as,0,lv - 1),b('LLEN',as)end\nif mu~='none' then ah(as)end\nas,bf=KEYS[6],KEYS[7]\nif b('TYPE',as).ok~='zset' then ah(as)end\nreturn b('ZRANGE',as,0,lv - 1),b('ZCARD',as)\nend\nlocal function sh(bv)\nif #bv==0 then return{}end\nlocal al=redis.pcall('ZMSCORE',bf,unpack(bv))\nlocal bb=b('TIME')\nlocal ab=bb[1]*1000+math.floor(bb[2]/1000)\nlocal df={}\nfor q=1,#bv do\nlocal cf=tonumber(al[q] or nil)\ndf[q]=cf and math.max(ab - cf,0)or -1\nend\nreturn df\nend\nlocal ct,dk,de=sj()\nlocal mx={}\nfor q,u in ipairs(ct)do mx[q]=bi(u)end\nlocal lr=py(mx)\nlocal bv,so=sk()\nlocal si=sh(bv)\nlocal gr={unpack(ARGV,7)}\nif as==KEYS[3] then\nfor bl,z in ipairs(bv)do table.insert(gr,ARGV[5] .. z)end\nend\nlocal ix=redis.pcall('LLEN',nl)\nlocal d={'lock',aj,s or 'free',l,de,0,so,0}\ntable.insert(d,type(ix)=='number' and ix or 0)\ntable.insert(d,nz(gr))\nlocal ev=0\nlocal function cb(qv,ka,c,...)\nev=ev+mg(ka)+mg(c)+30\nif ev>na then return end\nd[qv]=d[qv]+1\nfor bl,ba in ipairs({ka,...})do table.insert(d,ba)end\nend\nfor q,u in ipairs(ct)do\ncb(6,u,lr[q],dk[q],rw(u,dk[q],de,mx[q]),lr[q])\nend\nfor q,z in ipairs(bv)do cb(8,z,'',si[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "e0a5e443ddba059d612e677307fa090311fab557", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local lv=100\nlocal pc=922337203685477\nlocal function rv(ev)\nreturn(string.gsub(ev,'.',function(ro)\nreturn string.format('%02x',string.byte(ro))\nend))\nend\nlocal c=b('GET',fa)\nlocal eb=c and g(c)\nlocal kh=b('ZCOUNT',ga,'-inf',ai(ab))\nlocal oj=b('ZCARD',ga)- kh\nlocal ad=b('ZRANGE',ga,'(' .. ai(ab),'+inf','BYSCORE','LIMIT',0,lv,'WITHSCORES')\nlocal d={'permits',aj,c and 1 or 0,(eb or 0)+(c and kh or 0),oj}\ntable.insert(d,nz({ARGV[2]}))\ntable.insert(d,b('PTTL',fa))\ntable.insert(d,#ad/2)\nfor q=1,#ad,2 do\nif #ad[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gu=tonumber(ad[q+1])\ntable.insert(d,rv(ad[q]))\ntable.insert(d,gu>=pc and -1 or gu - ab)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "18a5527e3ba2682cc664ab9a2116c20e390b94c5", BEGIN, inspectMOSTBYTES_, "local ly,ow,ll=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal di=1000\nlocal pa=1000\nlocal dj,pg=math.min(di,ll),na\nlocal ki,qj={},false\nlocal function ri(av,lh)\nfor bl,j in ipairs(lh)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(av,j)end\nend\nend\nlocal function ey(av)\nlocal ev,o=0,{}\nfor bl,j in ipairs(av)do\nif #j<=pa then\nev=ev+mg(j)\ntable.insert(o,j)\nend\nend\nif ev>pg and(#ki>0 or dj>1)then return false end\npg=pg - ev\nfor bl,j in ipairs(o)do table.insert(ki,j)end\nreturn true\nend\nlocal function qs(mu)\nreturn redis.pcall('SCAN',ly,'MATCH',ARGV[3],'COUNT',dj,'TYPE',mu)\nend\nrepeat\nlocal ky=qs('hash')\nif ky.err then return{'refused',ARGV[1],ky.err}end\nif ARGV[6]=='1' then ri(ky[2],qs('string')[2])end\now=ow - dj\nif #ki+#ky[2]>ll and dj>ll - #ki then\ndj=ll - #ki\nelseif ey(ky[2])then\nly,dj,qj=ky[1],di,ky[1]=='0'\nelseif #ki>0 then\now=0\nelse\ndj=math.floor(dj/2)\nend\nuntil qj or #ki>=ll or ow<=0\nreturn{'scanned',ARGV[1],ly,unpack(ki)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "177a8af515bf6c02e674f384e87b5a76763394f9", BEGIN, lockHashMode_, "local e,n\nlocal i,w,v='','',''", lockHashIsGranted_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local pa=1000\nlocal ra=5\nlocal function sf(o)\nlocal bt=1\nfor q=1,#o,2 do\nlocal qi=s~='plain' and o[q]=='mode'\nif qi and bt==q then\nbt=q+2\nelseif not qi and string.find(o[q],':write$')then\nbt=q\nend\nend\nreturn o[bt],o[bt+1]\nend\nlocal function rx(o)\nif s=='plain' then return 1 end\nlocal dj=#o/2\nif dj==ra then dj=b('HLEN',e)end\nreturn dj - 1\nend\nlocal oe={'',-2,0,'',0}\nlocal function rr(j)\nlocal jq,dw,mi=np(j)\nlocal l=jq and b('PTTL',j)or -2\nif l<=0 then return oe end\nlocal mu='light'\nreturn{mu,l,1,jq,1},pm(dw,mi)\nend\nlocal function rq(j,ny)\ne,n=j,ny\nlocal ez,o=pcall(by)\nif not ez then return rr(j)end\nif not s then return oe end\nlocal l=b('PTTL',e)\nlocal u,bx=sf(o)\nif l<=0 or not u or #u>pa then return oe end\nreturn{s,l,rx(o),u,tonumber(bx)}\nend\nlocal ol={}\nlocal function nr(kx,kg)\nif #kx==0 then return end\nkg=kg or b('EXISTS',unpack(kx))\nif kg==0 then return end\nif 4*kg<#kx then\nlocal qo=math.floor(#kx/2)\nlocal m,rj={unpack(kx,1,qo)},{unpack(kx,qo+1)}\nlocal qf=b('EXISTS',unpack(m))\nnr(m,qf)\nreturn nr(rj,kg - qf)\nend\nfor bl,df in ipairs(kx)do\nlocal ok=redis.pcall('LLEN',df)\nif type(ok)~='number' then ok=redis.pcall('ZCARD',df)end\nol[df]=type(ok)=='number' and ok or 0\nend\nend\nlocal qc,mx,pn,qq,qr,kx={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,as,pv,nl=unpack(KEYS,4*q - 3,4*q)\nlocal mc\nmc,pn[q]=rq(j,ARGV[q+1])\nqc[q],mx[q]=mc,bi(mc[4])\nif mc~=oe and not pn[q] then\ntable.insert(qq,as)\ntable.insert(qr,pv)\ntable.insert(kx,nl)\nend\nend\nlocal lr=py(mx)\nnr(qq)\nnr(qr)\nnr(kx)\nlocal d,ev={'summaries',ARGV[1]},0\nfor q,mc in ipairs(qc)do\nlocal iz=pn[q] or lr[q]\nev=ev+mg(mc[4])+mg(iz)+50\nif q>1 and ev>na then return d end\nfor bl,rt in ipairs(mc)do table.insert(d,rt)end\ntable.insert(d,iz)\nlocal bl,as,pv,nl=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(ol[as] or 0)+(ol[pv] or 0))\ntable.insert(d,ol[nl] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "3925c203b6df04b243e9a63895ad975c960ae08d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return af()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "8abe2482ca5f103a2224de31e109701eb86ec814", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function ba(sm)\nfor q=1,#KEYS,2 do\ne,n=KEYS[q],KEYS[q+1]\nlocal af=sm(q)\nif af then return af end\nend\nend\nlocal function qx()\nba(function()\ndy()\nend)\nreturn{'held',aj,1,tonumber(aa)}\nend\nif b('EXISTS',unpack(KEYS))==0 then return qx()end\nlocal no,og,gz\nlocal bd=ba(function(q)\ncm()\nlocal af=fx()\nif af and af[1]=='ended' then return af end\nif af then\nlocal l=af[4]<0 and tonumber(aa)or af[4]\nno=math.min(l,no or l)\nelse\ngz=true\nlocal l=ck()\nif l~=-2 and not og then og={'busy',aj,l,(q+1)/2}end\nend\nend)\nif bd then return bd end\nif no and gz then return bg('lost')end\nif no then return{'held',aj,1,no}end\nif not og then return qx()end\nif cf then\nba(function()\nh('SET',n,'|-refused','PX',f)\nend)\nend\nreturn og", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "510892b2bef3821d5bf1daa0dabc1dbd4c8c5df0", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, standStand_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn pe()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "50f28c8beea7debe61763ce5f7f869e497dfe070", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, "local function eo()\nif k then h('PEXPIRE',k,ARGV[4]+b('PTTL',e),'GT')end\nreturn b('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "ddaf3932dfe0287e210337f0c9ecc752a25589d2", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local cy=pcall(lp)\nlocal jq=not cy and np(e)\nif jq then\nck()\no={jq}\nlocal d=jz(1)\nh('DEL',e)\nlt()\nreturn d\nend\nif not cy then lp()end\nif s=='read' or s=='write' then ah(e)end\nif not s then return jz(0)end\nlocal d=jz(1)\nlocal cn=ej(ARGV[3],h('DEL',e,fd),'')\nlt()\nreturn je(d,cn)", END);

export const lockLookStanding: LuaScript = /* @__PURE__ */ script("lock/look-standing", "acb28d63f34e5beee1ee18af1a6aed1a5c7c511f", BEGIN, waitersNow_, "cz()\nlocal en=160000\nlocal d,lr={'looked',ARGV[1],ab},{}\nfor q=2,#KEYS,4 do\ntable.insert(lr,KEYS[q])\nend\nlocal ae=b('MGET',unpack(lr))\nlocal function le(db,fd,ix,dq)\nlocal ar=b('LPOS',db,ix)\nif ar then\nh('LSET',db,ar,dq)\nelse\nh('RPUSH',db,dq)\nend\nh('PEXPIRE',db,en)\nh('SET',fd,'1','PX',en)\nend\nfor oo=1,#lr do\nlocal q=4*oo\nlocal l=ae[oo] and -2 or b('PTTL',KEYS[q - 3])\nlocal ix,dq=ARGV[2*oo],ARGV[2*oo+1]\nif l>=0 and dq~='' then pcall(le,KEYS[q - 1],KEYS[q],ix,dq)end\ntable.insert(d,l)\nend\nreturn d", END);

export const lockPass: LuaScript = /* @__PURE__ */ script("lock/pass", "a796c4ead75c6b27a111d73c10f2fbcdd8c004a7", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, endFirst_, "k=KEYS[6] and KEYS[4]\nlocal nk=false\nlocal function er()\nh('DEL',e)\nnk=true\nend\nlocal function hl()end", endEndHold_, "local d=hj(ARGV[4])\nif not nk then return d end\nlocal p,pj=bk(function()\nif not h('SET',KEYS[3],'|+' .. ARGV[13],'PX',ARGV[12],'NX')then return false end\nr('UNLINK',KEYS[3])\nh('HINCRBY',e,ARGV[10],1)\nr('UNLINK',e)\nh('PEXPIRE',e,ARGV[11])\nreturn true\nend)\nif ARGV[14]~='' then pcall(h,'LREM',db,0,ARGV[14])end\nif p and pj then\ntable.insert(d,'held')\nreturn d\nend\nreturn je(d,ej(ARGV[9],1+h('DEL',fd),ARGV[15]))", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "0a13cae01ad817e9d0e06a8b434d2508ee12f433", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function rk(c)\ncz()\nh('RPUSH',db,lz(c))\nh('PEXPIRE',db,en)\nend\nlocal cn\nlocal function er()\nlocal gx=h('DEL',e,fd)\nif(ARGV[11] or '')~='' and pcall(rk,ARGV[11])then gx=2 end\ncn=ej(ARGV[9],gx,ARGV[10])\nend\nlocal function hl()end", endEndHold_, "if(ARGV[12] or '')~='' then pcall(h,'LREM',db,0,ARGV[12])end\nlocal d=hj(ARGV[4])\nreturn je(d,cn)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "cb4d5f0f23fc5c849d747bbe0e87c1370c41f64f", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersUNTOLDMS_, endFirst_, "k=nil\nlocal ak\nlocal function er()\nej(ak,h('DEL',e,fd),'')\nend\nlocal function hl()end", endEndHold_, "local om=(#ARGV - 8)/2\nlocal qe=ARGV[4]=='1' and 3*om or 2*om\nlocal ko,nu={'ends',aj},nil\nfor q=1,om do\ne,n=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*om+q] end\ndb,fd=KEYS[qe+2*q - 1],KEYS[qe+2*q]\nak=ARGV[2*q+8]\nlocal p,d=bk(hj,ARGV[2*q+7])\nif p then\ntable.insert(ko,d[3])\nelse\nnu=d.err or d\nif string.find(nu,'^WRONGTYPE')then nu='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif nu then error(nu,0)end\nreturn ko", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "8583052e65fc94485b834e31ab5aa535cbb92d82", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, holdRenew_, "cm()\nlocal g,bd=le(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bd or{'renewed',aj,g}", END);

export const lockRenewExclusive: LuaScript = /* @__PURE__ */ script("lock/renew-exclusive", "4a481b2d1c2c6686010fac0e043f93e7160dc254", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, holdRenew_, "local ii,nv", holdRenewEach_, "return pt()", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/renew-many", "8d70f02b025b683b6306c5902b9d75c49d3a7d30", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, holdRenewEach_, "return pt()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "6f0463c05079352cd9617aaa17d4a565bc7c2a1c", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(g or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "d167973ed47d1eb1b0780798bd5fafba0d466fa6", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local jo,ms=ARGV[9],ARGV[10]", stealRob_, "local function kr(l)\nif s~='plain' then ah(e)end\nreturn mp(l,dy)\nend\nlocal mq,kt=hu,dy", stealQuickAnswer_, "local function ae()\ncm()\nreturn fx()\nend", stealFullAnswer_, "return af()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "e62ee6a8b6d8d3569cb12bf6af48b72a67fdce03", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jg(true)then return p(0)end\nlocal d=p(1)\nlocal cn=kf(function()\nreturn ej(ARGV[5],h('DEL',e,fd),'')\nend)\nreturn je(d,cn)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "05b75363839bb7d932c4f9a9b2a50d4cff222551", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal gc=tonumber(ARGV[7])", queueLeave_, queueGrantFirst_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jg(true)then return p(0)end\nlocal d=p(1)\nlocal cn=kf(function()\nreturn lg(ARGV[5],h('DEL',e,fd))\nend)\nreturn je(d,cn)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-reads", "417ee4e5d54b4a409e6306ff0046320cce606153", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gh,cv,eg=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ej()\nku('free')\nbc(gh,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return ph()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-writes", "4e3352540b59824772fb0bc225a5581b58bc664d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gh,cv,eg=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ej(dn)\nku(dn)\nbc(gh,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jg(false)then return p(0)end\nlocal d=p(1)\nkf(er)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-reads", "b91c913719ed1bb14a21863c39993717c06e226b", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, "local cv=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function ej()\nbc(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return ph()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-writes", "38a11ae66fc3ca143aa22de703e6cd6e2c2c0736", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, "local cv=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function ej()\nbc(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jg(false)then return p(0)end\nlocal d=p(1)\nkf(er)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "722197f957706f20073192217d6db95866ff44ae", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nif not jg(ARGV[7]=='0')then return p(0)end\ngf(e,ARGV[5])\nel(n,ARGV[6])\nreturn pu()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/renew-reads", "fab6c2bd79b49aa841d85a8e206ef201400760f4", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, "local cv=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nlocal bx=jg(false)\nif not bx then return p(0)end\ngf(e,ARGV[5])\nel(n,ARGV[6])\nfor au=1,bx do\nlocal j=dl(i,au)\nif not gf(j,ARGV[5])then h('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn pu()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "ab911a793b7f3e8932847a685ddde5271fce2294", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local aa,cf=ARGV[5],ARGV[6]=='1'\nlocal pc=922337203685477\nlocal c,bh=unpack(b('MGET',fa,k))\nlocal bd=cp(bh)\nif bd then return bd end\nc=c or b('GET',fa)\nlocal eb=c and g(c)or 0\nif bh then\nlocal kw=l()\nreturn kw>0 and{'held',aj,kw,eb}or mv()\nend\nif not c then return gg('unset')end\neb=oa(eb,ak)\nif eb<#gw then\nif cf then gg('refused')end\nlocal bt=b('ZRANGE',ga,'(' .. ai(ab),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',aj,bt and tonumber(bt)<pc and bt - ab or -1,eb}\nend\nh('SET',k,'+','PX',f)\nr('UNLINK',k)\nlocal of=h('ZADD',ga,'NX',pw(aa))\nif of==#gw then r('ZREM',ga,unpack(gw))end\nh('DECRBY',fa,of)\nlocal qy=b('PTTL',fa)\nif qy>0 then h('PEXPIRE',ga,qy)end\nlocal kw=of==#gw and tonumber(aa)or l()\nif kw<=0 then return mv()end\nreturn{'held',aj,kw,eb - of}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "f528c6daa4672ccf0f710e9bab7193bbeb6e6c7d", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local eb=b('GET',fa)\nlocal kw,dj=l()\nif eb then g(eb)end\nif dj==0 then return mv()end\nlocal d=gg(kw>0 and 'released' or 'lost')\nif eb then\nmd(dj,ak,0,h,'ZREM',ga,unpack(gw))\nelse\nh('ZREM',ga,unpack(gw))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "975f21478fbd842dd5526d26e68760e8f1416d03", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function af(ao)\nreturn{'done',aj,tonumber(ao)}\nend\nlocal fc=b('GET',k)\nif fc then return af(fc)end\nlocal eb=b('GET',fa)\nfc=l()>0 and '1' or '0'\nif eb and fc=='1' then oa(g(eb),ak)end\nat('SET',k,fc,'PX',f)\nr('UNLINK',k)\nif fc=='1' then\nfor q=4,#KEYS do\nlocal m=h('SET',KEYS[q],'-released','PX',f,'GET')\nif m then r('SET',KEYS[q],m,'PX',f)else r('UNLINK',KEYS[q])end\nend\nif eb then\nh('INCRBY',fa,#gw)\nr('INCRBY',fa,-#gw)\nend\nh('ZREM',ga,unpack(gw))\nif eb then bc(ak,#gw)end\nend\nreturn af(fc)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "8cc76f72a116d5a88f98c23d01aa44e80fb76432", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local kw,aa=l(),ARGV[5]\nif kw<=0 then return mv()end\nif aa then at('ZADD',ga,'XX','GT',pw(aa))end\nreturn{'leased',aj,kw}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "537b25a822ed889ec962255fa35961f5ddf116bc", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local ga,ak,ao,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal eb=ei\nif eb and t=='try' then return p(0,at)end\nlocal oj=b('ZRANDMEMBER',ga,3)\nfor bl,jw in ipairs(oj)do\nif #jw~=16 then error('NOT_A_LOCK 3')end\nend\nlocal on=tonumber(ao)\nif eb and t=='set' then on=ao - eb - b('ZCARD',ga)end\nif on==0 and eb then return p(1,at)end\nlocal d=p(1,h)\nh('INCRBY',j,string.format('%.0f',on))\nif not eb and #oj>0 then\nr('UNLINK',j)\nh('DEL',ga)\nend\nif t~='add' or on>0 then bc(ak,ao)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "4ed087eb03bb5ac5a88c87f187f0757196f6b39b", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local eb=b('GET',fa)\nlocal jt=eb and oa(g(eb),ARGV[2])\nreturn{'permits',aj,jt or 0,b('ZCOUNT',ga,'(' .. ai(ab),'+inf'),jt and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-read", "4f0ca8c04c7ddd81b2ab6498584a959e13043fe9", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local cv=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif b('EXISTS',unpack(KEYS))==0 then return dy()end\nelse\nlocal l=ie(true)\nlocal af\nif l and(not s or(s=='read' and l>=0))then\naf=hu()\nelse\naf=kn(l)\nend\nif af then return hb(af)end\nend\ncm()\nng()\nlocal af=fx()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dy()end\nif s=='read' or(s=='write' and b('HEXISTS',e,i .. ':write')==1)then return dy()end\nif cf then ax('refused',f)end\nreturn hb({'busy',aj,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-write", "3bb9b655d40784df45ee761ae23a87a0b2b6d8cc", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, "local cv=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif b('EXISTS',unpack(KEYS))==0 then return dy()end\nelse\nlocal l=ie(ARGV[6]~='2')\nlocal af=l==-2 and hu()or kn(l)\nif af then return hb(af)end\nend\ncm()\nlocal af=fx()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dy()end\nlocal be=string.sub(i,1,-7)\nif k and ff(be,tonumber(b('HGET',e,be)or 0))>0 then return ax('upgrade',f)end\nif cf then ax('refused',f)end\nreturn hb({'busy',aj,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/check-read", "0ccc154995def031693c160f18e2ea89999a46ad", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function eo(g)\nreturn mm(g,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "a00e0687035da2eb22a4a73c5a788c281b17e244", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function eo()\nreturn kv(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "2ebc67291f0862d42c97ae5e61e03e56e587c697", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "lp()\nif s=='plain' then ah(e)end\nif s~=ARGV[6] then return jz(0)end\nlocal d=jz(1)\nh('DEL',e)\nbc(ARGV[3],s=='write' and '1' or '0')\nlt()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-read", "94911154e42a9c4c1d78d9e6436f0b4c35d9efae", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function ej()\nbc(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function hl()end", readsEndOne_, endEndHold_, "return hj(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-write", "318ce7bc74507e4058c7670c8d503876b27ece03", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, "local cv=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function ej()\nbc(ARGV[9],'1')\nend", writesEndLast_, "local function hl()end", endEndHold_, "return hj(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/renew-read", "03216025045917458230db5a4ecdcba33b7a974c", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cm()\nlocal dd=ii(ARGV[5] - ARGV[4])\nlocal g,bd=le(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(bx)\nnv(bx,dd,ARGV[4])\nend)\nif bd then return bd end\nreturn{'renewed',aj,g}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "5a959cebc48042549e886bd8055fa7d86668078b", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local sb=s==ARGV[3] or(s=='write' and ARGV[3]=='read' and b('HLEN',e)>2)\nreturn{'status',ARGV[1],sb and l or -2,tonumber(g or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "f20481801cca780b15742a7d7d1ebc312ca784cd", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "9f3243bd2b1bfa26e2db612e2a4ceecf25d22585", BEGIN, waitersNow_, waitersDigits_, "local e,bh,aj,i,pz=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,ap,op=string.match(b('GET',bh)or '','^(%d+) (%S+) (.*)$')\ncz()\nif op==pz and ap==i then return{'spends',aj,0}end\nif b('HEXISTS',e,i)==0 then return{'ended',aj,'lost'}end\nif op~=pz then\nh('SET',bh,ai(ab).. ' ' .. i .. ' ' .. pz)\nreturn{'spends',aj,0}\nend\nlocal qu=math.max(0,ab - q)\nreturn{qu<tonumber(ARGV[4])and 'spends' or 'spent',aj,qu}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "85db3b060088ddda9a1efe78dcfe9f9777db42fb", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gi(b('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "13edb376a3c4e6f93c7d0bd4b5cb0a960a057902", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local ao,qz=ARGV[3],ARGV[6]\nif ei then return p(0,at)end\nlocal d=p(1,h)\nif qz then h('SET',j,ao,'PX',qz)else h('SET',j,ao)end\nbc(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "b60bb25bc420dd0b8c19ca4ab1011336d04e10bd", BEGIN, stateWrite_, "local k,aj=KEYS[1],ARGV[1]\nlocal ry=at('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',aj,(ry or b('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "d15a6447df847ff70758268b8eecc170004f4cf9", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local ll=ARGV[3]\nei=fa()\nif my then return{'held',aj,tonumber(ei or 0)}end\nif not ei then return ax('unset')end\nif tonumber(ei)>=tonumber(ll)then\nh('SET',k,'+' .. ll,'PX',f)\nr('UNLINK',k)\nreturn{'held',aj,h('DECRBY',j,ll)}\nend\nif ARGV[4]=='1' then ax('refused')end\nreturn{'busy',aj,tonumber(ei)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "f5497e21a75ff657fa47d98cb994aa75f5155aba", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local fa=(ei or 0)+ARGV[3]\nlocal d=p(fa,at)\nh('INCRBY',j,ARGV[3])\npq(ARGV[4],fa)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "99691a23483d9f008d73e91589ea22e5ff333bda", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not my then return ax('free')end\nlocal sa=fa()\nlocal d=ax('released')\nr('SET',k,bh,'PX',f)\nif sa then pq(ARGV[3],at('INCRBY',j,my))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "06cf9956f193597dbfb8a21140650e7733861efa", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ei then return p(0,at)end\nlocal d=p(ei,h)\nh('DECRBY',j,ei)\nreturn d", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "5c47d54cc95c6e127c58e464b6166771bdda2c3c", BEGIN, "local rh=86400000\nlocal function sl(j,jq)\nlocal aw,op=string.match(b('GET',j)or '','^(%d+) (.*)$')\nif op==jq then return aw end\nlocal bb=b('TIME')\nlocal ce=bb[1] .. string.format('%06d',bb[2])\nif aw and(#aw>#ce or(#aw==#ce and aw>=ce))then\nlocal m,rs,sd=string.match(aw,'^(%d-)(%d)(9*)$')\nce=m ..(rs+1).. string.rep('0',#sd)\nend\nh('SET',j,ce .. ' ' .. jq,'PX',rh)\nreturn ce\nend\nlocal function ju(at)\nreturn function(av,bm)\nlocal j=table.remove(av)\nlocal d=at(av,bm)\nif d[1]=='held' then table.insert(d,sl(j,bm[2]))end\nreturn d\nend\nend\nlocal rc=10000\nlocal gy,ot=KEYS[1],ARGV[2]\nlocal ox={}\nlocal function se(e,n,rm)\nif rm=='2' then return end\ntable.insert(ox,string.match(n,'^[^:]+:([^:]*:)').. string.sub(e,#ot+1))\nend\nlocal function qk()\nif #ox==0 then return end\nlocal qt,gw=b('TIME')[1],{}\nfor bl,ka in ipairs(ox)do\ntable.insert(gw,qt - qt % 60 .. '000')\ntable.insert(gw,ka)\nend\nox={}\nif h('ZADD',gy,unpack(gw))>0 then h('ZREMRANGEBYRANK',gy,0,-rc - 1)end\nend\nlocal lq={}\nlq['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nlq['fair-read-write/acquire-write']=ju(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nlq['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nlq['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nlq['read-write/steal-write']=ju(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nlq['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gh=KEYS[1],ARGV[2]", rwQueueTell_, "local bv,ht={unpack(ARGV,3)},{}\ncz()\nfor bl,z in ipairs(bv)do\ntable.insert(ht,ai(ab))\ntable.insert(ht,z)\nend\nat('ZADD',bf,'XX',unpack(ht))\nif b('PTTL',bf)<kz then\nfor bl,j in ipairs({as,du,bf})do h('PEXPIRE',j,en)end\nend\nlocal l=b('PTTL',e)\nlocal s=l==-2 and 'free' or b('HGET',e,'mode')or 'plain'\nlocal bl,bt=gj(as)\nlocal bl,mt=gj(du)\nif ge and(s=='free' or s=='read')then gd(s)end\nlocal d={'touched',ARGV[1],s,l,bt or 0,mt or 0}\nfor bl,ao in ipairs(b('ZMSCORE',as,unpack(bv)))do table.insert(d,tonumber(ao or 0))end\nreturn d\nend\nlq['web-locks/snapshot']=function(KEYS,ARGV)\nlocal gy,ot,m,cf,ml=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal qb=100\nlocal rf=500\nlocal co=15000\nlocal bb=b('TIME')\nlocal ab=bb[1]*1000+math.floor(bb[2]/1000)\nlocal function ru(e)\nlocal ct,os={},1\nfor bl,u in ipairs(b('HKEYS',e))do\nif u=='mode' then\nos=0\nelse\ntable.insert(ct,u)\nend\nend\nreturn ct,os\nend\nlocal function sn(e,cl,qh,sc)\nlocal qw=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal as,bf=ARGV[6] .. cl .. ARGV[7] .. qw,ARGV[6] .. cl .. ARGV[8] .. qw\nlocal bv=b('ZRANGE',as,qh,qh+sc - 1)\nif #bv==0 then return{},0 end\nlocal qn={}\nfor q,al in ipairs(b('ZMSCORE',bf,unpack(bv)))do\nif tonumber(al or 0)>ab - co then table.insert(qn,bv[q])end\nend\nreturn qn,#bv\nend\nlocal ov=0\nif m~='' then\nif b('ZSCORE',gy,cf)==m then\nov=b('ZRANK',gy,cf)+(ml>0 and 0 or 1)\nelse\nov,ml=b('ZCOUNT',gy,'-inf','(' .. m),0\nend\nend\nlocal d,ou={'page',ARGV[1],'','',0},rf\nlocal ix=b('ZRANGE',gy,ov,ov+qb - 1,'WITHSCORES')\nfor q=1,#ix,2 do\nlocal cl,ka=string.match(ix[q],'^([^:]*):(.*)$')\nlocal oq,ct,os=pcall(ru,ot .. ka)\nlocal qp,bv,g=pcall(sn,ot .. ka,cl,ml,ou)\nct,bv,g=oq and ct or{},qp and bv or{},qp and g or 0\nif #ct+g+ml==0 then\nh('ZREM',gy,ix[q])\nelse\nif ml>0 then ct={}end\nfor bl,ba in ipairs({ka,oq and os or 0,#ct,#bv})do table.insert(d,ba)end\nfor bl,ba in ipairs(ct)do table.insert(d,ba)end\nfor bl,ba in ipairs(bv)do table.insert(d,ba)end\nou=ou - g\nif ou<=0 then\nd[3],d[4],d[5]=ix[q+1],ix[q],ml+g\nreturn d\nend\nend\nml=0\nend\nif #ix==2*qb then d[3],d[4]=ix[#ix],ix[#ix - 1] end\nreturn d\nend\nlocal rg={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal ko={'batch',ARGV[1]}\nlocal oi,ln=2,3\nwhile ARGV[ln] do\nlocal ka,ql,qd=ARGV[ln],ARGV[ln+1],ARGV[ln+2]\nlocal av,bm={},{ARGV[1]}\nfor q=oi,oi+ql - 1 do table.insert(av,KEYS[q])end\nfor q=ln+3,ln+2+qd do table.insert(bm,ARGV[q])end\nif rg[ka] then se(av[1],av[2],bm[6])end\nif ka=='web-locks/snapshot' then pcall(qk)end\nlocal d=bn(lq[ka],av,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(ko,d)\noi,ln=oi+ql,ln+3+qd\nend\npcall(qk)\nreturn ko", END);
