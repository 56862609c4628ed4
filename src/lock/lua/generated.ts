// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local b=redis.call\nlocal a={}\nlocal function g(x,...)\nlocal d=redis.call(x,...)\na[#a+1]={}\nreturn d\nend\nlocal function r(...)\na[#a]={...}\nend\nlocal function bb(ak,bp)\nredis.pcall('PUBLISH',ak,bp)\nif #a>0 then a[#a]={}end\nend\nlocal function bk(ad,...)\nlocal m=#a\nlocal p,d=pcall(ad,...)\nif p then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bn(ad,bg,bm)\nlocal p,d,bo=bk(ad,bg,bm)\nif p then return d end\nlocal c=type(d)=='table' and d.err or d\nif not string.find(c,'^%u+ ')then c='ERR ' .. c end\nreturn{err=c ..(bo and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bn(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function at(x,j,...)\nlocal p,d=pcall(g,x,j,...)\nif p then return d end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn g(x,j,...)\nend";

const onceCounter_ =
  "local function gi(c)\nif not c then return false end\nif #c>16 or not(c=='0' or string.find(c,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn c\nend";

const onceKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function ag(ao)\nreturn{'done',aj,tonumber(ao)}\nend\nlocal function p(ao,ju)\nju('SET',k,ao,'PX',f)\nr('UNLINK',k)\nreturn ag(ao)\nend";

const onceValue_ =
  "local ei,fc=unpack(b('MGET',j,k))\nif fc then return ag(fc)end\nei=gi(ei or b('GET',j))";

const stateLock_ =
  "local e,n,k,aj,h,by=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]\nlocal w,ax,am,v='','','',''";

const stateOwnerStateExists_ =
  "local aq,bs=false,false\nlocal function br(ay,cj)\naq,bs=ay~=false,ay\nw,ax,am=string.match(ay or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(cj or '')or ax\nend";

const stateLoadState_ =
  "local function cm()\nif k then\nbr(unpack(b('MGET',n,k)))\nelse\nbr(b('GET',n))\nend\nend";

const stateLostHow_ =
  "local function ch(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bf(t)\nreturn{'ended',aj,t}\nend\nlocal function cq()\nlocal t,ap=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bf(t),ap end\nend\nlocal function bz(c,f)\nif aq then\nlocal l=b('PTTL',n)\nif l>tonumber(f)then f=l end\nend\nat('SET',n,c .. am,'PX',f)\nif aq then r('SET',n,bs,'PX',f)else r('UNLINK',n)end\nend";

const stateRememberEnd_ =
  "local function av(t,f,ap)\nlocal c='-' .. t ..(ap or '')\nif k then\nat('SET',k,c,'PX',f)\nif v=='' then r('UNLINK',k)else r('SET',k,v,'PX',f)end\nelse\nbz(w .. '|' .. c,f)\nend\nreturn bf(t)\nend";

const lockHashMode_ =
  "local s,i\nlocal function y(ai)\nreturn string.rep('%x',ai)\nend\nlocal cc='^' .. table.concat({y(8),y(4),y(4),y(4),y(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bq()\nreturn w~='' or string.sub(v,1,1)=='+'\nend\nlocal function bi(u)\nlocal m=string.match(n,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(n,#m+#h+1)\nend\nlocal function cd(u)\nif string.find(string.gsub(u,':write$',''),cc)then return true end\nif KEYS.locked and(u~=h or h=='')then error('KEY_NOT_LOCKED')end\nlocal ae=b('GET',bi(u))\nreturn ae and(string.sub(ae,1,1)~='|' or string.sub(ae,1,2)=='|+')\nend\nlocal function bj(c)\nreturn #c<=6 and string.find(c,'^[1-9]%d*$')~=nil\nend\nlocal function ah(j)\nfor ar,az in ipairs(KEYS)do\nif az==j then error('NOT_A_LOCK ' .. ar)end\nend\nend";

const lockHashTimeLeft_ =
  "local function ck()\nlocal l=b('PTTL',e)\nif l==-1 then ah(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function bx()\nlocal o=b('HRANDFIELD',e,5,'WITHVALUES')\ns,i=#o>0 and 'plain',o[1]==h and o[2]\nif #o>2 then\ns,i=unpack(b('HMGET',e,'mode',h))\nif h=='mode' then i=false end\nif(s~='read' and s~='write')or(i and not bj(i))then ah(e)end\nend\nlocal af=i and bq()\nfor q=1,#o,2 do\nif o[q]~='mode' or s=='plain' then\nif not bj(o[q+1])then ah(e)end\naf=af or cd(o[q])\nend\nend\nif s and not af then ah(e)end\nreturn o\nend";

const grantLeaseMs_ =
  "local aa,f,fu=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local eu=ARGV[6]=='3'\nlocal cf=eu or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal cv,eg,gh=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dg(bc,aw)\nreturn cv .. bc .. ':rwlock_timeout:' .. aw\nend";

const readsBegin_ =
  "local function ec(aa)\nlocal l=s and b('PTTL',e)or -2\nif s=='write' then\ng('HSET',e,h,1)\nelse\ng('HSET',e,'mode','read',h,1)\nend\nif l==-2 then r('UNLINK',e)else r('HDEL',e,h)end\ng('SET',dg(h,1),'1','PX',aa)\nr('UNLINK',dg(h,1))\nif l<tonumber(aa)then g('PEXPIRE',e,aa)end\nend";

const grantTake_ =
  "local function dy()\nif k then\ng('SET',k,'+' .. by,'PX',f)\nr('UNLINK',k)\nam=ARGV[8]\nbz(by .. '|' .. ax,f)\nelse\ng('SET',n,'|+' .. ARGV[8],'PX',f)\nr('UNLINK',n)\nend\nec(aa)\nreturn{'held',aj,1,tonumber(aa),k and by or ''}\nend";

const readHoldsOwnLeft_ =
  "local function ii(ed)\nlocal l=k and b('PTTL',k)\nreturn l and(l==-1 and math.huge or l - ed)\nend";

const readHoldsLives_ =
  "local cn={}\nlocal function dp(bc,aw)\nlocal j=dg(bc,aw)\ncn[j]=cn[j] or b('PTTL',j)\nreturn cn[j]\nend";

const readHoldsSCRIPTMS_ =
  "local ga=10";

const readHoldsOWNMS_ =
  "local im=5";

const readHoldsSlotOf_ =
  "local function iy(i,dd)\nif not k then return 1,dp(h,1),true end\nlocal q,l,du=1,math.huge,false\nlocal iq=ax=='+' and w=='' and i>1\nfor aw=i,iq and 2 or 1,-1 do\nlocal az=dp(h,aw)\nlocal fn=az>dd - ga\nlocal iw=az<l and(aw>1 or l>dd+im or az<l - ga)\nif(fn and not du)or(fn==du and iw)then\nq,l,du=aw,az,fn\nend\nend\nreturn q,l,du\nend";

const readHoldsReadLeft_ =
  "local function mk(i,ed)\nlocal dd=ii(ed)\nlocal bl,l=iy(i,dd)\nlocal en=dd or math.huge\nfor bl,az in ipairs({l,b('PTTL',e)})do\nif az~=-1 then en=math.min(en,az)end\nend\nreturn en==math.huge and -1 or math.max(en,0)\nend";

const readsHoldLeft_ =
  "local function ep(i,f)\nreturn mk(i,f - ARGV[4])\nend\nlocal function ew()\nreturn s=='read' or s=='write'\nend\nlocal ff=64\nlocal function ey(aa,bl,f)\nlocal i=g('HINCRBY',e,h,1)\nr('HINCRBY',e,h,-1)\ng('SET',dg(h,i),'1','PX',aa)\nr('UNLINK',dg(h,i))\ng('PEXPIRE',k,f)\nreturn i,tonumber(aa)\nend";

const grantSettled_ =
  "local function fw()\nlocal bd=cq()\nif bd then return bd end\nlocal af=not k or v~=''\nbx()\nif i and af then\nlocal ci=string.sub(v,2)\nif w~='' and w~=ci then return av(ch('lost'),f)end\nreturn{'held',aj,tonumber(i),ep(tonumber(i),f),ci}\nend\nif i and ew()then\nif fu then return av('reentered',f)end\nif tonumber(i)>=ff then return av('crowded',f)end\nlocal l=ck()\nif string.sub(w,1,1)=='!' then w=by end\nlocal da=math.max(l,tonumber(aa))\ng('SET',k,'+' .. w,'PX',f+da)\nr('UNLINK',k)\nbz(w .. '|' .. ax,f)\nlocal ca,ac=ey(aa,da,f)\nif l<da then g('PEXPIRE',e,aa)end\nreturn{'held',aj,ca,ac,w}\nend\nif v~='' or(aq and not k)then return av(ch('lost'),f)end\nend";

const grantWithHolder_ =
  "local function hb(ag)\nif not eu or ag[1]~='busy' then return ag end\nlocal u,fv=unpack(b('HRANDFIELD',e,2))\nif u=='mode' and fv then u=fv end\nif u then\ntable.insert(ag,u)\ntable.insert(ag,not KEYS.locked and b('GET',bi(u))or '')\nend\nreturn ag\nend";

const waitersNow_ =
  "local ab,ba\nlocal function cz()\nba=b('TIME')\nab=ba[1]*1000+math.floor(ba[2]/1000)\nend";

const waitersDigits_ =
  "local function ai(ao)\nreturn string.format('%.0f',ao)\nend";

const waitersHEAD_ =
  "local ea='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dm(dx)\nreturn 'leasehound:' .. dx\nend";

const readHoldsMOSTWALKED_ =
  "local dw=80\nlocal function gb(bc,i)\nif i>dw then return math.max(b('PTTL',e),0)end\nlocal bw=0\nfor aw=1,i do\nbw=math.max(bw,dp(bc,aw))\nend\nreturn bw\nend";

const rwQueueQueue_ =
  "local as,dt,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cp=15000";

const rwQueueKEPTMS_ =
  "local eo=60000\nlocal kz=45000";

const rwQueueMOSTDROPPED_ =
  "local fg=64\nlocal gv=256\nlocal ge=false\nlocal hh='^' .. ea .. ':wake:[%w-]+$'\nlocal function fq(z)\nreturn string.sub(z,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fe(z)\nif g('ZREM',as,z)==0 then return false end\ng('ZREM',be,z)\nif fq(z)then g('ZREM',dt,z)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function fx(z,ba)\nlocal al=tonumber(ba or 0)\nif al<=ab then return al end\ng('ZADD',be,ai(ab),z)\nreturn ab\nend\nlocal function gj(fs,fk)\nlocal bu=b('ZRANGE',fs,0,0,'WITHSCORES')\nif #bu==0 then return false end\nif bu[1]==fk then return fk end\nif not ab then cz()end\nlocal al=fx(bu[1],b('ZSCORE',be,bu[1]))\nif al>ab - cp then return bu[1],tonumber(bu[2]),al+cp end\nbu=b('ZRANGE',fs,0,fg - 1,'WITHSCORES')\nlocal bv,fm,dq={},{},nil\nfor q=1,#bu,2 do table.insert(bv,bu[q])end\nlocal hv=b('ZMSCORE',be,unpack(bv))\nfor q,z in ipairs(bv)do\nal=fx(z,hv[q])\nif al>ab - cp then\ndq=q\nbreak\nend\ntable.insert(fm,z)\nend\nge=true\nfor bl,j in ipairs({as,dt,be})do g('ZREM',j,unpack(fm))end\nif dq then return bv[dq],tonumber(bu[2*dq]),al+cp end\nreturn #bv==fg and 'more'\nend";

const rwQueueTell_ =
  "local function cb(z,cw,ao)\nlocal cg=string.match(z,'^.|[^|]*|([^|]*)|')\nif string.find(cg,'^%d%d%d%d%d%d$')then\nbb(gh,cw .. cg .. ao)\nelseif string.find(cg,hh)then\nbb(dm(cg),cw .. ao .. ' ' .. e)\nend\nreturn cg\nend\nlocal function gd(dn)\nlocal bt,ao=gj(as)\nif not bt or bt=='more' then return end\nif fq(bt)then\nif dn=='free' then cb(bt,'2',ai(ao))end\nreturn\nend\nlocal m=b('ZRANGE',dt,0,0,'WITHSCORES')[2]\nlocal ae={}\nfor bl,bc in ipairs(b('ZRANGE',as,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,gv))do\nlocal cg=string.match(bc,'^.|[^|]*|([^|]*)|')\nif not ae[cg] then ae[cb(bc,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function pv(m)\nlocal mi=b('ZRANGE',as,gv - 1,gv - 1,'WITHSCORES')\nif mi[1] and(not m or tonumber(mi[2])<m)then\ncb(mi[1],'3',m and ai(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function hy(z)\nif not fe(z)then return end\nlocal ho=b('HGET',e,'mode')\nif ho~='write' then gd(ho and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function li(z)\nif not ab then cz()end\nlocal ar,ao=b('ZRANK',as,z),0\nif not ar then\nlocal jy=b('ZRANGE',as,-1,-1,'WITHSCORES')\nao=(tonumber(jy[2])or 0)+1\ng('ZADD',as,ai(ao),z)\nif fq(z)then g('ZADD',dt,ai(ao),z)end\nar=b('ZCARD',as)- 1\nend\ng('ZADD',be,ai(ab),z)\nif ao>0 or b('PTTL',be)<kz then\nfor bl,j in ipairs({as,dt,be})do g('PEXPIRE',j,eo)end\nend\nreturn ar+1,ao\nend";

const readsForgetOutlived_ =
  "local function ne()\nif not k or aq or v~='' then return end\nbx()\nif not i or not ew()or gb(h,tonumber(i))>0 then return end\nck()\ng(b('HLEN',e)==2 and 'DEL' or 'HDEL',e,h)\nend";

const fairReadWriteBlock_2 =
  "if b('EXISTS',unpack(KEYS))==0 then return dy()end\nlocal function nc(pi,m)\nlocal ag=dy()\npcall(function()\nif pi and fe(eg)and not ge then pv(m)end\nif ge then gd('read')end\nend)\nreturn ag\nend\ncm()\nne()\nlocal ag=fw()\nif ag then\nif k then pcall(hy,eg)end\nreturn ag\nend\nif k and s=='write' and b('HEXISTS',e,h .. ':write')==1 then return nc(true,0)end\nlocal l=ck()\nlocal dn=l==-2 and 'free' or s=='read' and 'read'\nlocal ke=l\nif dn then\nlocal mh=tonumber(b('ZSCORE',as,eg)or nil)\nlocal mr,ao,ly=gj(dt)\nif not mr or(mh and ao and ao>mh)then return nc(mh,ao)end\nke=mr=='more' and 0 or ly+1 - ab\nif ge then gd(dn)end\nend\nif cf then\nhy(eg)\nav('refused',f)\nreturn hb({'busy',aj,l,0,-1,0})\nend\nlocal ar,ao=li(eg)\nreturn{'busy',aj,l,ar,ke,ao}";

const writesBegin_ =
  "local function ec(aa)\ng('HSET',e,'mode','write',h,1)\nr('UNLINK',e)\ng('PEXPIRE',e,aa)\nr('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function kv(f,ed)\nlocal l=b('PTTL',e)\nif not k then return l end\nlocal ja=b('PTTL',n)\nif ja~=-1 then\nlocal dd=ja - ed\nl=math.max(l==-1 and dd or math.min(l,dd),0)\nend\ng('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function ep(bl,f)\nreturn kv(f,f - ARGV[4])\nend\nlocal function ew()\nreturn s=='write'\nend\nlocal ff=1000\nlocal function ey(aa)\nlocal i=g('HINCRBY',e,h,1)\nr('HINCRBY',e,h,-1)\nreturn i,tonumber(aa)\nend";

const grantTakeNew_ =
  "local function hu()\nif not g('SET',n,'|+' .. ARGV[8],'PX',f,'NX')then return end\nr('UNLINK',n)\nec(aa)\nreturn{'held',aj,1,tonumber(aa),''}\nend";

const fairReadWriteWasAnswered_ =
  "local py=ARGV[6]=='2'\nlocal function ij()\nlocal l=b('PTTL',e)\nif l>=0 and b('EXISTS',n)==0 then\nlocal ar,ao=li(eg)\nreturn{'busy',aj,l,ar,l,ao}\nend\nif l~=-2 then return end\nlocal bt=b('ZRANGE',as,0,0)[1]\nlocal ag=(not bt or bt==eg)and hu()\nif ag and bt then pcall(fe,eg)end\nreturn ag\nend\nif py and not k then\nlocal ag=ij()\nif ag then return ag end\nelseif b('EXISTS',unpack(KEYS))==0 then\nreturn dy()\nend\ncm()\nlocal ag=fw()\nif ag then\nif k then pcall(hy,eg)end\nreturn ag\nend\nlocal l=ck()\nlocal ke=l\nif l==-2 then\nlocal bt,bl,ly=gj(as,eg)\nif not bt or bt==eg then\nag=dy()\nif bt then pcall(fe,eg)end\nreturn ag\nend\nke=bt=='more' and 0 or ly+1 - ab\nif ge then gd('free')end\nelseif k then\nlocal bc=string.sub(h,1,-7)\nif gb(bc,tonumber(b('HGET',e,bc)or 0))>0 then\nhy(eg)\nreturn av('upgrade',f)\nend\nend\nif cf then\nhy(eg)\nav('refused',f)\nreturn hb({'busy',aj,l,0,-1,0})\nend\nlocal ar,ao=li(eg)\nreturn{'busy',aj,l,ar,ke,ao}";

const forceLock_ =
  "local e,n,h,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local o";

const forceStored_ =
  "local fc=b('GET',KEYS[2])\nif fc then return{'forced',ARGV[1],tonumber(fc)}end";

const forceLookAtLock_ =
  "local function ln()\no=bx()\nif s then ck()end\nend";

const forceForced_ =
  "local function ka(ej)\nat('SET',KEYS[2],ej,'PX',ARGV[2])\nr('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],ej}\nend";

const forceTellHolders_ =
  "local function lr()\nlocal ae=o[9] and '* ' or ''\nfor q=1,#o,2 do ae=ae .. o[q] .. ' ' end\nbb(ARGV[5],ae .. 'lost')\nend";

const stateExtended_ =
  "local ee,di={},{}";

const stateKeep_ =
  "local function em(j,ac,fl)\nif g('PEXPIRE',j,ac,'GT')==0 and(fl or di[e])then g('PEXPIRE',j,ac,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local fi=60000\nlocal function ez()\nreturn aq or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gh,cv,eg=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function cy()\nif b('PTTL',e)<0 or not pcall(bx)then return false end\nif string.find(h,':write$')then return s=='write' end\nreturn(s=='plain')==(cv=='')\nend\nlocal function er(cr)\nif k and v=='' and not cr then return nil end\nlocal ci=v~='' and string.sub(v,2)or cr or ''\nlocal i=(w=='' or w==ci)and b('HGET',e,h)or nil\nif i and not bq()and not cy()then return nil end\nreturn i\nend";

const readHoldsSetLife_ =
  "local function jn(bc,aw,ac)\nlocal j=dg(bc,aw)\ncn[j]=ac or -2\nif ac then g('SET',j,'1','PX',ac)else g('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function ig(de)\nif de>dw then return true end\nlocal bw,ca=0,0\nlocal ct=b('HGETALL',e)\nfor q=2,#ct,2 do ca=ca+(tonumber(ct[q])or 0)end\nif ca>dw then return true end\nfor q=1,#ct,2 do\nbw=math.max(bw,gb(ct[q],tonumber(ct[q+1])or 0))\nend\nif bw>0 then\ng('PEXPIRE',e,bw)\nelse\ng('DEL',e)\nend\nreturn bw>0\nend";

const rwQueueWakeNext_ =
  "local function ku(dn)\npcall(gd,dn)\nend";

const rwQueueGiveUp_ =
  "local function hl()\nif eg~='' then hy(eg)end\nend";

const endFirst_ =
  "local bt,hr,f,eh=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal ap=eh=='' and '' or ' ' .. eh";

const fairReadWriteFreed_ =
  "local function ej()\nku('free')\nbb(gh,'0')\nend";

const readsShortenLock_ =
  "local function kc(gs,de)\nif gs<b('PTTL',e)- ga or b('HGET',e,'mode')=='write' then return end\nif not ig(de or b('HLEN',e))then ej()end\nend\nlocal function el()\nlocal j,de=dg(h,1),b('HLEN',e)\nif de==2 then\ng('DEL',e,j)\nreturn ej()\nend\nlocal gs=dp(h,1)\ng('HDEL',e,h)\nr('HSET',e,h,i or 1)\nkc(gs,de)\npcall(g,'DEL',j)\nend";

const readsEndOne_ =
  "local function hk(hs,i,gg)\nlocal kn=dp(h,i)\nlocal aw,gs,du=iy(i,ii(ARGV[7] - hs))\ngg()\ng('HINCRBY',e,h,-1)\njn(h,i)\nif aw<i and kn>0 and(du or kn>gs)then\njn(h,aw,kn)\nelseif aw<i and du then\njn(h,aw)\nend\nkc(gs)\nend";

const endEndHold_ =
  "local function hj(cr)\nlocal fp,fo=true,nil\nif not k then\nfp,fo=pcall(b,'HGET',e,h)\nend\nif fo=='1' then\nlocal p,m=pcall(g,'SET',n,'|-released' .. ap,'PX',f,'GET')\nif p and m then r('SET',n,m,'PX',f)end\nif p and not m then r('UNLINK',n)end\nif p and(m and string.sub(m,1,2)=='|+' or not m and cy())then\nel(true)\nreturn bf('released')\nend\nif p and not m then return av('taken',fi)end\nif p then\nlocal ds=f+b('PTTL',e)\ng('SET',n,m,'PX',ds)\nr('SET',n,m,'PX',ds)\nend\nend\ncm()\nlocal bd,hq=cq()\nif bd and ap~='' and hq~=eh and(bd[3]=='released' or string.find(bd[3],'^still'))then\nreturn bf('released-elsewhere')\nend\nif bd then return bd end\nlocal i=(fp or ez())and er(bt and cr)\nif not i then\nlocal t=ch(b('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=av(t,ez()and f or fi)\nhl()\nreturn d\nend\nif tonumber(i)>1 then\nlocal t='still:' .. i - 1\nhk(hr,tonumber(i),function()\nav(t,f,ap)\nend)\nif k then pcall(em,n,f)end\nreturn bf(t)\nend\nlocal d=av('released',f,ap)\nel()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return hj(ARGV[4])";

const stateExtend_ =
  "local function gf(j,ac)\nif g('PEXPIRE',j,ac,'GT')==1 then return true end\nif not ee[j] and g('PEXPIRE',j,ac,'NX')==1 then di[j]=true end\nee[j]=true\nreturn di[j]\nend";

const exclusiveEndOne_ =
  "local function hk(hs,bl,gg)\ngf(e,hs)\ngg()\ng('HINCRBY',e,h,-1)\nend";

const fairReadWriteFreed_2 =
  "local function ej(dn)\nku(dn)\nbb(gh,'1')\nend";

const writesEndLast_ =
  "local function el()\nlocal de,dn=b('HLEN',e),'free'\nif de==2 then\ng('DEL',e)\nelse\ng('HSET',e,'mode','read')\nr('HSET',e,'mode','write')\ng('HDEL',e,h)\nr('HSET',e,h,i or 1)\nif ig(de)then dn='read' end\nend\nej(dn)\nend";

const exclusiveBegin_ =
  "local function ec(aa)\ng('HINCRBY',e,h,1)\nr('UNLINK',e)\ng('PEXPIRE',e,aa)\nr('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function ep(bl,f)\nlocal l=b('PTTL',e)\nif k then g('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function ew()\nreturn s=='plain'\nend\nlocal ff=1000\nlocal function ey(bl,l)\nlocal i=g('HINCRBY',e,h,1)\nr('HINCRBY',e,h,-1)\nreturn i,l\nend";

const waitersMAILBOX_ =
  "local ex=ea .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cb(an,...)\nbb(dm(an),table.concat({...},' '))\nend";

const queueQueue_ =
  "local as,cs,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cp=15000\nlocal dj=2000\nlocal fh=100\nlocal kd=10\nlocal ik=false\nlocal function ek(x,j,df)\nfor q=1,#df,dj do\ng(x,j,unpack(df,q,math.min(q+dj - 1,#df)))\nend\nend\nlocal function dz()\nreturn b('ZDIFF',2,cs,be,'WITHSCORES')\nend\nlocal function hn()\nlocal cf=b('LINDEX',as,-1)\nreturn cf,tonumber(cf and b('ZSCORE',cs,cf)or nil)\nend";

const queueLeave_ =
  "local function fe(fr,dk)\nlocal bv=b('LRANGE',as,0,fh)\nlocal is=#bv>fh\nlocal gm=is and dz()or b('ZRANGE',cs,0,-1,'WITHSCORES')\nlocal go,cf,eq={},nil,nil\nfor q=1,#gm,2 do\ngo[gm[q]]=gm[q+1]\nend\nif is then\ncf,eq=hn()\nbv=(#gm>0 or dk>kd)and b('LRANGE',as,0,-1)\nend\nlocal gn,cu,ef,gz=0,{},{},{}\nfor bl,z in ipairs(bv or{})do\nif fr[z] then\ngn=gn+gc\ntable.insert(ef,z)\nelse\ntable.insert(gz,z)\nif gn>0 and go[z] then\ntable.insert(cu,ai(go[z] - gn))\ntable.insert(cu,z)\nend\nend\nend\nif not bv then\nfor z in pairs(fr)do\nif g('LREM',as,0,z)>0 then table.insert(ef,z)end\nend\nelseif #ef==1 then\ng('LREM',as,0,ef[1])\nelseif #ef>1 then\ng('DEL',as)\nek('RPUSH',as,gz)\nend\nek('ZREM',cs,ef)\nif eq then\nlocal ip=eq - #ef*gc\ncf,eq=hn()\nif eq and eq>ip and not go[cf] then\ntable.insert(cu,ai(ip))\ntable.insert(cu,cf)\nend\nend\nek('ZADD',cs,cu)\nif bv and #gz==0 then g('DEL',be)end\nend\nlocal function jw()\nlocal gp=b('ZRANGEBYSCORE',be,'-inf',ai(ab - cp))\nif #gp==0 then return end\nlocal fr={}\nfor bl,z in ipairs(gp)do\nfr[z]=true\nend\nfe(fr,#gp)\nek('ZREM',be,gp)\nik=true\nend\nlocal function km()\nwhile true do\nlocal cl=b('LINDEX',as,0)\nif not cl then return false end\nif not ab then cz()end\nlocal al=tonumber(b('ZSCORE',be,cl)or nil)\nif al and al>ab then\nlocal fj={}\nfor bl,z in ipairs(b('ZRANGEBYSCORE',be,'(' .. ai(ab),'+inf'))do\ntable.insert(fj,ai(ab))\ntable.insert(fj,z)\nend\nat('ZADD',be,fj[1],fj[2])\nek('ZADD',be,fj)\nal=ab\nend\nlocal et=not al and tonumber(b('ZSCORE',cs,cl)or nil)\nlocal jc=al and al+cp or et or 0\nif jc>ab then return cl,jc,al~=nil end\nif al then\njw()\nelse\ng('LPOP',as)\ng('ZREM',cs,cl)\nik=true\nend\nend\nend\nlocal function jz(bt)\nlocal ft=g('ZPOPMIN',cs,fh+1)\nlocal m,cu,l={},{},false\nfor q=#ft,1,-1 do table.insert(m,ft[q])end\nif #ft>0 then r('ZADD',cs,unpack(m))end\nlocal function hp(df)\nfor q=2,#df,2 do\nif df[q - 1]==bt then\nl=true\nelse\ntable.insert(cu,ai(df[q] - gc))\ntable.insert(cu,df[q - 1])\nend\nend\nend\nhp(ft)\nif #ft>2*fh then\nif not l then g('ZREM',cs,bt)end\nhp(dz())\nhp({hn()})\nend\nek('ZADD',cs,cu)\nif #cu==0 and b('EXISTS',as)==0 then g('DEL',be)end\nend\nlocal function jm(z)\nif KEYS.locked then return end\nlocal c=redis.pcall('GET',(string.gsub(bi(z),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(c)=='string' and c or nil\nend\nlocal function jo(dr,...)\nlocal an=string.match(dr or '','^~?(' .. ex .. ') ')\nif an then cb(an,...)end\nreturn an\nend\nlocal function kf(gr,z,dr)\nif not jo(dr,'try',z,0)then bb(gr .. z,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local ox=30000\nlocal ow=86400000\nlocal function nd()\nlocal ag=dy()\nbk(jz,h)\nreturn ag\nend\nlocal function nk(et)\nlocal oa=et - ab+gc+cp\nif b('PTTL',be)<oa then g('PEXPIRE',be,ai(oa))end\nend\nlocal function pn(ar,pd,cu)\nwhile true do\nlocal o=b('LRANGE',as,ar+1,ar+fh)\nfor bl,z in ipairs(o)do\nif b('ZSCORE',be,z)then return end\nlocal et=b('ZSCORE',cs,z)\nif et then\ntable.insert(cu,ai(et+pd))\ntable.insert(cu,z)\nend\nend\nif #o<fh then return end\nar=ar+fh\nend\nend\nlocal of=false\nlocal function ag()\nlocal kh=b('EXISTS',e,n,k or n)\nif kh==0 then\nlocal cl=g('LPOP',as)\nif not cl then\nr('EXISTS',as)\nreturn dy()\nend\nr('LPUSH',as,cl)\nif cl==h then return nd()end\ng('LPUSH',as,cl)\nelse\nlocal iu=not k and kh==1\nif not iu then cm()end\nlocal ag=not(iu and ARGV[6]=='2')and fw()\nif ag then return ag end\nend\nlocal l=ck()\ncz()\nlocal ar=b('LPOS',as,h)\nlocal gq=ar and g('ZADD',be,ai(ab),h)==1\nif gq then nk(ab+(ar+1)*gc)end\njw()\nlocal cl,ng\nif l==-2 then\ncl,ng=km()\nend\nif l==-2 and not cl then\ng('DEL',be)\nreturn dy()\nend\nif l==-2 and cl==h then\ng('LPOP',as)\nr('LPUSH',as,h)\nreturn nd()\nend\nif ik then\nar=b('LPOS',as,h)\nif l==-2 then kf(ARGV[10],cl,jm(cl))end\nend\nif cf then\nif ar then\nfe({[h]=true},1)\ng('ZREM',be,h)\nend\nav('refused',f)\nreturn hb({'busy',aj,l,ar and ar+1 or 0,-1})\nend\nlocal af=ar and tonumber(b('ZSCORE',cs,h)or nil)\nif af and af<ab - ow then af=nil end\nlocal et=af\nif not ar then\nlocal jy=b('LINDEX',as,-1)\net=(jy and b('ZSCORE',cs,jy)or ab+math.max(l,0))+gc\nar=g('RPUSH',as,h)- 1\nof=true\ng('ZADD',be,ai(ab),h)\nend\nlocal nf=ab+(ar+1)*gc\nif not et or et<nf - gc+ox then et=nf end\nif et~=af then\nlocal cu={ai(et),h}\nif af and not gq then pn(ar,et - af,cu)end\nek('ZADD',cs,cu)\nnk(et)\nend\nreturn{'busy',aj,l,ar+1,l==-2 and ng+1 - ab or l}\nend";

const waitersIsHeard_ =
  "local function ha(an)\nlocal dl=redis.pcall('PUBSUB','NUMSUB',dm(an))\nreturn dl.err~=nil or dl[2]~=0\nend";

const waitersDated_ =
  "local function lx(c)\nreturn(string.gsub(c,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. ai(ab).. ' '))\nend";

const waitersIsCluster_ =
  "local function nh()\nlocal lm=redis.pcall('INFO','cluster')\nreturn type(lm)=='string' and string.find(lm,'cluster_enabled:1',1,true)~=nil\nend\nlocal function mz()\nlocal p,na=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn p and na=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function nq(c,dl)\nc=lx(c)\nif dl~='1' or string.sub(c,1,1)=='~' then return c end\nlocal no=mz()and ha(string.match(c,'^%S+'))and not nh()\nreturn(no and '' or '~').. c\nend";

const waitersSECRET_ =
  "local ic=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local io=20";

const waitersTellGranted_ =
  "local function jb(an,cx,...)\nlocal c='granted ' .. table.concat({...},' ')\ncb(an,c,string.sub(redis.sha1hex(cx .. c .. cx),1,io))\nend";

const waitersSTANDINGMS_ =
  "local id=150000\nlocal ib='^(~?)(' .. ex .. ') (%S+) (' .. ic .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t])(.*)$'\nlocal ia=15\nlocal function gt(c)\nlocal bh,an,h,cx,aa,f,ht,t,am=string.match(c,ib)\nif not bh or string.find(am,'^[^\\n]')or math.max(#aa,#f)>ia then return end\nif ab - ht>=id or(bh=='' and not ha(an))then return end\nreturn bh,an,h,cx,aa,f,t,am\nend";

const waitersStanding_ =
  "local db,fd=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal eo=160000\nlocal function fb()\ng('SET',fd,'1','PX',eo)\nend";

const waitersCALLEDMS_ =
  "local fy=65\nlocal hc=50\nlocal al=0\nlocal function gk(ar,cw,ac)\nlocal c=b('LINDEX',db,ar)\nif not c then return false end\nlocal an,h=string.match(c,'^~?(' .. ex .. ') (%S+)')\nif an then cb(an,cw,h,ac)end\nreturn true\nend\nlocal function he(cw,ac)\nif gk(0,cw,ac)then fb()end\nend\nlocal function hf(h)\nreturn KEYS.locked or b('EXISTS',bi(h))==0\nend\nlocal function hd(ac)\nif not ab then cz()end\nwhile al<hc do\nal=al+1\nlocal c=b('LINDEX',db,0)\nif not c then return end\nlocal bh,an,h=gt(c)\nlocal gl=bh and hf(h)\nif gl and(bh=='' or ac>0)then\nfb()\ncb(an,ac==0 and 'try' or 'next',h,ac)\nif ac==0 or bh=='~' then gk(1,'next',ac+fy)end\nreturn\nend\ng('LPOP',db)\nif gl then\ncb(an,'try',h,0)\nac=fy\nend\nend\nhe(ac==0 and 'try' or 'next',ac)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local il=5000\nlocal function ir(h,aa,f,am)\nif not g('SET',bi(h),'|+' .. am,'PX',f,'NX')then return end\nr('UNLINK',bi(h))\nlocal dh=math.min(tonumber(aa),il)\ng('HINCRBY',e,h,1)\nr('UNLINK',e)\ng('PEXPIRE',e,dh)\nr('UNLINK',e)\nreturn dh\nend";

const waitersWithGrant_ =
  "local function je(d,co)\nif not co then return d end\ntable.insert(d,'granted')\nfor bl,jd in ipairs(co)do table.insert(d,jd)end\nreturn d\nend";

const queueGrantFirst_ =
  "local function mc(z,dr)\nlocal bh,an,h,cx,aa,f,bl,am=gt(dr)\nif bh~='' or h~=z then return end\nlocal dh=ir(h,aa,f,am)\nif not dh then return end\ng('LPOP',as)\njz(h)\njb(an,cx,h,ai(ab),dh,ai(ab))\nlocal jj=b('LINDEX',as,0)\nif jj then jo(jm(jj),'next',jj,dh)end\nreturn{h,dh}\nend\nlocal function lf(gr,gx)\nlocal cl,dr\nlocal p,co=bk(function()\nlocal bl,it\ncl,bl,it=km()\ndr=it and jm(cl)\nreturn dr and mc(cl,dr)\nend)\nlocal bq=p and co or(not p and redis.pcall('EXISTS',e)==1)\nif bq then\nif gx==2 then pcall(fb)end\nreturn p and co\nend\nif cl then pcall(kf,gr,cl,dr)end\nif gx==2 then pcall(hd,0)end\nend";

const stateTimeouts_ =
  "local cv=''";

const fenceMarkKey_ =
  "local mu,aj,ce=KEYS[1],ARGV[1],ARGV[2]\nlocal function pb(bh)\nif not bh then return true end\nif not string.find(bh,'^%d+$')then error('the mark of this resource is no number')end\nreturn #bh<#ce or(#bh==#ce and bh<=ce)\nend\nlocal function pg(bh,dc)\nif bh==ce then return false end\nlocal ba=b('TIME')\nif tonumber(ce)<=(ba[1]+60)*1e6+ba[2] then return false end\nlocal au=tonumber(b('GET',dc)or '')\nreturn not au or au<tonumber(ce)\nend\nlocal function pp(bh)\nif bh~=ce then g('SET',mu,ce)end\nend";

const grantLooked_ =
  "local hw\nlocal function ie(ih)\nif ih then\nlocal cy,o=pcall(bx)\nif not cy or i then return end\nhw=o\nend\nif s==false then return -2 end\nreturn b('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function iu()\nreturn b('EXISTS',n)==0\nend";

const grantRefuseNew_ =
  "local function ko(l)\nif not l or l<0 then return end\nlocal gq\nif cf then\ngq=at('SET',n,'|-refused','PX',f,'NX')\nelse\ngq=iu()\nend\nif gq then return{'busy',aj,l}end\nend";

const waitersMOST_ =
  "local dj='9223372036854775807'";

const fencedTokenKey_ =
  "local dc=KEYS[3]";

const waitersReadToken_ =
  "local function jk()\nlocal au=b('GET',dc)\nreturn au~='' and au\nend\nlocal function ji(c)\nreturn string.find(c,'^%d+$')and(#c<#dj or(#c==#dj and c<=dj))\nend\nlocal function hx(au,hi)\nlocal ce=hi[1] .. string.format('%06d',hi[2])\nau=au or ''\nlocal hm=#au<#ce or(#au==#ce and au<ce)\nif hm then g('SET',dc,ce)else g('INCR',dc)end\nif au=='' then r('UNLINK',dc)else r('SET',dc,au)end\nreturn hm and ce or b('GET',dc)\nend";

const fencedWithToken_ =
  "local function jv(ag,ce)\ntable.insert(ag,ce)\nreturn ag\nend\nlocal function iv()\nlocal au=jk()\nif au and not ji(au)then ah(dc)end\nreturn au\nend\nlocal function lq(au)\nif au==dj then ah(dc)end\nlocal ce=hx(au,b('TIME'))\nreturn jv(dy(),ce)\nend\nlocal function nz()\nlocal ob,au=pcall(iv)\nlocal ag=ob and au~=dj and hu()\nreturn ag and jv(ag,hx(au,b('TIME')))\nend\nlocal function nu()\ncm()\nlocal au=k and v=='' and iv()\nlocal ag=fw()\nif ag and ag[1]=='held' then jv(ag,au or iv()or hx(nil,b('TIME')))end\nreturn ag,au\nend";

const fencedQuickAnswer_ =
  "local function ij()\nif k then return b('EXISTS',e,n,k)==0 and lq(iv())end\nlocal l=ie(ARGV[6]~='2')\nreturn l==-2 and nz()or ko(l)\nend\nlocal function jf()\nlocal ag,au=nu()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then\nif not k then au=iv()end\nreturn lq(au)\nend\nif cf then av('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function ag()\nreturn hb(ij()or jf())\nend";

const standIsOurs_ =
  "local it=0\nlocal function iu()\nlocal o=hw or b('HRANDFIELD',e,2,'WITHVALUES')\nlocal gy={n}\nif #o==2 and not KEYS.locked then table.insert(gy,bi(o[1]))end\nlocal dd,dz=unpack(b('MGET',unpack(gy)))\nit=dz and string.sub(dz,1,1)~='!' and 1 or 0\nreturn not dd\nend";

const standStand_ =
  "local function nv()\ncz()\nlocal c=nq(ARGV[10],ARGV[11])\nlocal ar=ARGV[9]~='' and b('LPOS',db,ARGV[9])\nif ar then\ng('LSET',db,ar,c)\nelse\ng('RPUSH',db,c)\nend\ng('PEXPIRE',db,eo)\nfb()\nreturn c\nend";

const standAnswerOrStand_ =
  "local function pc()\nlocal d=ag()\nif d[1]=='busy' and not cf then\nlocal p,c=pcall(nv)\nif p then\ntable.insert(d,ab)\ntable.insert(d,c)\ntable.insert(d,it)\nend\nelseif ARGV[9]~='' then\npcall(g,'LREM',db,0,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local hz=60000\nlocal ls=64";

const stealRob_ =
  "local function ml(u,l)\nlocal dz=bi(u)\nlocal f=math.max(l+hz,b('PTTL',dz))\nlocal iz='!' .. jp .. '|'\nlocal m=g('SET',dz,iz .. '-' .. jp,'PX',f,'GET')\nif m then r('SET',dz,m,'PX',f)else r('UNLINK',dz)end\nlocal ae=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not ae then return end\ng('SET',dz,iz .. ae,'PX',f)\nr('SET',dz,m,'PX',f)\nend\nlocal function mn(l,mp)\nlocal kq={}\nfor bl,u in ipairs(b('HRANDFIELD',e,ls+1))do\nif u~='mode' or s=='plain' then\nml(u,l)\ntable.insert(kq,u)\nend\nend\ng('UNLINK',e)\nlocal gy=table.concat(kq,' ')\nbb(mq,gy .. ' ' .. jp)\nlocal ag=mp()\ntable.insert(ag,gy)\nreturn ag\nend";

const stealQuickAnswer_ =
  "local function ij()\nif k then return b('EXISTS',e,n,k)==0 and kt()end\nlocal l=ie(true)\nif l==-2 then return mo()end\nif l and l>=0 and b('EXISTS',n)==0 then return kr(l)end\nend";

const stealFullAnswer_ =
  "local function jf()\nlocal ag=af()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return kt()end\nreturn kr(l)\nend\nlocal function ag()\nreturn ij()or jf()\nend";

const inspectSubscriptions_ =
  "local function nx(gr)\nlocal dl=redis.pcall('PUBSUB','NUMSUB',unpack(gr))\nif dl.err then return -1 end\nlocal ks=0\nfor q=2,#dl,2 do ks=ks+dl[q] end\nreturn ks\nend";

const lockHashLONGESTVALUE_ =
  "local mx=500\nlocal function nn(j)\nlocal ei=redis.pcall('GETRANGE',j,0,mx)\nif type(ei)~='string' then return nil end\nreturn string.match(ei,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function pk(dv,mg)\nreturn 'light\\n' .. dv .. ' ' .. mg\nend";

const inspectLONGESTSTATE_ =
  "local oz=700\nlocal function pw(bg)\nlocal lg=#bg>0 and b('MGET',unpack(bg))or{}\nfor q=1,#bg do lg[q]=string.sub(lg[q] or '',1,oz)end\nreturn lg\nend";

const inspectMOSTBYTES_ =
  "local my=50000\nlocal function me(c)\nlocal bl,nr=string.gsub(c,'[^%w:{}_./ -]','')\nreturn #c+5*nr+3\nend";

const permitsCount_ =
  "local function i(c)\nreturn tonumber(gi(c))\nend";

const permitsPermits_ =
  "local fa,fz,aj=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local ba=b('TIME')\nlocal ab=ba[1]*1000+math.floor(ba[2]/1000)\nlocal lk=1000";

const lockQuickAnswer_ =
  "local function ij()\nif k then return b('EXISTS',e,n,k)==0 and dy()end\nlocal l=ie(ARGV[6]~='2')\nreturn l==-2 and hu()or ko(l)\nend\nlocal function jf()\ncm()\nlocal ag=fw()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return dy()end\nif cf then av('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function ag()\nreturn hb(ij()or jf())\nend";

const holdBlock_ =
  "cm()\nlocal bd=cq()\nif bd then return bd end\nlocal i=er()\nif not i then return av(ch('lost'),ARGV[4])end\nreturn{'counted',aj,tonumber(i),ep(tonumber(i))}";

const waitersTokenKey_ =
  "local dc";

const waitersUNTOLDMS_ =
  "local la=1000\nlocal function lh()\ndc='redisson_lock_token:' .. string.match(db,'^[^:]+:[^:]*:standing:(.*)$')\nlocal p,au=pcall(jk)\nreturn p and(not au or(ji(au)and au~=dj)),au\nend\nlocal function lb(dv,an,h,cx,aa,f,t,am)\nlocal jq,au=true,nil\nif t=='t' then\njq,au=lh()\nend\nif not jq then return cb(an,'try',h,0)end\nlocal dh=ir(h,aa,f,am)\nif not dh then return end\nlocal ce=t=='t' and hx(au,ba)or nil\njb(an,cx,h,ai(ab),dh,ai(dv),ce)\nreturn{h,dh,ce}\nend\nlocal function jt(ak)\nbb(ak,'1000000')\nbb(ak,'0')\nend\nlocal function js(ak)\njt(ak)\npcall(hd,0)\nend\nlocal function le(ak,dv)\nif not ab then cz()end\ndv=math.min(tonumber(dv)or ab,ab)\nif KEYS.locked or ab - dv>=la then return js(ak)end\nwhile al<hc do\nal=al+1\nlocal c=g('LPOP',db)\nif not c then\nbb(ak,'0')\nreturn\nend\nlocal bh,an,h,cx,aa,f,t,am=gt(c)\nif bh=='~' and hf(h)then\njt(ak)\ncb(an,'try',h,0)\nhd(fy)\nreturn\nend\nlocal co=bh=='' and lb(dv,an,h,cx,aa,f,t,am)\nif co then\npcall(he,'next',co[2])\nreturn co\nend\nend\njs(ak)\nend\nlocal function ej(ak,gx,dv)\nal=0\nif gx==2 then\nlocal p,co=bk(le,ak,dv)\nif p then return co end\nif redis.pcall('EXISTS',e)==1 then return end\nend\nbb(ak,'0')\nend";

const holdRenew_ =
  "local function ld(aa,f,ds,mf,jl)\nlocal bd=cq()\nif bd then return nil,bd end\nlocal i=er()\nif not i then return nil,av(ch('lost'),f)end\ngf(e,aa)\nif jl then jl(tonumber(i))end\nif k then\nif aq then\nem(n,ds)\nelse\nbz(string.sub(v,2).. '|',ds)\nend\nem(k,ds,jl)\nelseif mf then\nem(n,ds)\nend\nreturn tonumber(i)\nend";

const holdRenewEach_ =
  "local function pr()\nlocal nb,ed=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal ca=(#ARGV - 3)/6\nlocal lu,lc={},0\nfor q=1,ca do\ntable.insert(lu,KEYS[2*q])\nend\nfor q=2*ca+1,#KEYS do\ntable.insert(lu,KEYS[q])\nend\nlocal nl=b('MGET',unpack(lu))\nlocal kp={'renewals',ARGV[1]}\nfor q=1,ca do\nlocal aa,f,md\nh,by,aa,f,md,cv=unpack(ARGV,6*q - 2,6*q+3)\ne,n,k=KEYS[2*q - 1],KEYS[2*q],nil\nif md=='1' then\nlc=lc+1\nk=KEYS[2*ca+lc]\nend\nbr(nl[q],k and nl[ca+lc])\nlocal mm=cv~=''\nlocal dd=mm and ii(ed)\nlocal l=nb and not mm and b('PTTL',e)\nif l and k then l=math.min(l,b('PTTL',n)- ed,b('PTTL',k)- ed)end\nlocal i,bd\nif l and l>nb then\nbd=cq()or not er()and av(ch('lost'),f)\nelse\nl=tonumber(aa)\ni,bd=ld(aa,f,l+ed,md=='2',mm and function(ca)\nnt(ca,dd,aa)\nend)\nend\ntable.insert(kp,bd and bd[3] or l)\nend\nreturn kp\nend";

const readHoldsRenewSlot_ =
  "local function nt(i,dd,aa)\nlocal aw=1\nif i>1 then aw=iy(i,dd)end\nlocal j=dg(h,aw)\nif not gf(j,aa)then g('SET',j,'1','PX',aa,'NX')end\ncn[j]=nil\nend";

const lockHashLock_ =
  "local e,n,h,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "bx()\nlocal l=ck()";

const ownerAnswer_ =
  "local function ag(es)\nreturn{'done',aj,tonumber(es)}\nend\nlocal function p(es)\nat('SET',k,es,'PX',ARGV[4])\nr('UNLINK',k)\nreturn ag(es)\nend";

const ownerHeldCount_ =
  "local function jg(jh)\nbx()\nif s and(s=='plain')~=jh then ah(e)end\nif s then ck()end\nreturn i and tonumber(i)\nend";

const ownerENDED_ =
  "local hg='released-elsewhere'\nlocal hz=60000\nlocal function kg(kk)\nlocal f=math.max(b('PTTL',e)+hz,b('PTTL',n))\nat('SET',n,'!' .. hg .. '|-' .. hg,'PX',f)\nif aq then r('SET',n,bs,'PX',f)else r('UNLINK',n)end\nlocal kl=kk()\nbb(ARGV[6],h .. ' ' .. hg)\nreturn kl\nend";

const ownerBlock_ =
  "cm()";

const ownerEndReads_ =
  "local function pf()\nif v~='' then return ag(v)end\nlocal ca=jg(false)\nif not ca then return p(0)end\nlocal d=p(1)\nkg(function()\ncn[dg(h,1)]=gb(h,ca)\nel()\nfor aw=2,ca do pcall(jn,h,aw)end\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function ps()\np(1)\nreturn{'done',aj,1,w}\nend";

const permitsGiveBack_ =
  "local function mb(dk,ak,en,lz,...)\nlocal eb=at('INCRBY',fa,dk)\nr('INCRBY',fa,-dk)\nlz(...)\nif eb>=en then bb(ak,ai(eb))end\nend";

const permitsSweep_ =
  "local function ny(eb,ak)\nlocal jx,gu=unpack(b('ZRANGE',fz,0,0,'WITHSCORES'))\nif jx and #jx~=16 then error('NOT_A_LOCK 2')end\nif not jx or tonumber(gu)>ab then return eb end\nlocal ki=b('ZCOUNT',fz,'-inf',ai(ab))\nlocal dk=math.min(ki,lk)\nmb(dk,ak,1,g,'ZREMRANGEBYRANK',fz,0,dk - 1)\nreturn eb+ki\nend";

const permitExpirableRecord_ =
  "local k,ak,f=KEYS[3],ARGV[2],ARGV[4]\nlocal lv=setmetatable({},{\n__index=function(ev,y)\nev[y]=string.char(tonumber(y,16))\nreturn ev[y]\nend,\n})\nlocal gw,ev={},string.gsub(ARGV[3],'..',lv)\nlocal function l()\nlocal en,dk=math.huge,0\nfor bl,gu in ipairs(b('ZMSCORE',fz,unpack(gw)))do\nen=math.min(en,gu and gu - ab or 0)\nif gu then dk=dk+1 end\nend\nreturn en,dk\nend";

const permitExpirableEnded_ =
  "local function bf(t)\nreturn{'ended',aj,t}\nend\nlocal function gg(t)\nlocal m=at('SET',k,'-' .. t,'PX',f,'GET')\nif m then r('SET',k,m,'PX',f)else r('UNLINK',k)end\nreturn bf(t)\nend\nlocal function cq(bh)\nif bh and string.sub(bh,1,1)=='-' then return bf(string.sub(bh,2))end\nend";

const permitExpirableScored_ =
  "local function pu(aa)\nlocal df,gu={},ai(ab+aa)\nfor bl,pm in ipairs(gw)do\ntable.insert(df,gu)\ntable.insert(df,pm)\nend\nreturn unpack(df)\nend";

const permitExpirableLostEnd_ =
  "local function mt()\nreturn cq(b('GET',k))or gg('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#ev,16 do\ntable.insert(gw,string.sub(ev,q,q+15))\nend";

const readWriteTimeouts_ =
  "local cv=ARGV[9]\nlocal jp,mq=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function kr(l)\nif s=='plain' then ah(e)end\nreturn mn(l,dy)\nend\nlocal mo,kt=hu,dy";

const readWriteKnown_ =
  "local function af()\ncm()\nreturn fw()\nend";

const readWriteBlock_ =
  "return ag()";

const semaphoreKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bf(t)\nreturn{'ended',aj,t}\nend\nlocal function av(t)\nat('SET',k,'-' .. t,'PX',f)\nr('UNLINK',k)\nreturn bf(t)\nend\nlocal ei,bh=unpack(b('MGET',j,k))\nlocal function fa()\nreturn gi(ei or b('GET',j))\nend";

const semaphoreTaken_ =
  "local mw=bh and string.match(bh,'^%+(%d+)$')\nif bh and not mw then return bf(string.sub(bh,2))end";

const semaphoreNotify_ =
  "local function po(ak,fa)\nif fa>=0 then bb(ak,fa)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "add8d9f6dcb69b23349e1564b27d339d290f3462", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ei then return p(0,at)end\nlocal l=ei - 1\nlocal d=p(math.max(l,0),at)\ng('DECR',j)\nif l>0 then return d end\nr('INCR',j)\ng('DEL',j)\nif l==0 then bb(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "8eceef2031c3dfd499e769cc11358bff009e99b5", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ei then return p(0,at)end\nlocal d=p(1,at)\ng('DEL',j)\nbb(ARGV[3],'1')\nbb(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-read", "010706cd2509582f93a618a6c247ac3bb667be8c", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-write", "36e0375bf7d39a3e447fe21b16dfa5e152892fb9", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "4e445dc5b675c4d01ee9266fb8c7d01b4f4297f4", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "ln()\nlocal gh=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if s=='plain' then ah(e)end\nif s~=ARGV[6] then return ka(0)end\nlocal d=ka(1)\ng('DEL',e)\npcall(gd,'free')\nbb(gh,s=='write' and '1' or '0')\nlr()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-read", "fa13dec1abdcaa7d6f0a77636141b0637d9e662a", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-write", "4856fbacdf559eda01a976577cb2249e728b7bc0", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "1d08bb3e1f1647b2c1e33725d1355c8bd5ea4acf", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal gc=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return ag()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "a84b2bd4bb763f4dd4a9f8640cd8b2b7d8484c4c", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal gc=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local eo=cp+5000\nlocal qz=100\nlocal function rj(ar)\nlocal jr=b('HRANDFIELD',e)\nlocal iz=jr and b('GET',bi(jr))\nif not iz or string.sub(iz,1,1)=='!' or ar>qz then return 0 end\nif ar==1 then return 1 end\nfor bl,al in ipairs(b('ZMSCORE',be,unpack(b('LRANGE',as,0,ar - 2))))do\nif not al then return 0 end\nend\nreturn 1\nend\nlocal function nv(ar)\nlocal c=nq(ARGV[12],ARGV[13])\nlocal m=g('SET',KEYS[6],c,'PX',eo,'GET')\nreturn c,m==ARGV[11] and not of and 1 or rj(ar)\nend\nlocal d=ag()\nif d[1]~='busy' or cf or KEYS.locked then return d end\nlocal p,c,oo=pcall(nv,d[4])\nif p then\nfor bl,jd in ipairs({ab,c,oo})do table.insert(d,jd)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "839c52f76873d2e582e4c3add17cea96d415ae86", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "ln()\nlocal gc=tonumber(ARGV[6])", queueLeave_, queueGrantFirst_, forceForced_, forceTellHolders_, "if s=='read' or s=='write' then ah(e)end\nif not s then return ka(0)end\nlocal d=ka(1)\nlocal co=lf(ARGV[3],g('DEL',e,fd))\nlr()\nreturn je(d,co)", END);

export const fairPass: LuaScript = /* @__PURE__ */ script("fair/pass", "a99884b8c1c7261a749d64b2c4537bd15819b2e7", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[9] and KEYS[7]\nlocal gc=tonumber(ARGV[10])", queueLeave_, queueGrantFirst_, endFirst_, "local co\nlocal ni=false\nlocal function el()\ng('DEL',e)\nni=true\nend\nlocal function hl()\nif b('EXISTS',e)==0 then co=lf(ARGV[9])end\nend", endEndHold_, "local d=hj(ARGV[4])\nif not ni then return je(d,co)end\nlocal p,ph=bk(function()\nif b('LINDEX',as,0)~=ARGV[11] then return false end\nif not g('SET',KEYS[6],'|+' .. ARGV[14],'PX',ARGV[13],'NX')then return false end\nr('UNLINK',KEYS[6])\ng('HINCRBY',e,ARGV[11],1)\nr('UNLINK',e)\ng('PEXPIRE',e,ARGV[12])\nreturn true\nend)\nif p and ph then\nbk(function()\ng('LPOP',as)\njz(ARGV[11])\nend)\ntable.insert(d,'held')\nreturn d\nend\nreturn je(d,lf(ARGV[9],1+g('DEL',fd)))", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "726313093bfbf0a827bf432e125932350f57b5ef", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal gc=tonumber(ARGV[10])", queueLeave_, queueGrantFirst_, endFirst_, "local co\nlocal function el()\nco=lf(ARGV[9],g('DEL',e,fd))\nend\nlocal function hl()\nif ARGV[11]=='1' and b('LPOS',as,h)then\nfe({[h]=true},1)\ng('ZREM',be,h)\nend\nif b('EXISTS',e)==0 then co=lf(ARGV[9])end\nend", endEndHold_, "local d=hj(ARGV[4])\nreturn je(d,co)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "13ecdd55e6e9c8accc7ccd72d6c49293a1134984", BEGIN, fenceMarkKey_, "local bh=b('GET',mu)\nif not pb(bh)then return{'fenced',aj,0}end\nif pg(bh,KEYS[2])then return{'ahead',aj}end\npp(bh)\nreturn{'fenced',aj,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "c775e069a466a44152bacb8d94d9d5a885e2960c", BEGIN, stateWrite_, fenceMarkKey_, "local k,rn,f,ei=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal bh,p=unpack(b('MGET',mu,k))\nif p=='1' then return{'fenced',aj,1}end\nif p=='ahead' then return{'ahead',aj}end\nif p then return{'withdrawn',aj}end\nif not bh then bh=b('GET',mu)end\nif not pb(bh)then return{'fenced',aj,0}end\nif not ei then\nat('SET',k,'0','PX',f)\nreturn{'withdrawn',aj}\nend\nif pg(bh,KEYS[4])then\ng('SET',k,'ahead','PX',f)\nreturn{'ahead',aj}\nend\ng('SET',rn,ei,'GET')\npp(bh)\ng('SET',k,'1','PX',f)\nreturn{'fenced',aj,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "0dd37e4dcab989fa5015fc2e45cea3162fa5f478", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn ag()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "001f4e61acbd52ffc97e1a83904aa41bdd88fad5", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, fencedWithToken_, fencedQuickAnswer_, standStand_, standAnswerOrStand_, "k=nil\nreturn pc()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "52ded01a063161903b6255f996f106de981821a8", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal jp,mq=ARGV[9],ARGV[10]", stealRob_, "local mo,af=nz,nu\nlocal function kt()\nreturn lq(iv())\nend\nlocal function kr(l)\nif s~='plain' then ah(e)end\nlocal au=iv()\nif au==dj then ah(dc)end\nreturn mn(l,function()\nreturn lq(au)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return ag()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "391afe7e0cc4f1f2fff02eea9033728ee08525fd", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal qe='!' .. ARGV[9] .. '|'\nlocal c=b('GET',KEYS[3])\nlocal l=c and(string.sub(c,1,1)=='=' or string.sub(c,1,#qe)==qe)and b('PTTL',KEYS[3])or 0\nlocal function kj()\nreturn{'found',aj,c,l}\nend\nif l>0 then\nif g('SET',n,'|-lost','PX',f,'NX')then return kj()end\nelseif b('EXISTS',e,n)==0 then\nreturn dy()\nend\ncm()\nlocal ag=fw()\nif ag and ag[1]=='ended' and l>0 then return kj()end\nif ag then return ag end\nlocal rl=ck()\nif cf then av('refused',f)end\nreturn{'busy',aj,rl,b('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "1bd0b2d416b1f383741daa479d2e447ec224a7e4", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, endFirst_, "k=nil\nlocal function el(rx)\nlocal pj,m=false,nil\nif rx then\npj,m=pcall(g,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif pj and m then r('SET',KEYS[3],m,'PX',ARGV[11])end\nif pj and not m then r('UNLINK',KEYS[3])end\nlocal gx=g('DEL',e,fd)\nbb(ARGV[9],'1')\nif gx==2 then pcall(hd,0)end\nend\nlocal function hl()end", endEndHold_, "return hj(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "9e6cb320b6cdd52b7ecf3237315ce25392d860d1", BEGIN, onceCounter_, inspectSubscriptions_, "local ao=gi(b('GET',KEYS[1]))\nlocal l=b('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],ao and 1 or 0,tonumber(ao or 0),l,nx({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "eebaf4101cbaa4ffd8c1d46702b3b6aa139c1027", BEGIN, lockHashMode_, "local e,n,h,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local cv=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local lt=100\nlocal rc=4\nlocal rb=tonumber(ARGV[6])\nlocal aj,as,be,nj=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(bx)then\nlocal jr,dv,mg=nn(e)\nif not jr then bx()end\nlocal l=ck()\nreturn{'lock',aj,'light',l,1,1,0,0,0,0,jr,1,l,pk(dv,mg)}\nend\nlocal l=ck()\nlocal function sh()\nlocal ct,dl,de={},{},0\nif not s then return ct,dl,de end\nde=b('HLEN',e)-(s=='plain' and 0 or 1)\nlocal lw,af='0',{}\nif s~='plain' then af['mode']=true end\nfor bl=1,rc do\nlocal ky=b('HSCAN',e,lw,'COUNT',2*lt)\nlw=ky[1]\nlocal o=ky[2]\nfor q=1,#o,2 do\nif #ct<lt and not af[o[q]] then\nif not bj(o[q+1])then ah(e)end\naf[o[q]]=true\ntable.insert(ct,o[q])\ntable.insert(dl,tonumber(o[q+1]))\nend\nend\nif lw=='0' or #ct==lt then break end\nend\nreturn ct,dl,de\nend\nlocal pq=0\nlocal function se(bc,ca)\nif pq+ca>rb then return l end\npq=pq+ca\nlocal bw=0\nfor aw=1,ca do\nbw=math.max(bw,b('PTTL',dg(bc,aw)))\nend\nreturn math.min(bw,l)\nend\nlocal function sn(de,nw)\nlocal qk=de>1 and b('PTTL',nw)or -1\nif qk<0 then return l end\nreturn math.max(math.min(l,qk - ARGV[4]),0)\nend\nlocal function ru(u,ca,de,nw)\nif s=='plain' then return l end\nif string.find(u,':write$')then return sn(de,nw)end\nreturn se(u,ca)\nend\nlocal function si()\nif b('EXISTS',as,KEYS[6])==0 then return{},0 end\nlocal ms=b('TYPE',as).ok\nif ms=='list' then return b('LRANGE',as,0,lt - 1),b('LLEN',as)end\nif ms~='none' then ah(as)end\nas,be=KEYS[6],KEYS[7]\nif b('TYPE',as).ok~='zset' then ah(as)end\nreturn b('ZRANGE',as,0,lt - 1),b('ZCARD',as)\nend\nlocal function sf(bv)\nif #bv==0 then return{}end\nlocal al=redis.pcall('ZMSCORE',be,unpack(bv))\nlocal ba=b('TIME')\nlocal ab=ba[1]*1000+math.floor(ba[2]/1000)\nlocal df={}\nfor q=1,#bv do\nlocal cf=tonumber(al[q] or nil)\ndf[q]=cf and math.max(ab - cf,0)or -1\nend\nreturn df\nend\nlocal ct,dl,de=sh()\nlocal mv={}\nfor q,u in ipairs(ct)do mv[q]=bi(u)end\nlocal lp=pw(mv)\nlocal bv,sm=si()\nlocal sg=sf(bv)\nlocal gr={unpack(ARGV,7)}\nif as==KEYS[3] then\nfor bl,z in ipairs(bv)do table.insert(gr,ARGV[5] .. z)end\nend\nlocal ix=redis.pcall('LLEN',nj)\nlocal d={'lock',aj,s or 'free',l,de,0,sm,0}\ntable.insert(d,type(ix)=='number' and ix or 0)\ntable.insert(d,nx(gr))\nlocal ev=0\nlocal function cb(qt,kb,c,...)\nev=ev+me(kb)+me(c)+30\nif ev>my then return end\nd[qt]=d[qt]+1\nfor bl,az in ipairs({kb,...})do table.insert(d,az)end\nend\nfor q,u in ipairs(ct)do\ncb(6,u,lp[q],dl[q],ru(u,dl[q],de,mv[q]),lp[q])\nend\nfor q,z in ipairs(bv)do cb(8,z,'',sg[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "dd83ce5eaa9c92adc0b8fe4057f805987317aee7", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local lt=100\nlocal pa=922337203685477\nlocal function rt(ev)\nreturn(string.gsub(ev,'.',function(rm)\nreturn string.format('%02x',string.byte(rm))\nend))\nend\nlocal c=b('GET',fa)\nlocal eb=c and i(c)\nlocal ki=b('ZCOUNT',fz,'-inf',ai(ab))\nlocal oh=b('ZCARD',fz)- ki\nlocal ae=b('ZRANGE',fz,'(' .. ai(ab),'+inf','BYSCORE','LIMIT',0,lt,'WITHSCORES')\nlocal d={'permits',aj,c and 1 or 0,(eb or 0)+(c and ki or 0),oh}\ntable.insert(d,nx({ARGV[2]}))\ntable.insert(d,b('PTTL',fa))\ntable.insert(d,#ae/2)\nfor q=1,#ae,2 do\nif #ae[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gu=tonumber(ae[q+1])\ntable.insert(d,rt(ae[q]))\ntable.insert(d,gu>=pa and -1 or gu - ab)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "05f44c07eb60ca5600b04fed16653756b150551a", BEGIN, inspectMOSTBYTES_, "local lw,ou,lj=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dj=1000\nlocal oy=1000\nlocal dk,pe=math.min(dj,lj),my\nlocal kj,qh={},false\nlocal function rg(bg,lg)\nfor bl,j in ipairs(lg)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(bg,j)end\nend\nend\nlocal function ey(bg)\nlocal ev,o=0,{}\nfor bl,j in ipairs(bg)do\nif #j<=oy then\nev=ev+me(j)\ntable.insert(o,j)\nend\nend\nif ev>pe and(#kj>0 or dk>1)then return false end\npe=pe - ev\nfor bl,j in ipairs(o)do table.insert(kj,j)end\nreturn true\nend\nlocal function qq(ms)\nreturn redis.pcall('SCAN',lw,'MATCH',ARGV[3],'COUNT',dk,'TYPE',ms)\nend\nrepeat\nlocal ky=qq('hash')\nif ky.err then return{'refused',ARGV[1],ky.err}end\nif ARGV[6]=='1' then rg(ky[2],qq('string')[2])end\nou=ou - dk\nif #kj+#ky[2]>lj and dk>lj - #kj then\ndk=lj - #kj\nelseif ey(ky[2])then\nlw,dk,qh=ky[1],dj,ky[1]=='0'\nelseif #kj>0 then\nou=0\nelse\ndk=math.floor(dk/2)\nend\nuntil qh or #kj>=lj or ou<=0\nreturn{'scanned',ARGV[1],lw,unpack(kj)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "81114b1390de41cf18a87591c6c6ecc86ea78df0", BEGIN, lockHashMode_, "local e,n\nlocal h,w,v='','',''", lockHashIsGranted_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local oy=1000\nlocal qy=5\nlocal function sd(o)\nlocal bt=1\nfor q=1,#o,2 do\nlocal qg=s~='plain' and o[q]=='mode'\nif qg and bt==q then\nbt=q+2\nelseif not qg and string.find(o[q],':write$')then\nbt=q\nend\nend\nreturn o[bt],o[bt+1]\nend\nlocal function rv(o)\nif s=='plain' then return 1 end\nlocal dk=#o/2\nif dk==qy then dk=b('HLEN',e)end\nreturn dk - 1\nend\nlocal oc={'',-2,0,'',0}\nlocal function rp(j)\nlocal jr,dv,mg=nn(j)\nlocal l=jr and b('PTTL',j)or -2\nif l<=0 then return oc end\nlocal ms='light'\nreturn{ms,l,1,jr,1},pk(dv,mg)\nend\nlocal function ro(j,nw)\ne,n=j,nw\nlocal ez,o=pcall(bx)\nif not ez then return rp(j)end\nif not s then return oc end\nlocal l=b('PTTL',e)\nlocal u,ca=sd(o)\nif l<=0 or not u or #u>oy then return oc end\nreturn{s,l,rv(o),u,tonumber(ca)}\nend\nlocal oj={}\nlocal function np(kx,kh)\nif #kx==0 then return end\nkh=kh or b('EXISTS',unpack(kx))\nif kh==0 then return end\nif 4*kh<#kx then\nlocal qm=math.floor(#kx/2)\nlocal m,rh={unpack(kx,1,qm)},{unpack(kx,qm+1)}\nlocal qd=b('EXISTS',unpack(m))\nnp(m,qd)\nreturn np(rh,kh - qd)\nend\nfor bl,df in ipairs(kx)do\nlocal oi=redis.pcall('LLEN',df)\nif type(oi)~='number' then oi=redis.pcall('ZCARD',df)end\noj[df]=type(oi)=='number' and oi or 0\nend\nend\nlocal qa,mv,pl,qo,qp,kx={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,as,pt,nj=unpack(KEYS,4*q - 3,4*q)\nlocal ma\nma,pl[q]=ro(j,ARGV[q+1])\nqa[q],mv[q]=ma,bi(ma[4])\nif ma~=oc and not pl[q] then\ntable.insert(qo,as)\ntable.insert(qp,pt)\ntable.insert(kx,nj)\nend\nend\nlocal lp=pw(mv)\nnp(qo)\nnp(qp)\nnp(kx)\nlocal d,ev={'summaries',ARGV[1]},0\nfor q,ma in ipairs(qa)do\nlocal iz=pl[q] or lp[q]\nev=ev+me(ma[4])+me(iz)+50\nif q>1 and ev>my then return d end\nfor bl,rr in ipairs(ma)do table.insert(d,rr)end\ntable.insert(d,iz)\nlocal bl,as,pt,nj=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(oj[as] or 0)+(oj[pt] or 0))\ntable.insert(d,oj[nj] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "eded009bb7288c4b42f7ca15e1713cceb65313a5", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return ag()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "72f6e87ab8a2351cf8e4de70dfd02b513681ed28", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function az(sk)\nfor q=1,#KEYS,2 do\ne,n=KEYS[q],KEYS[q+1]\nlocal ag=sk(q)\nif ag then return ag end\nend\nend\nlocal function qv()\naz(function()\ndy()\nend)\nreturn{'held',aj,1,tonumber(aa)}\nend\nif b('EXISTS',unpack(KEYS))==0 then return qv()end\nlocal nm,oe,gz\nlocal bd=az(function(q)\ncm()\nlocal ag=fw()\nif ag and ag[1]=='ended' then return ag end\nif ag then\nlocal l=ag[4]<0 and tonumber(aa)or ag[4]\nnm=math.min(l,nm or l)\nelse\ngz=true\nlocal l=ck()\nif l~=-2 and not oe then oe={'busy',aj,l,(q+1)/2}end\nend\nend)\nif bd then return bd end\nif nm and gz then return bf('lost')end\nif nm then return{'held',aj,1,nm}end\nif not oe then return qv()end\nif cf then\naz(function()\ng('SET',n,'|-refused','PX',f)\nend)\nend\nreturn oe", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "12bc78ae4135735d8760164592b3269b3d5f8a9a", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, standStand_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn pc()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "10585177aacfbbb1c360b8fd86363fe0620c721a", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, "local function ep()\nif k then g('PEXPIRE',k,ARGV[4]+b('PTTL',e),'GT')end\nreturn b('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "64adbf6a7bd7bfbf16540e87df2ed0ad210c60e6", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local cy=pcall(ln)\nlocal jr=not cy and nn(e)\nif jr then\nck()\no={jr}\nlocal d=ka(1)\ng('DEL',e)\nlr()\nreturn d\nend\nif not cy then ln()end\nif s=='read' or s=='write' then ah(e)end\nif not s then return ka(0)end\nlocal d=ka(1)\nlocal co=ej(ARGV[3],g('DEL',e,fd),'')\nlr()\nreturn je(d,co)", END);

export const lockLookStanding: LuaScript = /* @__PURE__ */ script("lock/look-standing", "a1dea9aee3dd9d4265f05c370205a5e8f97249fe", BEGIN, waitersNow_, "cz()\nlocal eo=160000\nlocal d,lp={'looked',ARGV[1],ab},{}\nfor q=2,#KEYS,4 do\ntable.insert(lp,KEYS[q])\nend\nlocal af=b('MGET',unpack(lp))\nlocal function ld(db,fd,ix,dr)\nlocal ar=b('LPOS',db,ix)\nif ar then\ng('LSET',db,ar,dr)\nelse\ng('RPUSH',db,dr)\nend\ng('PEXPIRE',db,eo)\ng('SET',fd,'1','PX',eo)\nend\nfor om=1,#lp do\nlocal q=4*om\nlocal l=af[om] and -2 or b('PTTL',KEYS[q - 3])\nlocal ix,dr=ARGV[2*om],ARGV[2*om+1]\nif l>=0 and dr~='' then pcall(ld,KEYS[q - 1],KEYS[q],ix,dr)end\ntable.insert(d,l)\nend\nreturn d", END);

export const lockPass: LuaScript = /* @__PURE__ */ script("lock/pass", "0a69a7b226a39bc2a746c6a454f3c9ea4b58efa6", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, endFirst_, "k=KEYS[6] and KEYS[4]\nlocal ni=false\nlocal function el()\ng('DEL',e)\nni=true\nend\nlocal function hl()end", endEndHold_, "local d=hj(ARGV[4])\nif not ni then return d end\nlocal p,ph=bk(function()\nif not g('SET',KEYS[3],'|+' .. ARGV[13],'PX',ARGV[12],'NX')then return false end\nr('UNLINK',KEYS[3])\ng('HINCRBY',e,ARGV[10],1)\nr('UNLINK',e)\ng('PEXPIRE',e,ARGV[11])\nreturn true\nend)\nif ARGV[14]~='' then pcall(g,'LREM',db,0,ARGV[14])end\nif p and ph then\ntable.insert(d,'held')\nreturn d\nend\nreturn je(d,ej(ARGV[9],1+g('DEL',fd),ARGV[15]))", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "fe6acdffd27cc5da3405b406c0457f8a68ca5d6b", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function ri(c)\ncz()\ng('RPUSH',db,lx(c))\ng('PEXPIRE',db,eo)\nend\nlocal co\nlocal function el()\nlocal gx=g('DEL',e,fd)\nif(ARGV[11] or '')~='' and pcall(ri,ARGV[11])then gx=2 end\nco=ej(ARGV[9],gx,ARGV[10])\nend\nlocal function hl()end", endEndHold_, "if(ARGV[12] or '')~='' then pcall(g,'LREM',db,0,ARGV[12])end\nlocal d=hj(ARGV[4])\nreturn je(d,co)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "7ea3b6429cd8206cc1d8b360a9159b4d9c44b52a", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersUNTOLDMS_, endFirst_, "k=nil\nlocal ak\nlocal function el()\nej(ak,g('DEL',e,fd),'')\nend\nlocal function hl()end", endEndHold_, "local ok=(#ARGV - 8)/2\nlocal qc=ARGV[4]=='1' and 3*ok or 2*ok\nlocal kp,ns={'ends',aj},nil\nfor q=1,ok do\ne,n=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*ok+q] end\ndb,fd=KEYS[qc+2*q - 1],KEYS[qc+2*q]\nak=ARGV[2*q+8]\nlocal p,d=bk(hj,ARGV[2*q+7])\nif p then\ntable.insert(kp,d[3])\nelse\nns=d.err or d\nif string.find(ns,'^WRONGTYPE')then ns='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif ns then error(ns,0)end\nreturn kp", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "984fc18886570290d7aa006978d79373e5c5d2e8", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, holdRenew_, "cm()\nlocal i,bd=ld(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bd or{'renewed',aj,i}", END);

export const lockRenewExclusive: LuaScript = /* @__PURE__ */ script("lock/renew-exclusive", "733e456ad68e15a8076d1abc13bf4518a6798305", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, holdRenew_, "local ii,nt", holdRenewEach_, "return pr()", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/renew-many", "f018385f2448114754364b6d74324f65b745f038", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, holdRenewEach_, "return pr()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "f6ee5a66a24a812a29a3d14a03c61ce2638b11d6", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(i or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "3c27c13bec47a0aa0755a33bf916769b71393bf2", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local jp,mq=ARGV[9],ARGV[10]", stealRob_, "local function kr(l)\nif s~='plain' then ah(e)end\nreturn mn(l,dy)\nend\nlocal mo,kt=hu,dy", stealQuickAnswer_, "local function af()\ncm()\nreturn fw()\nend", stealFullAnswer_, "return ag()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "5ed2d582dd67b265a52467fe22642c8a819ed8ad", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not jg(true)then return p(0)end\nlocal d=p(1)\nlocal co=kg(function()\nreturn ej(ARGV[5],g('DEL',e,fd),'')\nend)\nreturn je(d,co)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "f3d9f843a74d3c5cd9c2ca220b3b00072348494c", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal gc=tonumber(ARGV[7])", queueLeave_, queueGrantFirst_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not jg(true)then return p(0)end\nlocal d=p(1)\nlocal co=kg(function()\nreturn lf(ARGV[5],g('DEL',e,fd))\nend)\nreturn je(d,co)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-reads", "bc7e3f4a5538602c077e5f954657c17b07068493", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gh,cv,eg=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ej()\nku('free')\nbb(gh,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return pf()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-writes", "09dab06944192a2b2b10e6639b4907811ce233bd", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gh,cv,eg=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ej(dn)\nku(dn)\nbb(gh,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not jg(false)then return p(0)end\nlocal d=p(1)\nkg(el)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-reads", "42ca67a1af54a16eabf2ec4af7197aaf7a4c8193", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, "local cv=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function ej()\nbb(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return pf()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-writes", "f7e82f9dac577f7bf29143658d595447deba2590", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, "local cv=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function ej()\nbb(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not jg(false)then return p(0)end\nlocal d=p(1)\nkg(el)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "1db882581afa1c0007e86a1b2db6a93e2e7cc8ff", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ag(v)end\nif not jg(ARGV[7]=='0')then return p(0)end\ngf(e,ARGV[5])\nem(n,ARGV[6])\nreturn ps()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/renew-reads", "a190ed64b95ac4769be53095e563f3ce225cf6d1", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, "local cv=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ag(v)end\nlocal ca=jg(false)\nif not ca then return p(0)end\ngf(e,ARGV[5])\nem(n,ARGV[6])\nfor aw=1,ca do\nlocal j=dg(h,aw)\nif not gf(j,ARGV[5])then g('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn ps()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "5b4c1446e59c6b57df7a15967b51c3631ad1bad5", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local aa,cf=ARGV[5],ARGV[6]=='1'\nlocal pa=922337203685477\nlocal c,bh=unpack(b('MGET',fa,k))\nlocal bd=cq(bh)\nif bd then return bd end\nc=c or b('GET',fa)\nlocal eb=c and i(c)or 0\nif bh then\nlocal kw=l()\nreturn kw>0 and{'held',aj,kw,eb}or mt()\nend\nif not c then return gg('unset')end\neb=ny(eb,ak)\nif eb<#gw then\nif cf then gg('refused')end\nlocal bt=b('ZRANGE',fz,'(' .. ai(ab),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',aj,bt and tonumber(bt)<pa and bt - ab or -1,eb}\nend\ng('SET',k,'+','PX',f)\nr('UNLINK',k)\nlocal od=g('ZADD',fz,'NX',pu(aa))\nif od==#gw then r('ZREM',fz,unpack(gw))end\ng('DECRBY',fa,od)\nlocal qw=b('PTTL',fa)\nif qw>0 then g('PEXPIRE',fz,qw)end\nlocal kw=od==#gw and tonumber(aa)or l()\nif kw<=0 then return mt()end\nreturn{'held',aj,kw,eb - od}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "acd26c9fbc11e715700c6fd3ca6d22eefc14c6ef", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local eb=b('GET',fa)\nlocal kw,dk=l()\nif eb then i(eb)end\nif dk==0 then return mt()end\nlocal d=gg(kw>0 and 'released' or 'lost')\nif eb then\nmb(dk,ak,0,g,'ZREM',fz,unpack(gw))\nelse\ng('ZREM',fz,unpack(gw))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "5be7c4e0ccc4c078b682c464472b6761f3a086d2", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function ag(ao)\nreturn{'done',aj,tonumber(ao)}\nend\nlocal fc=b('GET',k)\nif fc then return ag(fc)end\nlocal eb=b('GET',fa)\nfc=l()>0 and '1' or '0'\nif eb and fc=='1' then ny(i(eb),ak)end\nat('SET',k,fc,'PX',f)\nr('UNLINK',k)\nif fc=='1' then\nfor q=4,#KEYS do\nlocal m=g('SET',KEYS[q],'-released','PX',f,'GET')\nif m then r('SET',KEYS[q],m,'PX',f)else r('UNLINK',KEYS[q])end\nend\nif eb then\ng('INCRBY',fa,#gw)\nr('INCRBY',fa,-#gw)\nend\ng('ZREM',fz,unpack(gw))\nif eb then bb(ak,#gw)end\nend\nreturn ag(fc)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "c059a20a4afdfad1a928e1114c8ee24320ab6f3e", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local kw,aa=l(),ARGV[5]\nif kw<=0 then return mt()end\nif aa then at('ZADD',fz,'XX','GT',pu(aa))end\nreturn{'leased',aj,kw}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "1ccac9f1eac199fc3c51691b7e08c7a3aeaff5b1", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local fz,ak,ao,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal eb=ei\nif eb and t=='try' then return p(0,at)end\nlocal oh=b('ZRANDMEMBER',fz,3)\nfor bl,jx in ipairs(oh)do\nif #jx~=16 then error('NOT_A_LOCK 3')end\nend\nlocal ol=tonumber(ao)\nif eb and t=='set' then ol=ao - eb - b('ZCARD',fz)end\nif ol==0 and eb then return p(1,at)end\nlocal d=p(1,g)\ng('INCRBY',j,string.format('%.0f',ol))\nif not eb and #oh>0 then\nr('UNLINK',j)\ng('DEL',fz)\nend\nif t~='add' or ol>0 then bb(ak,ao)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "922ec2f703fca1567988ab45ab6de3c95cd472e8", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local eb=b('GET',fa)\nlocal ju=eb and ny(i(eb),ARGV[2])\nreturn{'permits',aj,ju or 0,b('ZCOUNT',fz,'(' .. ai(ab),'+inf'),ju and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-read", "4557b69931f93d009649a135049904edc09eab77", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local cv=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif b('EXISTS',unpack(KEYS))==0 then return dy()end\nelse\nlocal l=ie(true)\nlocal ag\nif l and(not s or(s=='read' and l>=0))then\nag=hu()\nelse\nag=ko(l)\nend\nif ag then return hb(ag)end\nend\ncm()\nne()\nlocal ag=fw()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return dy()end\nif s=='read' or(s=='write' and b('HEXISTS',e,h .. ':write')==1)then return dy()end\nif cf then av('refused',f)end\nreturn hb({'busy',aj,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-write", "c0cd978e6b404d3a1973059cc8314b29d001e616", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, "local cv=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif b('EXISTS',unpack(KEYS))==0 then return dy()end\nelse\nlocal l=ie(ARGV[6]~='2')\nlocal ag=l==-2 and hu()or ko(l)\nif ag then return hb(ag)end\nend\ncm()\nlocal ag=fw()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return dy()end\nlocal bc=string.sub(h,1,-7)\nif k and gb(bc,tonumber(b('HGET',e,bc)or 0))>0 then return av('upgrade',f)end\nif cf then av('refused',f)end\nreturn hb({'busy',aj,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/check-read", "b14395a604a70d9b9d36107c635040c764aaf788", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function ep(i)\nreturn mk(i,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "756e9ab49afddfbf67d34765d21c0570d5c52b22", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function ep()\nreturn kv(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "87b51de75216f8da5c4eccc8a7617ea1b96e4bc7", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "ln()\nif s=='plain' then ah(e)end\nif s~=ARGV[6] then return ka(0)end\nlocal d=ka(1)\ng('DEL',e)\nbb(ARGV[3],s=='write' and '1' or '0')\nlr()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-read", "8365dd22df6d1fd69f4eade6a6636b017cf9f8fa", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function ej()\nbb(ARGV[9],'0')\nend", readsShortenLock_, "local function hl()end", readsEndOne_, endEndHold_, "return hj(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-write", "776f834983ffac81efe080c87cb3159581fdc4e2", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, "local cv=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function ej()\nbb(ARGV[9],'1')\nend", writesEndLast_, "local function hl()end", endEndHold_, "return hj(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/renew-read", "baba07e155e2cfe683aec31daf849569da022a61", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cm()\nlocal dd=ii(ARGV[5] - ARGV[4])\nlocal i,bd=ld(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(ca)\nnt(ca,dd,ARGV[4])\nend)\nif bd then return bd end\nreturn{'renewed',aj,i}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "79a19372a066c3bbeb100575978ed2e9c09fb89f", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local rz=s==ARGV[3] or(s=='write' and ARGV[3]=='read' and b('HLEN',e)>2)\nreturn{'status',ARGV[1],rz and l or -2,tonumber(i or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "71591ed78d78f31d26dfe533376fd78007c770a0", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "b752f51c1ada50efe7efd693e9bf854d45399b4c", BEGIN, waitersNow_, waitersDigits_, "local e,bh,aj,h,px=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,ap,on=string.match(b('GET',bh)or '','^(%d+) (%S+) (.*)$')\ncz()\nif on==px and ap==h then return{'spends',aj,0}end\nif b('HEXISTS',e,h)==0 then return{'ended',aj,'lost'}end\nif on~=px then\ng('SET',bh,ai(ab).. ' ' .. h .. ' ' .. px)\nreturn{'spends',aj,0}\nend\nlocal qs=math.max(0,ab - q)\nreturn{qs<tonumber(ARGV[4])and 'spends' or 'spent',aj,qs}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "39c243b1d1f1fc26e0afbf6db5f2ee03193ccd66", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gi(b('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "95f38602f89bf7f2d5466859aa1f67492657db36", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local ao,qx=ARGV[3],ARGV[6]\nif ei then return p(0,at)end\nlocal d=p(1,g)\nif qx then g('SET',j,ao,'PX',qx)else g('SET',j,ao)end\nbb(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "e88f03fe7124a515fb25444a6741a29f1768c54f", BEGIN, stateWrite_, "local k,aj=KEYS[1],ARGV[1]\nlocal rw=at('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',aj,(rw or b('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "e55328a3dce37fdd8725bc1d3c39c4a3240d4ef7", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local lj=ARGV[3]\nei=fa()\nif mw then return{'held',aj,tonumber(ei or 0)}end\nif not ei then return av('unset')end\nif tonumber(ei)>=tonumber(lj)then\ng('SET',k,'+' .. lj,'PX',f)\nr('UNLINK',k)\nreturn{'held',aj,g('DECRBY',j,lj)}\nend\nif ARGV[4]=='1' then av('refused')end\nreturn{'busy',aj,tonumber(ei)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "71a91c01269e22e91bc9baa40c24e81584046a84", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local fa=(ei or 0)+ARGV[3]\nlocal d=p(fa,at)\ng('INCRBY',j,ARGV[3])\npo(ARGV[4],fa)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "2dfc89123918eb19612068196a1cd39f8d45c583", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not mw then return av('free')end\nlocal ry=fa()\nlocal d=av('released')\nr('SET',k,bh,'PX',f)\nif ry then po(ARGV[3],at('INCRBY',j,mw))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "5f65fec96df3bf7b7021efe5466838aa78af7ed3", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ei then return p(0,at)end\nlocal d=p(ei,g)\ng('DECRBY',j,ei)\nreturn d", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "44c8484b1a24c9ae1c6d8495df746a0192cead1d", BEGIN, "local rf=86400000\nlocal function sj(j,jr)\nlocal au,on=string.match(b('GET',j)or '','^(%d+) (.*)$')\nif on==jr then return au end\nlocal ba=b('TIME')\nlocal ce=ba[1] .. string.format('%06d',ba[2])\nif au and(#au>#ce or(#au==#ce and au>=ce))then\nlocal m,rq,sb=string.match(au,'^(%d-)(%d)(9*)$')\nce=m ..(rq+1).. string.rep('0',#sb)\nend\ng('SET',j,ce .. ' ' .. jr,'PX',rf)\nreturn ce\nend\nlocal function jv(at)\nreturn function(bg,bm)\nlocal j=table.remove(bg)\nlocal d=at(bg,bm)\nif d[1]=='held' then table.insert(d,sj(j,bm[2]))end\nreturn d\nend\nend\nlocal ra=10000\nlocal gy,oq=KEYS[1],ARGV[2]\nlocal ov={}\nlocal function sc(e,n,rk)\nif rk=='2' then return end\ntable.insert(ov,string.match(n,'^[^:]+:([^:]*:)').. string.sub(e,#oq+1))\nend\nlocal function qi()\nif #ov==0 then return end\nlocal qr,gw=b('TIME')[1],{}\nfor bl,kb in ipairs(ov)do\ntable.insert(gw,qr - qr % 60 .. '000')\ntable.insert(gw,kb)\nend\nov={}\nif g('ZADD',gy,unpack(gw))>0 then g('ZREMRANGEBYRANK',gy,0,-ra - 1)end\nend\nlocal lo={}\nlo['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nlo['fair-read-write/acquire-write']=jv(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nlo['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nlo['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nlo['read-write/steal-write']=jv(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nlo['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gh=KEYS[1],ARGV[2]", rwQueueTell_, "local bv,ht={unpack(ARGV,3)},{}\ncz()\nfor bl,z in ipairs(bv)do\ntable.insert(ht,ai(ab))\ntable.insert(ht,z)\nend\nat('ZADD',be,'XX',unpack(ht))\nif b('PTTL',be)<kz then\nfor bl,j in ipairs({as,dt,be})do g('PEXPIRE',j,eo)end\nend\nlocal l=b('PTTL',e)\nlocal s=l==-2 and 'free' or b('HGET',e,'mode')or 'plain'\nlocal bl,bt=gj(as)\nlocal bl,mr=gj(dt)\nif ge and(s=='free' or s=='read')then gd(s)end\nlocal d={'touched',ARGV[1],s,l,bt or 0,mr or 0}\nfor bl,ao in ipairs(b('ZMSCORE',as,unpack(bv)))do table.insert(d,tonumber(ao or 0))end\nreturn d\nend\nlo['web-locks/snapshot']=function(KEYS,ARGV)\nlocal gy,oq,m,cf,mj=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal pz=100\nlocal rd=500\nlocal cp=15000\nlocal ba=b('TIME')\nlocal ab=ba[1]*1000+math.floor(ba[2]/1000)\nlocal function rs(e)\nlocal ct,op={},1\nfor bl,u in ipairs(b('HKEYS',e))do\nif u=='mode' then\nop=0\nelse\ntable.insert(ct,u)\nend\nend\nreturn ct,op\nend\nlocal function sl(e,cl,qf,sa)\nlocal qu=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal as,be=ARGV[6] .. cl .. ARGV[7] .. qu,ARGV[6] .. cl .. ARGV[8] .. qu\nlocal bv=b('ZRANGE',as,qf,qf+sa - 1)\nif #bv==0 then return{},0 end\nlocal ql={}\nfor q,al in ipairs(b('ZMSCORE',be,unpack(bv)))do\nif tonumber(al or 0)>ab - cp then table.insert(ql,bv[q])end\nend\nreturn ql,#bv\nend\nlocal ot=0\nif m~='' then\nif b('ZSCORE',gy,cf)==m then\not=b('ZRANK',gy,cf)+(mj>0 and 0 or 1)\nelse\not,mj=b('ZCOUNT',gy,'-inf','(' .. m),0\nend\nend\nlocal d,os={'page',ARGV[1],'','',0},rd\nlocal ix=b('ZRANGE',gy,ot,ot+pz - 1,'WITHSCORES')\nfor q=1,#ix,2 do\nlocal cl,kb=string.match(ix[q],'^([^:]*):(.*)$')\nlocal oo,ct,op=pcall(rs,oq .. kb)\nlocal qn,bv,i=pcall(sl,oq .. kb,cl,mj,os)\nct,bv,i=oo and ct or{},qn and bv or{},qn and i or 0\nif #ct+i+mj==0 then\ng('ZREM',gy,ix[q])\nelse\nif mj>0 then ct={}end\nfor bl,az in ipairs({kb,oo and op or 0,#ct,#bv})do table.insert(d,az)end\nfor bl,az in ipairs(ct)do table.insert(d,az)end\nfor bl,az in ipairs(bv)do table.insert(d,az)end\nos=os - i\nif os<=0 then\nd[3],d[4],d[5]=ix[q+1],ix[q],mj+i\nreturn d\nend\nend\nmj=0\nend\nif #ix==2*pz then d[3],d[4]=ix[#ix],ix[#ix - 1] end\nreturn d\nend\nlocal re={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal kp={'batch',ARGV[1]}\nlocal og,ll=2,3\nwhile ARGV[ll] do\nlocal kb,qj,qb=ARGV[ll],ARGV[ll+1],ARGV[ll+2]\nlocal bg,bm={},{ARGV[1]}\nfor q=og,og+qj - 1 do table.insert(bg,KEYS[q])end\nfor q=ll+3,ll+2+qb do table.insert(bm,ARGV[q])end\nif re[kb] then sc(bg[1],bg[2],bm[6])end\nif kb=='web-locks/snapshot' then pcall(qi)end\nlocal d=bn(lo[kb],bg,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(kp,d)\nog,ll=og+qj,ll+3+qb\nend\npcall(qi)\nreturn kp", END);
