// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local b=redis.call\nlocal a={}\nlocal function h(x,...)\nlocal c=redis.call(x,...)\na[#a+1]={}\nreturn c\nend\nlocal function r(...)\na[#a]={...}\nend\nlocal function bc(ak,bp)\nredis.pcall('PUBLISH',ak,bp)\nif #a>0 then a[#a]={}end\nend\nlocal function bk(ac,...)\nlocal m=#a\nlocal p,c=pcall(ac,...)\nif p then\nif #a>m then a[#a]={}end\nreturn true,c\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,c,#a==m\nend\nlocal function bn(ac,av,bm)\nlocal p,c,bo=bk(ac,av,bm)\nif p then return c end\nlocal d=type(c)=='table' and c.err or c\nif not string.find(d,'^%u+ ')then d='ERR ' .. d end\nreturn{err=d ..(bo and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bn(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function at(x,j,...)\nlocal p,c=pcall(h,x,j,...)\nif p then return c end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn h(x,j,...)\nend";

const onceCounter_ =
  "local function gh(d)\nif not d then return false end\nif #d>16 or not(d=='0' or string.find(d,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn d\nend";

const onceKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function af(an)\nreturn{'done',aj,tonumber(an)}\nend\nlocal function p(an,jp)\njp('SET',k,an,'PX',f)\nr('UNLINK',k)\nreturn af(an)\nend";

const onceValue_ =
  "local eh,fb=unpack(b('MGET',j,k))\nif fb then return af(fb)end\neh=gh(eh or b('GET',j))";

const stateLock_ =
  "local e,n,k,aj,i,bz=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]\nlocal w,ay,am,v='','','',''";

const stateOwnerStateExists_ =
  "local ap,bs=false,false\nlocal function br(az,cj)\nap,bs=az~=false,az\nw,ay,am=string.match(az or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(cj or '')or ay\nend";

const stateLoadState_ =
  "local function cm()\nif k then\nbr(unpack(b('MGET',n,k)))\nelse\nbr(b('GET',n))\nend\nend";

const stateLostHow_ =
  "local function ch(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bg(t)\nreturn{'ended',aj,t}\nend\nlocal function cp()\nlocal t,ao=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bg(t),ao end\nend\nlocal function ca(d,f)\nif ap then\nlocal l=b('PTTL',n)\nif l>tonumber(f)then f=l end\nend\nat('SET',n,d .. am,'PX',f)\nif ap then r('SET',n,bs,'PX',f)else r('UNLINK',n)end\nend";

const stateRememberEnd_ =
  "local function ax(t,f,ao)\nlocal d='-' .. t ..(ao or '')\nif k then\nat('SET',k,d,'PX',f)\nif v=='' then r('UNLINK',k)else r('SET',k,v,'PX',f)end\nelse\nca(w .. '|' .. d,f)\nend\nreturn bg(t)\nend";

const lockHashMode_ =
  "local s,g\nlocal function y(ai)\nreturn string.rep('%x',ai)\nend\nlocal cc='^' .. table.concat({y(8),y(4),y(4),y(4),y(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bq()\nreturn w~='' or string.sub(v,1,1)=='+'\nend\nlocal function bi(u)\nlocal m=string.match(n,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(n,#m+#i+1)\nend\nlocal function cd(u)\nif string.find(string.gsub(u,':write$',''),cc)then return true end\nif KEYS.locked and(u~=i or i=='')then error('KEY_NOT_LOCKED')end\nlocal ad=b('GET',bi(u))\nreturn ad and(string.sub(ad,1,1)~='|' or string.sub(ad,1,2)=='|+')\nend\nlocal function bj(d)\nreturn #d<=6 and string.find(d,'^[1-9]%d*$')~=nil\nend\nlocal function ah(j)\nfor aq,ba in ipairs(KEYS)do\nif ba==j then error('NOT_A_LOCK ' .. aq)end\nend\nend";

const lockHashTimeLeft_ =
  "local function ck()\nlocal l=b('PTTL',e)\nif l==-1 then ah(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function by()\nlocal o=b('HRANDFIELD',e,5,'WITHVALUES')\ns,g=#o>0 and 'plain',o[1]==i and o[2]\nif #o>2 then\ns,g=unpack(b('HMGET',e,'mode',i))\nif i=='mode' then g=false end\nif(s~='read' and s~='write')or(g and not bj(g))then ah(e)end\nend\nlocal ae=g and bq()\nfor q=1,#o,2 do\nif o[q]~='mode' or s=='plain' then\nif not bj(o[q+1])then ah(e)end\nae=ae or cd(o[q])\nend\nend\nif s and not ae then ah(e)end\nreturn o\nend";

const grantLeaseMs_ =
  "local aa,f,fu=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local et=ARGV[6]=='3'\nlocal cf=et or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal cv,ef,gg=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dk(be,au)\nreturn cv .. be .. ':rwlock_timeout:' .. au\nend";

const readsBegin_ =
  "local function eb(aa)\nlocal l=s and b('PTTL',e)or -2\nif s=='write' then\nh('HSET',e,i,1)\nelse\nh('HSET',e,'mode','read',i,1)\nend\nif l==-2 then r('UNLINK',e)else r('HDEL',e,i)end\nh('SET',dk(i,1),'1','PX',aa)\nr('UNLINK',dk(i,1))\nif l<tonumber(aa)then h('PEXPIRE',e,aa)end\nend";

const grantTake_ =
  "local function dx()\nif k then\nh('SET',k,'+' .. bz,'PX',f)\nr('UNLINK',k)\nam=ARGV[8]\nca(bz .. '|' .. ay,f)\nelse\nh('SET',n,'|+' .. ARGV[8],'PX',f)\nr('UNLINK',n)\nend\neb(aa)\nreturn{'held',aj,1,tonumber(aa),k and bz or ''}\nend";

const readHoldsOwnLeft_ =
  "local function ig(ec)\nlocal l=k and b('PTTL',k)\nreturn l and(l==-1 and math.huge or l - ec)\nend";

const readHoldsLives_ =
  "local cr={}\nlocal function ds(be,au)\nlocal j=dk(be,au)\ncr[j]=cr[j] or b('PTTL',j)\nreturn cr[j]\nend";

const readHoldsSCRIPTMS_ =
  "local ga=10";

const readHoldsOWNMS_ =
  "local ik=5";

const readHoldsSlotOf_ =
  "local function iv(g,dc)\nif not k then return 1,ds(i,1),true end\nlocal q,l,du=1,math.huge,false\nlocal im=ay=='+' and w=='' and g>1\nfor au=g,im and 2 or 1,-1 do\nlocal ba=ds(i,au)\nlocal fn=ba>dc - ga\nlocal it=ba<l and(au>1 or l>dc+ik or ba<l - ga)\nif(fn and not du)or(fn==du and it)then\nq,l,du=au,ba,fn\nend\nend\nreturn q,l,du\nend";

const readHoldsReadLeft_ =
  "local function mj(g,ec)\nlocal dc=ig(ec)\nlocal bl,l=iv(g,dc)\nlocal el=dc or math.huge\nfor bl,ba in ipairs({l,b('PTTL',e)})do\nif ba~=-1 then el=math.min(el,ba)end\nend\nreturn el==math.huge and -1 or math.max(el,0)\nend";

const readsHoldLeft_ =
  "local function en(g,f)\nreturn mj(g,f - ARGV[4])\nend\nlocal function ev()\nreturn s=='read' or s=='write'\nend\nlocal fg=64\nlocal function ex(aa,bl,f)\nlocal g=h('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\nh('SET',dk(i,g),'1','PX',aa)\nr('UNLINK',dk(i,g))\nh('PEXPIRE',k,f)\nreturn g,tonumber(aa)\nend";

const grantSettled_ =
  "local function fw()\nlocal bd=cp()\nif bd then return bd end\nlocal ae=not k or v~=''\nby()\nif g and ae then\nlocal ci=string.sub(v,2)\nif w~='' and w~=ci then return ax(ch('lost'),f)end\nreturn{'held',aj,tonumber(g),en(tonumber(g),f),ci}\nend\nif g and ev()then\nif fu then return ax('reentered',f)end\nif tonumber(g)>=fg then return ax('crowded',f)end\nlocal l=ck()\nif string.sub(w,1,1)=='!' then w=bz end\nlocal cz=math.max(l,tonumber(aa))\nh('SET',k,'+' .. w,'PX',f+cz)\nr('UNLINK',k)\nca(w .. '|' .. ay,f)\nlocal bx,ag=ex(aa,cz,f)\nif l<cz then h('PEXPIRE',e,aa)end\nreturn{'held',aj,bx,ag,w}\nend\nif v~='' or(ap and not k)then return ax(ch('lost'),f)end\nend";

const grantWithHolder_ =
  "local function ha(af)\nif not et or af[1]~='busy' then return af end\nlocal u,fv=unpack(b('HRANDFIELD',e,2))\nif u=='mode' and fv then u=fv end\nif u then\ntable.insert(af,u)\ntable.insert(af,not KEYS.locked and b('GET',bi(u))or '')\nend\nreturn af\nend";

const waitersNow_ =
  "local ab,bb\nlocal function cy()\nbb=b('TIME')\nab=bb[1]*1000+math.floor(bb[2]/1000)\nend";

const waitersDigits_ =
  "local function ai(an)\nreturn string.format('%.0f',an)\nend";

const waitersHEAD_ =
  "local dz='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dl(dw)\nreturn 'leasehound:' .. dw\nend";

const readHoldsMOSTWALKED_ =
  "local dq=80\nlocal function ff(be,g)\nif g>dq then return math.max(b('PTTL',e),0)end\nlocal bw=0\nfor au=1,g do\nbw=math.max(bw,ds(be,au))\nend\nreturn bw\nend";

const rwQueueQueue_ =
  "local ar,dt,bf=KEYS[3],KEYS[4],KEYS[5]\nlocal co=15000";

const rwQueueKEPTMS_ =
  "local em=60000\nlocal kv=45000";

const rwQueueMOSTDROPPED_ =
  "local fh=64\nlocal gu=256\nlocal gd=false\nlocal hg='^' .. dz .. ':wake:[%w-]+$'\nlocal function fq(z)\nreturn string.sub(z,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fe(z)\nif h('ZREM',ar,z)==0 then return false end\nh('ZREM',bf,z)\nif fq(z)then h('ZREM',dt,z)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function fx(z,bb)\nlocal al=tonumber(bb or 0)\nif al<=ab then return al end\nh('ZADD',bf,ai(ab),z)\nreturn ab\nend\nlocal function gi(fs,fk)\nlocal bu=b('ZRANGE',fs,0,0,'WITHSCORES')\nif #bu==0 then return false end\nif bu[1]==fk then return fk end\nif not ab then cy()end\nlocal al=fx(bu[1],b('ZSCORE',bf,bu[1]))\nif al>ab - co then return bu[1],tonumber(bu[2]),al+co end\nbu=b('ZRANGE',fs,0,fh - 1,'WITHSCORES')\nlocal bv,fm,dn={},{},nil\nfor q=1,#bu,2 do table.insert(bv,bu[q])end\nlocal hu=b('ZMSCORE',bf,unpack(bv))\nfor q,z in ipairs(bv)do\nal=fx(z,hu[q])\nif al>ab - co then\ndn=q\nbreak\nend\ntable.insert(fm,z)\nend\ngd=true\nfor bl,j in ipairs({ar,dt,bf})do h('ZREM',j,unpack(fm))end\nif dn then return bv[dn],tonumber(bu[2*dn]),al+co end\nreturn #bv==fh and 'more'\nend";

const rwQueueTell_ =
  "local function cb(z,cw,an)\nlocal cg=string.match(z,'^.|[^|]*|([^|]*)|')\nif string.find(cg,'^%d%d%d%d%d%d$')then\nbc(gg,cw .. cg .. an)\nelseif string.find(cg,hg)then\nbc(dl(cg),cw .. an .. ' ' .. e)\nend\nreturn cg\nend\nlocal function gc(dm)\nlocal bt,an=gi(ar)\nif not bt or bt=='more' then return end\nif fq(bt)then\nif dm=='free' then cb(bt,'2',ai(an))end\nreturn\nend\nlocal m=b('ZRANGE',dt,0,0,'WITHSCORES')[2]\nlocal ad={}\nfor bl,be in ipairs(b('ZRANGE',ar,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,gu))do\nlocal cg=string.match(be,'^.|[^|]*|([^|]*)|')\nif not ad[cg] then ad[cb(be,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function pr(m)\nlocal mh=b('ZRANGE',ar,gu - 1,gu - 1,'WITHSCORES')\nif mh[1] and(not m or tonumber(mh[2])<m)then\ncb(mh[1],'3',m and ai(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function hx(z)\nif not fe(z)then return end\nlocal hn=b('HGET',e,'mode')\nif hn~='write' then gc(hn and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function lg(z)\nif not ab then cy()end\nlocal aq,an=b('ZRANK',ar,z),0\nif not aq then\nlocal jt=b('ZRANGE',ar,-1,-1,'WITHSCORES')\nan=(tonumber(jt[2])or 0)+1\nh('ZADD',ar,ai(an),z)\nif fq(z)then h('ZADD',dt,ai(an),z)end\naq=b('ZCARD',ar)- 1\nend\nh('ZADD',bf,ai(ab),z)\nif an>0 or b('PTTL',bf)<kv then\nfor bl,j in ipairs({ar,dt,bf})do h('PEXPIRE',j,em)end\nend\nreturn aq+1,an\nend";

const readsForgetOutlived_ =
  "local function na()\nif not k or ap or v~='' then return end\nby()\nif not g or not ev()or ff(i,tonumber(g))>0 then return end\nck()\nh(b('HLEN',e)==2 and 'DEL' or 'HDEL',e,i)\nend";

const fairReadWriteBlock_2 =
  "if b('EXISTS',unpack(KEYS))==0 then return dx()end\nlocal function my(pf,m)\nlocal af=dx()\npcall(function()\nif pf and fe(ef)and not gd then pr(m)end\nif gd then gc('read')end\nend)\nreturn af\nend\ncm()\nna()\nlocal af=fw()\nif af then\nif k then pcall(hx,ef)end\nreturn af\nend\nif k and s=='write' and b('HEXISTS',e,i .. ':write')==1 then return my(true,0)end\nlocal l=ck()\nlocal dm=l==-2 and 'free' or s=='read' and 'read'\nlocal jz=l\nif dm then\nlocal mg=tonumber(b('ZSCORE',ar,ef)or nil)\nlocal mq,an,lx=gi(dt)\nif not mq or(mg and an and an>mg)then return my(mg,an)end\njz=mq=='more' and 0 or lx+1 - ab\nif gd then gc(dm)end\nend\nif cf then\nhx(ef)\nax('refused',f)\nreturn ha({'busy',aj,l,0,-1,0})\nend\nlocal aq,an=lg(ef)\nreturn{'busy',aj,l,aq,jz,an}";

const writesBegin_ =
  "local function eb(aa)\nh('HSET',e,'mode','write',i,1)\nr('UNLINK',e)\nh('PEXPIRE',e,aa)\nr('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function kr(f,ec)\nlocal l=b('PTTL',e)\nif not k then return l end\nlocal ix=b('PTTL',n)\nif ix~=-1 then\nlocal dc=ix - ec\nl=math.max(l==-1 and dc or math.min(l,dc),0)\nend\nh('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function en(bl,f)\nreturn kr(f,f - ARGV[4])\nend\nlocal function ev()\nreturn s=='write'\nend\nlocal fg=1000\nlocal function ex(aa)\nlocal g=h('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\nreturn g,tonumber(aa)\nend";

const grantTakeNew_ =
  "local function ht()\nif not h('SET',n,'|+' .. ARGV[8],'PX',f,'NX')then return end\nr('UNLINK',n)\neb(aa)\nreturn{'held',aj,1,tonumber(aa),''}\nend";

const fairReadWriteWasAnswered_ =
  "local pu=ARGV[6]=='2'\nlocal function ih()\nlocal l=b('PTTL',e)\nif l>=0 and b('EXISTS',n)==0 then\nlocal aq,an=lg(ef)\nreturn{'busy',aj,l,aq,l,an}\nend\nif l~=-2 then return end\nlocal bt=b('ZRANGE',ar,0,0)[1]\nlocal af=(not bt or bt==ef)and ht()\nif af and bt then pcall(fe,ef)end\nreturn af\nend\nif pu and not k then\nlocal af=ih()\nif af then return af end\nelseif b('EXISTS',unpack(KEYS))==0 then\nreturn dx()\nend\ncm()\nlocal af=fw()\nif af then\nif k then pcall(hx,ef)end\nreturn af\nend\nlocal l=ck()\nlocal jz=l\nif l==-2 then\nlocal bt,bl,lx=gi(ar,ef)\nif not bt or bt==ef then\naf=dx()\nif bt then pcall(fe,ef)end\nreturn af\nend\njz=bt=='more' and 0 or lx+1 - ab\nif gd then gc('free')end\nelseif k then\nlocal be=string.sub(i,1,-7)\nif ff(be,tonumber(b('HGET',e,be)or 0))>0 then\nhx(ef)\nreturn ax('upgrade',f)\nend\nend\nif cf then\nhx(ef)\nax('refused',f)\nreturn ha({'busy',aj,l,0,-1,0})\nend\nlocal aq,an=lg(ef)\nreturn{'busy',aj,l,aq,jz,an}";

const forceLock_ =
  "local e,n,i,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local o";

const forceStored_ =
  "local fb=b('GET',KEYS[2])\nif fb then return{'forced',ARGV[1],tonumber(fb)}end";

const forceLookAtLock_ =
  "local function ll()\no=by()\nif s then ck()end\nend";

const forceForced_ =
  "local function jv(ei)\nat('SET',KEYS[2],ei,'PX',ARGV[2])\nr('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],ei}\nend";

const forceTellHolders_ =
  "local function lp()\nlocal ad=o[9] and '* ' or ''\nfor q=1,#o,2 do ad=ad .. o[q] .. ' ' end\nbc(ARGV[5],ad .. 'lost')\nend";

const stateExtended_ =
  "local ed,dg={},{}";

const stateKeep_ =
  "local function ek(j,ag,fl)\nif h('PEXPIRE',j,ag,'GT')==0 and(fl or dg[e])then h('PEXPIRE',j,ag,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local fc=60000\nlocal function ey()\nreturn ap or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gg,cv,ef=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function cx()\nif b('PTTL',e)<0 or not pcall(by)then return false end\nif string.find(i,':write$')then return s=='write' end\nreturn(s=='plain')==(cv=='')\nend\nlocal function ep(cq)\nif k and v=='' and not cq then return nil end\nlocal ci=v~='' and string.sub(v,2)or cq or ''\nlocal g=(w=='' or w==ci)and b('HGET',e,i)or nil\nif g and not bq()and not cx()then return nil end\nreturn g\nend";

const readHoldsSetLife_ =
  "local function km(be,au,ag)\nlocal j=dk(be,au)\ncr[j]=ag or -2\nif ag then h('SET',j,'1','PX',ag)else h('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function id(dd)\nif dd>dq then return true end\nlocal bw,bx=0,0\nlocal ct=b('HGETALL',e)\nfor q=2,#ct,2 do bx=bx+(tonumber(ct[q])or 0)end\nif bx>dq then return true end\nfor q=1,#ct,2 do\nbw=math.max(bw,ff(ct[q],tonumber(ct[q+1])or 0))\nend\nif bw>0 then\nh('PEXPIRE',e,bw)\nelse\nh('DEL',e)\nend\nreturn bw>0\nend";

const readHoldsTimeoutKeys_ =
  "local function le(g)\nlocal av={}\nfor au=1,math.min(g,dq)do av[au]=dk(i,au)end\nreturn av\nend";

const rwQueueWakeNext_ =
  "local function kq(dm)\npcall(gc,dm)\nend";

const rwQueueGiveUp_ =
  "local function hk()\nif ef~='' then hx(ef)end\nend";

const endFirst_ =
  "local bt,hq,f,eg=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal ao=eg=='' and '' or ' ' .. eg";

const fairReadWriteFreed_ =
  "local function ei()\nkq('free')\nbc(gg,'0')\nend";

const readsShortenLock_ =
  "local function jx(gr,dd)\nif gr<b('PTTL',e)- ga or b('HGET',e,'mode')=='write' then return end\nif not id(dd or b('HLEN',e))then ei()end\nend\nlocal function kx(bx)\nlocal av,dd=le(bx),b('HLEN',e)\nif dd==2 then\nh('DEL',e,unpack(av))\nreturn ei()\nend\nlocal gr=ff(i,bx)\nh('HDEL',e,i)\nr('HSET',e,i,g or 1)\njx(gr,dd)\npcall(h,'DEL',unpack(av))\nend";

const readsEndLast_ =
  "local function eq()\nkx(1)\nend";

const readsEndOne_ =
  "local function hj(hr,g,gf)\nlocal ki=ds(i,g)\nlocal au,gr,du=iv(g,ig(ARGV[7] - hr))\ngf()\nh('HINCRBY',e,i,-1)\nkm(i,g)\nif au<g and ki>0 and(du or ki>gr)then\nkm(i,au,ki)\nelseif au<g and du then\nkm(i,au)\nend\njx(gr)\nend";

const endEndHold_ =
  "local function hi(cq)\nlocal fp,fo=true,nil\nif not k then\nfp,fo=pcall(b,'HGET',e,i)\nend\nif fo=='1' then\nlocal p,m=pcall(h,'SET',n,'|-released' .. ao,'PX',f,'GET')\nif p and m then r('SET',n,m,'PX',f)end\nif p and not m then r('UNLINK',n)end\nif p and(m and string.sub(m,1,2)=='|+' or not m and cx())then\neq(true)\nreturn bg('released')\nend\nif p and not m then return ax('taken',fc)end\nif p then\nlocal dr=f+b('PTTL',e)\nh('SET',n,m,'PX',dr)\nr('SET',n,m,'PX',dr)\nend\nend\ncm()\nlocal bd,hp=cp()\nif bd and ao~='' and hp~=eg and(bd[3]=='released' or string.find(bd[3],'^still'))then\nreturn bg('released-elsewhere')\nend\nif bd then return bd end\nlocal g=(fp or ey())and ep(bt and cq)\nif not g then\nlocal t=ch(b('EXISTS',e)==1 and 'taken' or 'free')\nlocal c=ax(t,ey()and f or fc)\nhk()\nreturn c\nend\nif tonumber(g)>1 then\nlocal t='still:' .. g - 1\nhj(hq,tonumber(g),function()\nax(t,f,ao)\nend)\nif k then pcall(ek,n,f)end\nreturn bg(t)\nend\nlocal c=ax('released',f,ao)\neq()\nreturn c\nend";

const fairReadWriteBlock_4 =
  "return hi(ARGV[4])";

const stateExtend_ =
  "local function ge(j,ag)\nif h('PEXPIRE',j,ag,'GT')==1 then return true end\nif not ed[j] and h('PEXPIRE',j,ag,'NX')==1 then dg[j]=true end\ned[j]=true\nreturn dg[j]\nend";

const exclusiveEndOne_ =
  "local function hj(hr,bl,gf)\nge(e,hr)\ngf()\nh('HINCRBY',e,i,-1)\nend";

const fairReadWriteFreed_2 =
  "local function ei(dm)\nkq(dm)\nbc(gg,'1')\nend";

const writesEndLast_ =
  "local function eq()\nlocal dd,dm=b('HLEN',e),'free'\nif dd==2 then\nh('DEL',e)\nelse\nh('HSET',e,'mode','read')\nr('HSET',e,'mode','write')\nh('HDEL',e,i)\nr('HSET',e,i,g or 1)\nif id(dd)then dm='read' end\nend\nei(dm)\nend";

const exclusiveBegin_ =
  "local function eb(aa)\nh('HINCRBY',e,i,1)\nr('UNLINK',e)\nh('PEXPIRE',e,aa)\nr('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function en(bl,f)\nlocal l=b('PTTL',e)\nif k then h('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function ev()\nreturn s=='plain'\nend\nlocal fg=1000\nlocal function ex(bl,l)\nlocal g=h('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\nreturn g,l\nend";

const waitersMAILBOX_ =
  "local ew=dz .. ':mailbox:' .. string.rep('%x',32)\nlocal function cb(as,...)\nbc(dl(as),table.concat({...},' '))\nend";

const queueQueue_ =
  "local ar,cs,bf=KEYS[3],KEYS[4],KEYS[5]\nlocal co=15000\nlocal dh=2000\nlocal fi=100\nlocal jy=10\nlocal ii=false\nlocal function ej(x,j,de)\nfor q=1,#de,dh do\nh(x,j,unpack(de,q,math.min(q+dh - 1,#de)))\nend\nend\nlocal function dy()\nreturn b('ZDIFF',2,cs,bf,'WITHSCORES')\nend\nlocal function hm()\nlocal cf=b('LINDEX',ar,-1)\nreturn cf,tonumber(cf and b('ZSCORE',cs,cf)or nil)\nend";

const queueLeave_ =
  "local function fe(fr,di)\nlocal bv=b('LRANGE',ar,0,fi)\nlocal ip=#bv>fi\nlocal gl=ip and dy()or b('ZRANGE',cs,0,-1,'WITHSCORES')\nlocal gn,cf,eo={},nil,nil\nfor q=1,#gl,2 do\ngn[gl[q]]=gl[q+1]\nend\nif ip then\ncf,eo=hm()\nbv=(#gl>0 or di>jy)and b('LRANGE',ar,0,-1)\nend\nlocal gm,cu,ee,gy=0,{},{},{}\nfor bl,z in ipairs(bv or{})do\nif fr[z] then\ngm=gm+gb\ntable.insert(ee,z)\nelse\ntable.insert(gy,z)\nif gm>0 and gn[z] then\ntable.insert(cu,ai(gn[z] - gm))\ntable.insert(cu,z)\nend\nend\nend\nif not bv then\nfor z in pairs(fr)do\nif h('LREM',ar,0,z)>0 then table.insert(ee,z)end\nend\nelseif #ee==1 then\nh('LREM',ar,0,ee[1])\nelseif #ee>1 then\nh('DEL',ar)\nej('RPUSH',ar,gy)\nend\nej('ZREM',cs,ee)\nif eo then\nlocal il=eo - #ee*gb\ncf,eo=hm()\nif eo and eo>il and not gn[cf] then\ntable.insert(cu,ai(il))\ntable.insert(cu,cf)\nend\nend\nej('ZADD',cs,cu)\nif bv and #gy==0 then h('DEL',bf)end\nend\nlocal function jr()\nlocal go=b('ZRANGEBYSCORE',bf,'-inf',ai(ab - co))\nif #go==0 then return end\nlocal fr={}\nfor bl,z in ipairs(go)do\nfr[z]=true\nend\nfe(fr,#go)\nej('ZREM',bf,go)\nii=true\nend\nlocal function kh()\nwhile true do\nlocal cl=b('LINDEX',ar,0)\nif not cl then return false end\nif not ab then cy()end\nlocal al=tonumber(b('ZSCORE',bf,cl)or nil)\nif al and al>ab then\nlocal fj={}\nfor bl,z in ipairs(b('ZRANGEBYSCORE',bf,'(' .. ai(ab),'+inf'))do\ntable.insert(fj,ai(ab))\ntable.insert(fj,z)\nend\nat('ZADD',bf,fj[1],fj[2])\nej('ZADD',bf,fj)\nal=ab\nend\nlocal es=not al and tonumber(b('ZSCORE',cs,cl)or nil)\nlocal iy=al and al+co or es or 0\nif iy>ab then return cl,iy,al~=nil end\nif al then\njr()\nelse\nh('LPOP',ar)\nh('ZREM',cs,cl)\nii=true\nend\nend\nend\nlocal function ju(bt)\nlocal ft=h('ZPOPMIN',cs,fi+1)\nlocal m,cu,l={},{},false\nfor q=#ft,1,-1 do table.insert(m,ft[q])end\nif #ft>0 then r('ZADD',cs,unpack(m))end\nlocal function ho(de)\nfor q=2,#de,2 do\nif de[q - 1]==bt then\nl=true\nelse\ntable.insert(cu,ai(de[q] - gb))\ntable.insert(cu,de[q - 1])\nend\nend\nend\nho(ft)\nif #ft>2*fi then\nif not l then h('ZREM',cs,bt)end\nho(dy())\nho({hm()})\nend\nej('ZADD',cs,cu)\nif #cu==0 and b('EXISTS',ar)==0 then h('DEL',bf)end\nend\nlocal function ji(z)\nif KEYS.locked then return end\nlocal d=redis.pcall('GET',(string.gsub(bi(z),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(d)=='string' and d or nil\nend\nlocal function jj(dp,...)\nlocal as=string.match(dp or '','^~?(' .. ew .. ') ')\nif as then cb(as,...)end\nreturn as\nend\nlocal function ka(gq,z,dp)\nif not jj(dp,'try',z,0)then bc(gq .. z,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local ou=30000\nlocal ot=86400000\nlocal function mz()\nlocal af=dx()\nbk(ju,i)\nreturn af\nend\nlocal function nh(es)\nlocal nw=es - ab+gb+co\nif b('PTTL',bf)<nw then h('PEXPIRE',bf,ai(nw))end\nend\nlocal function pj(aq,pa,cu)\nwhile true do\nlocal o=b('LRANGE',ar,aq+1,aq+fi)\nfor bl,z in ipairs(o)do\nif b('ZSCORE',bf,z)then return end\nlocal es=b('ZSCORE',cs,z)\nif es then\ntable.insert(cu,ai(es+pa))\ntable.insert(cu,z)\nend\nend\nif #o<fi then return end\naq=aq+fi\nend\nend\nlocal ob=false\nlocal function af()\nlocal kc=b('EXISTS',e,n,k or n)\nif kc==0 then\nlocal cl=h('LPOP',ar)\nif not cl then\nr('EXISTS',ar)\nreturn dx()\nend\nr('LPUSH',ar,cl)\nif cl==i then return mz()end\nh('LPUSH',ar,cl)\nelse\nlocal ir=not k and kc==1\nif not ir then cm()end\nlocal af=not(ir and ARGV[6]=='2')and fw()\nif af then return af end\nend\nlocal l=ck()\ncy()\nlocal aq=b('LPOS',ar,i)\nlocal gp=aq and h('ZADD',bf,ai(ab),i)==1\nif gp then nh(ab+(aq+1)*gb)end\njr()\nlocal cl,nc\nif l==-2 then\ncl,nc=kh()\nend\nif l==-2 and not cl then\nh('DEL',bf)\nreturn dx()\nend\nif l==-2 and cl==i then\nh('LPOP',ar)\nr('LPUSH',ar,i)\nreturn mz()\nend\nif ii then\naq=b('LPOS',ar,i)\nif l==-2 then ka(ARGV[10],cl,ji(cl))end\nend\nif cf then\nif aq then\nfe({[i]=true},1)\nh('ZREM',bf,i)\nend\nax('refused',f)\nreturn ha({'busy',aj,l,aq and aq+1 or 0,-1})\nend\nlocal ae=aq and tonumber(b('ZSCORE',cs,i)or nil)\nif ae and ae<ab - ot then ae=nil end\nlocal es=ae\nif not aq then\nlocal jt=b('LINDEX',ar,-1)\nes=(jt and b('ZSCORE',cs,jt)or ab+math.max(l,0))+gb\naq=h('RPUSH',ar,i)- 1\nob=true\nh('ZADD',bf,ai(ab),i)\nend\nlocal nb=ab+(aq+1)*gb\nif not es or es<nb - gb+ou then es=nb end\nif es~=ae then\nlocal cu={ai(es),i}\nif ae and not gp then pj(aq,es - ae,cu)end\nej('ZADD',cs,cu)\nnh(es)\nend\nreturn{'busy',aj,l,aq+1,l==-2 and nc+1 - ab or l}\nend";

const waitersIsHeard_ =
  "local function gz(as)\nlocal dj=redis.pcall('PUBSUB','NUMSUB',dl(as))\nreturn dj.err~=nil or dj[2]~=0\nend";

const waitersDated_ =
  "local function lw(d)\nreturn(string.gsub(d,'^(%S+ %S+ %d+ %d+ )0 ','%1' .. ai(ab).. ' '))\nend";

const waitersIsCluster_ =
  "local function nd()\nlocal lk=redis.pcall('INFO','cluster')\nreturn type(lk)=='string' and string.find(lk,'cluster_enabled:1',1,true)~=nil\nend\nlocal function nm(d,dj)\nd=lw(d)\nif dj~='1' or string.sub(d,1,1)=='~' then return d end\nlocal ne=gz(string.match(d,'^%S+'))and not nd()\nreturn(ne and '' or '~').. d\nend";

const waitersSTANDINGMS_ =
  "local ib=150000\nlocal ia='^(~?)(' .. ew .. ') (%S+) ([1-9]%d*) ([1-9]%d*) (%d+) ([-t])(.*)$'\nlocal hz=15\nlocal function gs(d)\nlocal bh,as,i,aa,f,hs,t,am=string.match(d,ia)\nif not bh or string.find(am,'^[^\\n]')or math.max(#aa,#f)>hz then return end\nif ab - hs>=ib or(bh=='' and not gz(as))then return end\nreturn bh,as,i,aa,f,t,am\nend";

const waitersStanding_ =
  "local da,fd=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal em=160000\nlocal function fa()\nh('SET',fd,'1','PX',em)\nend";

const waitersCALLEDMS_ =
  "local fy=65\nlocal hb=50\nlocal al=0\nlocal function gj(aq,cw,ag)\nlocal d=b('LINDEX',da,aq)\nif not d then return false end\nlocal as,i=string.match(d,'^~?(' .. ew .. ') (%S+)')\nif as then cb(as,cw,i,ag)end\nreturn true\nend\nlocal function hd(cw,ag)\nif gj(0,cw,ag)then fa()end\nend\nlocal function he(i)\nreturn KEYS.locked or b('EXISTS',bi(i))==0\nend\nlocal function hc(ag)\nif not ab then cy()end\nwhile al<hb do\nal=al+1\nlocal d=b('LINDEX',da,0)\nif not d then return end\nlocal bh,as,i=gs(d)\nlocal gk=bh and he(i)\nif gk and(bh=='' or ag>0)then\nfa()\ncb(as,ag==0 and 'try' or 'next',i,ag)\nif ag==0 or bh=='~' then gj(1,'next',ag+fy)end\nreturn\nend\nh('LPOP',da)\nif gk then\ncb(as,'try',i,0)\nag=fy\nend\nend\nhd(ag==0 and 'try' or 'next',ag)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local ij=5000\nlocal function io(i,aa,f,am)\nif not h('SET',bi(i),'|+' .. am,'PX',f,'NX')then return end\nr('UNLINK',bi(i))\nlocal df=math.min(tonumber(aa),ij)\nh('HINCRBY',e,i,1)\nr('UNLINK',e)\nh('PEXPIRE',e,df)\nr('UNLINK',e)\nreturn df\nend";

const waitersWithGrant_ =
  "local function ja(c,cn)\nif not cn then return c end\ntable.insert(c,'granted')\nfor bl,iz in ipairs(cn)do table.insert(c,iz)end\nreturn c\nend";

const queueGrantFirst_ =
  "local function mb(z,dp)\nlocal bh,as,i,aa,f,bl,am=gs(dp)\nif bh~='' or i~=z then return end\nlocal df=io(i,aa,f,am)\nif not df then return end\nh('LPOP',ar)\nju(i)\ncb(as,'granted',i,ai(ab),df,ai(ab))\nlocal jf=b('LINDEX',ar,0)\nif jf then jj(ji(jf),'next',jf,df)end\nreturn{i,df}\nend\nlocal function lc(gq,gw)\nlocal cl,dp\nlocal p,cn=bk(function()\nlocal bl,iq\ncl,bl,iq=kh()\ndp=iq and ji(cl)\nreturn dp and mb(cl,dp)\nend)\nlocal bq=p and cn or(not p and redis.pcall('EXISTS',e)==1)\nif bq then\nif gw==2 then pcall(fa)end\nreturn p and cn\nend\nif cl then pcall(ka,gq,cl,dp)end\nif gw==2 then pcall(hc,0)end\nend";

const stateTimeouts_ =
  "local cv=''";

const fenceMarkKey_ =
  "local mt,aj,ce=KEYS[1],ARGV[1],ARGV[2]\nlocal function oy(bh)\nif not bh then return true end\nif not string.find(bh,'^%d+$')then error('the mark of this resource is no number')end\nreturn #bh<#ce or(#bh==#ce and bh<=ce)\nend\nlocal function pd(bh,db)\nif bh==ce then return false end\nlocal bb=b('TIME')\nif tonumber(ce)<=(bb[1]+60)*1e6+bb[2] then return false end\nlocal aw=tonumber(b('GET',db)or '')\nreturn not aw or aw<tonumber(ce)\nend\nlocal function pl(bh)\nif bh~=ce then h('SET',mt,ce)end\nend";

const grantLooked_ =
  "local hv\nlocal function ic(ie)\nif ie then\nlocal cx,o=pcall(by)\nif not cx or g then return end\nhv=o\nend\nif s==false then return -2 end\nreturn b('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function ir()\nreturn b('EXISTS',n)==0\nend";

const grantRefuseNew_ =
  "local function kj(l)\nif not l or l<0 then return end\nlocal gp\nif cf then\ngp=at('SET',n,'|-refused','PX',f,'NX')\nelse\ngp=ir()\nend\nif gp then return{'busy',aj,l}end\nend";

const waitersMOST_ =
  "local dh='9223372036854775807'";

const fencedTokenKey_ =
  "local db=KEYS[3]";

const waitersReadToken_ =
  "local function jg()\nlocal aw=b('GET',db)\nreturn aw~='' and aw\nend\nlocal function je(d)\nreturn string.find(d,'^%d+$')and(#d<#dh or(#d==#dh and d<=dh))\nend\nlocal function hw(aw,hh)\nlocal ce=hh[1] .. string.format('%06d',hh[2])\naw=aw or ''\nlocal hl=#aw<#ce or(#aw==#ce and aw<ce)\nif hl then h('SET',db,ce)else h('INCR',db)end\nif aw=='' then r('UNLINK',db)else r('SET',db,aw)end\nreturn hl and ce or b('GET',db)\nend";

const fencedWithToken_ =
  "local function jq(af,ce)\ntable.insert(af,ce)\nreturn af\nend\nlocal function is()\nlocal aw=jg()\nif aw and not je(aw)then ah(db)end\nreturn aw\nend\nlocal function lo(aw)\nif aw==dh then ah(db)end\nlocal ce=hw(aw,b('TIME'))\nreturn jq(dx(),ce)\nend\nlocal function nv()\nlocal nx,aw=pcall(is)\nlocal af=nx and aw~=dh and ht()\nreturn af and jq(af,hw(aw,b('TIME')))\nend\nlocal function nq()\ncm()\nlocal aw=k and v=='' and is()\nlocal af=fw()\nif af and af[1]=='held' then jq(af,aw or is()or hw(nil,b('TIME')))end\nreturn af,aw\nend";

const fencedQuickAnswer_ =
  "local function ih()\nif k then return b('EXISTS',e,n,k)==0 and lo(is())end\nlocal l=ic(ARGV[6]~='2')\nreturn l==-2 and nv()or kj(l)\nend\nlocal function jb()\nlocal af,aw=nq()\nif af then return af end\nlocal l=ck()\nif l==-2 then\nif not k then aw=is()end\nreturn lo(aw)\nend\nif cf then ax('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function af()\nreturn ha(ih()or jb())\nend";

const standIsOurs_ =
  "local iq=0\nlocal function ir()\nlocal o=hv or b('HRANDFIELD',e,2,'WITHVALUES')\nlocal gx={n}\nif #o==2 and not KEYS.locked then table.insert(gx,bi(o[1]))end\nlocal dc,dy=unpack(b('MGET',unpack(gx)))\niq=dy and string.sub(dy,1,1)~='!' and 1 or 0\nreturn not dc\nend";

const standStand_ =
  "local function nr()\ncy()\nlocal d=nm(ARGV[10],ARGV[11])\nlocal aq=ARGV[9]~='' and b('LPOS',da,ARGV[9])\nif aq then\nh('LSET',da,aq,d)\nelse\nh('RPUSH',da,d)\nend\nh('PEXPIRE',da,em)\nfa()\nreturn d\nend";

const standAnswerOrStand_ =
  "local function oz()\nlocal c=af()\nif c[1]=='busy' and not cf then\nlocal p,d=pcall(nr)\nif p then\ntable.insert(c,ab)\ntable.insert(c,d)\ntable.insert(c,iq)\nend\nelseif ARGV[9]~='' then\npcall(h,'LREM',da,0,ARGV[9])\nend\nreturn c\nend";

const stealBEYONDLEASEMS_ =
  "local hy=60000\nlocal lr=64";

const stealRob_ =
  "local function mk(u,l)\nlocal dy=bi(u)\nlocal f=math.max(l+hy,b('PTTL',dy))\nlocal iw='!' .. jk .. '|'\nlocal m=h('SET',dy,iw .. '-' .. jk,'PX',f,'GET')\nif m then r('SET',dy,m,'PX',f)else r('UNLINK',dy)end\nlocal ad=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not ad then return end\nh('SET',dy,iw .. ad,'PX',f)\nr('SET',dy,m,'PX',f)\nend\nlocal function mm(l,mo)\nlocal kl={}\nfor bl,u in ipairs(b('HRANDFIELD',e,lr+1))do\nif u~='mode' or s=='plain' then\nmk(u,l)\ntable.insert(kl,u)\nend\nend\nh('UNLINK',e)\nlocal gx=table.concat(kl,' ')\nbc(mp,gx .. ' ' .. jk)\nlocal af=mo()\ntable.insert(af,gx)\nreturn af\nend";

const stealQuickAnswer_ =
  "local function ih()\nif k then return b('EXISTS',e,n,k)==0 and kp()end\nlocal l=ic(true)\nif l==-2 then return mn()end\nif l and l>=0 and b('EXISTS',n)==0 then return kn(l)end\nend";

const stealFullAnswer_ =
  "local function jb()\nlocal af=ae()\nif af then return af end\nlocal l=ck()\nif l==-2 then return kp()end\nreturn kn(l)\nend\nlocal function af()\nreturn ih()or jb()\nend";

const inspectSubscriptions_ =
  "local function nt(gq)\nlocal dj=redis.pcall('PUBSUB','NUMSUB',unpack(gq))\nif dj.err then return -1 end\nlocal ko=0\nfor q=2,#dj,2 do ko=ko+dj[q] end\nreturn ko\nend";

const lockHashLONGESTVALUE_ =
  "local mw=500\nlocal function nk(j)\nlocal eh=redis.pcall('GETRANGE',j,0,mw)\nif type(eh)~='string' then return nil end\nreturn string.match(eh,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function pg(dv,mf)\nreturn 'light\\n' .. dv .. ' ' .. mf\nend";

const inspectLONGESTSTATE_ =
  "local ow=700\nlocal function ps(av)\nlocal ld=#av>0 and b('MGET',unpack(av))or{}\nfor q=1,#av do ld[q]=string.sub(ld[q] or '',1,ow)end\nreturn ld\nend";

const inspectMOSTBYTES_ =
  "local lq=50000\nlocal function md(d)\nlocal bl,nn=string.gsub(d,'[^%w:{}_./ -]','')\nreturn #d+5*nn+3\nend";

const permitsCount_ =
  "local function g(d)\nreturn tonumber(gh(d))\nend";

const permitsPermits_ =
  "local ez,fz,aj=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local bb=b('TIME')\nlocal ab=bb[1]*1000+math.floor(bb[2]/1000)\nlocal li=1000";

const lockQuickAnswer_ =
  "local function ih()\nif k then return b('EXISTS',e,n,k)==0 and dx()end\nlocal l=ic(ARGV[6]~='2')\nreturn l==-2 and ht()or kj(l)\nend\nlocal function jb()\ncm()\nlocal af=fw()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dx()end\nif cf then ax('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function af()\nreturn ha(ih()or jb())\nend";

const holdBlock_ =
  "cm()\nlocal bd=cp()\nif bd then return bd end\nlocal g=ep()\nif not g then return ax(ch('lost'),ARGV[4])end\nreturn{'counted',aj,tonumber(g),en(tonumber(g))}";

const waitersTokenKey_ =
  "local db";

const waitersUNTOLDMS_ =
  "local kw=1000\nlocal function lf()\ndb='redisson_lock_token:' .. string.match(da,'^[^:]+:[^:]*:standing:(.*)$')\nlocal p,aw=pcall(jg)\nreturn p and(not aw or(je(aw)and aw~=dh)),aw\nend\nlocal function ky(dv,as,i,aa,f,t,am)\nlocal jl,aw=true,nil\nif t=='t' then\njl,aw=lf()\nend\nif not jl then return cb(as,'try',i,0)end\nlocal df=io(i,aa,f,am)\nif not df then return end\nlocal ce=t=='t' and hw(aw,bb)or nil\ncb(as,'granted',i,ai(ab),df,ai(dv),ce)\nreturn{i,df,ce}\nend\nlocal function jo(ak)\nbc(ak,'1000000')\nbc(ak,'0')\nend\nlocal function jn(ak)\njo(ak)\npcall(hc,0)\nend\nlocal function lb(ak,dv)\nif not ab then cy()end\ndv=math.min(tonumber(dv)or ab,ab)\nif KEYS.locked or ab - dv>=kw then return jn(ak)end\nwhile al<hb do\nal=al+1\nlocal d=h('LPOP',da)\nif not d then\nbc(ak,'0')\nreturn\nend\nlocal bh,as,i,aa,f,t,am=gs(d)\nif bh=='~' and he(i)then\njo(ak)\ncb(as,'try',i,0)\nhc(fy)\nreturn\nend\nlocal cn=bh=='' and ky(dv,as,i,aa,f,t,am)\nif cn then\npcall(hd,'next',cn[2])\nreturn cn\nend\nend\njn(ak)\nend\nlocal function ei(ak,gw,dv)\nal=0\nif gw==2 then\nlocal p,cn=bk(lb,ak,dv)\nif p then return cn end\nif redis.pcall('EXISTS',e)==1 then return end\nend\nbc(ak,'0')\nend";

const holdRenew_ =
  "local function la(aa,f,dr,me,jh)\nlocal bd=cp()\nif bd then return nil,bd end\nlocal g=ep()\nif not g then return nil,ax(ch('lost'),f)end\nge(e,aa)\nif jh then jh(tonumber(g))end\nif k then\nif ap then\nek(n,dr)\nelse\nca(string.sub(v,2).. '|',dr)\nend\nek(k,dr,jh)\nelseif me then\nek(n,dr)\nend\nreturn tonumber(g)\nend";

const holdRenewEach_ =
  "local function pn()\nlocal mx,ec=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal bx=(#ARGV - 3)/6\nlocal lt,kz={},0\nfor q=1,bx do\ntable.insert(lt,KEYS[2*q])\nend\nfor q=2*bx+1,#KEYS do\ntable.insert(lt,KEYS[q])\nend\nlocal ni=b('MGET',unpack(lt))\nlocal kk={'renewals',ARGV[1]}\nfor q=1,bx do\nlocal aa,f,mc\ni,bz,aa,f,mc,cv=unpack(ARGV,6*q - 2,6*q+3)\ne,n,k=KEYS[2*q - 1],KEYS[2*q],nil\nif mc=='1' then\nkz=kz+1\nk=KEYS[2*bx+kz]\nend\nbr(ni[q],k and ni[bx+kz])\nlocal ml=cv~=''\nlocal dc=ml and ig(ec)\nlocal l=mx and not ml and b('PTTL',e)\nif l and k then l=math.min(l,b('PTTL',n)- ec,b('PTTL',k)- ec)end\nlocal g,bd\nif l and l>mx then\nbd=cp()or not ep()and ax(ch('lost'),f)\nelse\nl=tonumber(aa)\ng,bd=la(aa,f,l+ec,mc=='2',ml and function(bx)\nnp(bx,dc,aa)\nend)\nend\ntable.insert(kk,bd and bd[3] or l)\nend\nreturn kk\nend";

const readHoldsRenewSlot_ =
  "local function np(g,dc,aa)\nlocal au=1\nif g>1 then au=iv(g,dc)end\nlocal j=dk(i,au)\nif not ge(j,aa)then h('SET',j,'1','PX',aa,'NX')end\ncr[j]=nil\nend";

const lockHashLock_ =
  "local e,n,i,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "by()\nlocal l=ck()";

const ownerAnswer_ =
  "local function af(er)\nreturn{'done',aj,tonumber(er)}\nend\nlocal function p(er)\nat('SET',k,er,'PX',ARGV[4])\nr('UNLINK',k)\nreturn af(er)\nend";

const ownerHeldCount_ =
  "local function jc(jd)\nby()\nif s and(s=='plain')~=jd then ah(e)end\nif s then ck()end\nreturn g and tonumber(g)\nend";

const ownerENDED_ =
  "local hf='released-elsewhere'\nlocal hy=60000\nlocal function kb(kf)\nlocal f=math.max(b('PTTL',e)+hy,b('PTTL',n))\nat('SET',n,'!' .. hf .. '|-' .. hf,'PX',f)\nif ap then r('SET',n,bs,'PX',f)else r('UNLINK',n)end\nlocal kg=kf()\nbc(ARGV[6],i .. ' ' .. hf)\nreturn kg\nend";

const ownerBlock_ =
  "cm()";

const ownerEndReads_ =
  "local function pc()\nif v~='' then return af(v)end\nlocal bx=jc(false)\nif not bx then return p(0)end\nlocal c=p(1)\nkb(function()\nkx(tonumber(bx))\nend)\nreturn c\nend";

const ownerRenewed_ =
  "local function po()\np(1)\nreturn{'done',aj,1,w}\nend";

const permitsGiveBack_ =
  "local function ma(di,ak,el,ly,...)\nlocal ea=at('INCRBY',ez,di)\nr('INCRBY',ez,-di)\nly(...)\nif ea>=el then bc(ak,ai(ea))end\nend";

const permitsSweep_ =
  "local function nu(ea,ak)\nlocal js,gt=unpack(b('ZRANGE',fz,0,0,'WITHSCORES'))\nif js and #js~=16 then error('NOT_A_LOCK 2')end\nif not js or tonumber(gt)>ab then return ea end\nlocal kd=b('ZCOUNT',fz,'-inf',ai(ab))\nlocal di=math.min(kd,li)\nma(di,ak,1,h,'ZREMRANGEBYRANK',fz,0,di - 1)\nreturn ea+kd\nend";

const permitExpirableRecord_ =
  "local k,ak,f=KEYS[3],ARGV[2],ARGV[4]\nlocal lu=setmetatable({},{\n__index=function(eu,y)\neu[y]=string.char(tonumber(y,16))\nreturn eu[y]\nend,\n})\nlocal gv,eu={},string.gsub(ARGV[3],'..',lu)\nlocal function l()\nlocal el,di=math.huge,0\nfor bl,gt in ipairs(b('ZMSCORE',fz,unpack(gv)))do\nel=math.min(el,gt and gt - ab or 0)\nif gt then di=di+1 end\nend\nreturn el,di\nend";

const permitExpirableEnded_ =
  "local function bg(t)\nreturn{'ended',aj,t}\nend\nlocal function gf(t)\nlocal m=at('SET',k,'-' .. t,'PX',f,'GET')\nif m then r('SET',k,m,'PX',f)else r('UNLINK',k)end\nreturn bg(t)\nend\nlocal function cp(bh)\nif bh and string.sub(bh,1,1)=='-' then return bg(string.sub(bh,2))end\nend";

const permitExpirableScored_ =
  "local function pq(aa)\nlocal de,gt={},ai(ab+aa)\nfor bl,pi in ipairs(gv)do\ntable.insert(de,gt)\ntable.insert(de,pi)\nend\nreturn unpack(de)\nend";

const permitExpirableLostEnd_ =
  "local function ms()\nreturn cp(b('GET',k))or gf('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#eu,16 do\ntable.insert(gv,string.sub(eu,q,q+15))\nend";

const readWriteTimeouts_ =
  "local cv=ARGV[9]\nlocal jk,mp=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function kn(l)\nif s=='plain' then ah(e)end\nreturn mm(l,dx)\nend\nlocal mn,kp=ht,dx";

const readWriteKnown_ =
  "local function ae()\ncm()\nreturn fw()\nend";

const readWriteBlock_ =
  "return af()";

const semaphoreKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bg(t)\nreturn{'ended',aj,t}\nend\nlocal function ax(t)\nat('SET',k,'-' .. t,'PX',f)\nr('UNLINK',k)\nreturn bg(t)\nend\nlocal eh,bh=unpack(b('MGET',j,k))\nlocal function ez()\nreturn gh(eh or b('GET',j))\nend";

const semaphoreTaken_ =
  "local mv=bh and string.match(bh,'^%+(%d+)$')\nif bh and not mv then return bg(string.sub(bh,2))end";

const semaphoreNotify_ =
  "local function pk(ak,ez)\nif ez>=0 then bc(ak,ez)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "bf1c28cefacb41167b35db2e8fe5f01049a39d68", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eh then return p(0,at)end\nlocal l=eh - 1\nlocal c=p(math.max(l,0),at)\nh('DECR',j)\nif l>0 then return c end\nr('INCR',j)\nh('DEL',j)\nif l==0 then bc(ARGV[3],'0')end\nreturn c", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "5f0b76a808b20b24b817077aae2be145241d4920", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eh then return p(0,at)end\nlocal c=p(1,at)\nh('DEL',j)\nbc(ARGV[3],'1')\nbc(ARGV[3],'0')\nreturn c", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-read", "ddf0c5533d894549892131bda8e7f20b038bc412", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-write", "3abb64a6ca8e75160db3f41802eb1aebff18fb48", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "610ec6ccab67a224ea25a6920c9771ed5eb9ec66", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "ll()\nlocal gg=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if s=='plain' then ah(e)end\nif s~=ARGV[6] then return jv(0)end\nlocal c=jv(1)\nh('DEL',e)\npcall(gc,'free')\nbc(gg,s=='write' and '1' or '0')\nlp()\nreturn c", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-read", "4d3e9492a8ef5f54f2a1ae6390280464a4467feb", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-write", "2aff7c5918bc1aa3e972c3c746121ee302aeb994", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "8a855debf36b1b5d5fcf54f0ad2edf33205b637b", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, queueQueue_, "k=KEYS[6]\nlocal gb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return af()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "fffcc99057c1fb051ab948cd7185c8cbec023586", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal gb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local em=co+5000\nlocal qv=100\nlocal function rf(aq)\nlocal jm=b('HRANDFIELD',e)\nlocal iw=jm and b('GET',bi(jm))\nif not iw or string.sub(iw,1,1)=='!' or aq>qv then return 0 end\nif aq==1 then return 1 end\nfor bl,al in ipairs(b('ZMSCORE',bf,unpack(b('LRANGE',ar,0,aq - 2))))do\nif not al then return 0 end\nend\nreturn 1\nend\nlocal function nr(aq)\nlocal d=nm(ARGV[12],ARGV[13])\nlocal m=h('SET',KEYS[6],d,'PX',em,'GET')\nreturn d,m==ARGV[11] and not ob and 1 or rf(aq)\nend\nlocal c=af()\nif c[1]~='busy' or cf or KEYS.locked then return c end\nlocal p,d,ol=pcall(nr,c[4])\nif p then\nfor bl,iz in ipairs({ab,d,ol})do table.insert(c,iz)end\nend\nreturn c", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "95a2c3a4127c040601b35ba5aa4fb4e51ccef991", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "ll()\nlocal gb=tonumber(ARGV[6])", queueLeave_, queueGrantFirst_, forceForced_, forceTellHolders_, "if s=='read' or s=='write' then ah(e)end\nif not s then return jv(0)end\nlocal c=jv(1)\nlocal cn=lc(ARGV[3],h('DEL',e,fd))\nlp()\nreturn ja(c,cn)", END);

export const fairPass: LuaScript = /* @__PURE__ */ script("fair/pass", "5f0d65e9bb1ff096aced5cdb3832695ae1935979", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[9] and KEYS[7]\nlocal gb=tonumber(ARGV[10])", queueLeave_, queueGrantFirst_, endFirst_, "local cn\nlocal nf=false\nlocal function eq()\nh('DEL',e)\nnf=true\nend\nlocal function hk()\nif b('EXISTS',e)==0 then cn=lc(ARGV[9])end\nend", endEndHold_, "local c=hi(ARGV[4])\nif not nf then return ja(c,cn)end\nlocal p,pe=bk(function()\nif b('LINDEX',ar,0)~=ARGV[11] then return false end\nif not h('SET',KEYS[6],'|+' .. ARGV[14],'PX',ARGV[13],'NX')then return false end\nr('UNLINK',KEYS[6])\nh('HINCRBY',e,ARGV[11],1)\nr('UNLINK',e)\nh('PEXPIRE',e,ARGV[12])\nreturn true\nend)\nif p and pe then\nbk(function()\nh('LPOP',ar)\nju(ARGV[11])\nend)\ntable.insert(c,'held')\nreturn c\nend\nreturn ja(c,lc(ARGV[9],1+h('DEL',fd)))", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "078d06cb44f4cc23508a83dc18770b88ca6774d2", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal gb=tonumber(ARGV[10])", queueLeave_, queueGrantFirst_, endFirst_, "local cn\nlocal function eq()\ncn=lc(ARGV[9],h('DEL',e,fd))\nend\nlocal function hk()\nif ARGV[11]=='1' and b('LPOS',ar,i)then\nfe({[i]=true},1)\nh('ZREM',bf,i)\nend\nif b('EXISTS',e)==0 then cn=lc(ARGV[9])end\nend", endEndHold_, "local c=hi(ARGV[4])\nreturn ja(c,cn)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "3b5a1b35a7e83a3931d7b7e5a7cf3d432d8cd2bd", BEGIN, fenceMarkKey_, "local bh=b('GET',mt)\nif not oy(bh)then return{'fenced',aj,0}end\nif pd(bh,KEYS[2])then return{'ahead',aj}end\npl(bh)\nreturn{'fenced',aj,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "bde7c3a17020528bd9820189e3239b691d3ba2de", BEGIN, stateWrite_, fenceMarkKey_, "local k,rj,f,eh=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal bh,p=unpack(b('MGET',mt,k))\nif p=='1' then return{'fenced',aj,1}end\nif p=='ahead' then return{'ahead',aj}end\nif p then return{'withdrawn',aj}end\nif not bh then bh=b('GET',mt)end\nif not oy(bh)then return{'fenced',aj,0}end\nif not eh then\nat('SET',k,'0','PX',f)\nreturn{'withdrawn',aj}\nend\nif pd(bh,KEYS[4])then\nh('SET',k,'ahead','PX',f)\nreturn{'ahead',aj}\nend\nh('SET',rj,eh,'GET')\npl(bh)\nh('SET',k,'1','PX',f)\nreturn{'fenced',aj,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "f51ddd58b01ddbf030d27fdd7d9a5b023d35a0d3", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn af()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "1549042cc1ca58b664bb49415367607aa3d21c58", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, fencedWithToken_, fencedQuickAnswer_, standStand_, standAnswerOrStand_, "k=nil\nreturn oz()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "f91e5f1744b0bf4816968632d98cb7fb48e376b5", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal jk,mp=ARGV[9],ARGV[10]", stealRob_, "local mn,ae=nv,nq\nlocal function kp()\nreturn lo(is())\nend\nlocal function kn(l)\nif s~='plain' then ah(e)end\nlocal aw=is()\nif aw==dh then ah(db)end\nreturn mm(l,function()\nreturn lo(aw)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return af()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "dd075097b03695f2ac08bd3f76a8f7c34e537379", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal qa='!' .. ARGV[9] .. '|'\nlocal d=b('GET',KEYS[3])\nlocal l=d and(string.sub(d,1,1)=='=' or string.sub(d,1,#qa)==qa)and b('PTTL',KEYS[3])or 0\nlocal function ke()\nreturn{'found',aj,d,l}\nend\nif l>0 then\nif h('SET',n,'|-lost','PX',f,'NX')then return ke()end\nelseif b('EXISTS',e,n)==0 then\nreturn dx()\nend\ncm()\nlocal af=fw()\nif af and af[1]=='ended' and l>0 then return ke()end\nif af then return af end\nlocal rh=ck()\nif cf then ax('refused',f)end\nreturn{'busy',aj,rh,b('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "36d1c71cf77b4d9ca33961a71c1f8488d7312183", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, endFirst_, "k=nil\nlocal lq=8192\nlocal function eq(rt)\nlocal oc,m=false,nil\nif rt then\noc,m=pcall(h,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif oc and m then r('SET',KEYS[3],m,'PX',ARGV[11])end\nif oc and not m then r('UNLINK',KEYS[3])end\nlocal gw=h('DEL',e,fd)\nlocal sa=string.sub(ARGV[10],1,1)=='=' and tonumber(ARGV[11])>=fc\nif oc and sa and #ARGV[10]<=lq then\nlocal d=string.gsub(ARGV[10],',','\\t')\nbc(ARGV[12],i .. ' ' .. ARGV[11] .. ' ' .. d)\nend\nbc(ARGV[9],'1')\nif gw==2 then pcall(hc,0)end\nend\nlocal function hk()end", endEndHold_, "return hi(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "3640192d00bc15d8addff9116958cd474e45d18c", BEGIN, onceCounter_, inspectSubscriptions_, "local an=gh(b('GET',KEYS[1]))\nlocal l=b('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],an and 1 or 0,tonumber(an or 0),l,nt({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "5264ef77b645e3455261138a620baa21f0894788", BEGIN, lockHashMode_, "local e,n,i,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local cv=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local ls=100\nlocal qy=4\nlocal qx=tonumber(ARGV[6])\nlocal aj,ar,bf,ng=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(by)then\nlocal jm,dv,mf=nk(e)\nif not jm then by()end\nlocal l=ck()\nreturn{'lock',aj,'light',l,1,1,0,0,0,0,jm,1,l,pg(dv,mf)}\nend\nlocal l=ck()\nlocal function se()\nlocal ct,dj,dd={},{},0\nif not s then return ct,dj,dd end\ndd=b('HLEN',e)-(s=='plain' and 0 or 1)\nlocal lv,ae='0',{}\nif s~='plain' then ae['mode']=true end\nfor bl=1,qy do\nlocal ku=b('HSCAN',e,lv,'COUNT',2*ls)\nlv=ku[1]\nlocal o=ku[2]\nfor q=1,#o,2 do\nif #ct<ls and not ae[o[q]] then\nif not bj(o[q+1])then ah(e)end\nae[o[q]]=true\ntable.insert(ct,o[q])\ntable.insert(dj,tonumber(o[q+1]))\nend\nend\nif lv=='0' or #ct==ls then break end\nend\nreturn ct,dj,dd\nend\nlocal pm=0\nlocal function sb(be,bx)\nif pm+bx>qx then return l end\npm=pm+bx\nlocal bw=0\nfor au=1,bx do\nbw=math.max(bw,b('PTTL',dk(be,au)))\nend\nreturn math.min(bw,l)\nend\nlocal function sk(dd,ns)\nlocal qg=dd>1 and b('PTTL',ns)or -1\nif qg<0 then return l end\nreturn math.max(math.min(l,qg - ARGV[4]),0)\nend\nlocal function rq(u,bx,dd,ns)\nif s=='plain' then return l end\nif string.find(u,':write$')then return sk(dd,ns)end\nreturn sb(u,bx)\nend\nlocal function sf()\nif b('EXISTS',ar,KEYS[6])==0 then return{},0 end\nlocal mr=b('TYPE',ar).ok\nif mr=='list' then return b('LRANGE',ar,0,ls - 1),b('LLEN',ar)end\nif mr~='none' then ah(ar)end\nar,bf=KEYS[6],KEYS[7]\nif b('TYPE',ar).ok~='zset' then ah(ar)end\nreturn b('ZRANGE',ar,0,ls - 1),b('ZCARD',ar)\nend\nlocal function sc(bv)\nif #bv==0 then return{}end\nlocal al=redis.pcall('ZMSCORE',bf,unpack(bv))\nlocal bb=b('TIME')\nlocal ab=bb[1]*1000+math.floor(bb[2]/1000)\nlocal de={}\nfor q=1,#bv do\nlocal cf=tonumber(al[q] or nil)\nde[q]=cf and math.max(ab - cf,0)or -1\nend\nreturn de\nend\nlocal ct,dj,dd=se()\nlocal mu={}\nfor q,u in ipairs(ct)do mu[q]=bi(u)end\nlocal ln=ps(mu)\nlocal bv,sj=sf()\nlocal sd=sc(bv)\nlocal gq={unpack(ARGV,7)}\nif ar==KEYS[3] then\nfor bl,z in ipairs(bv)do table.insert(gq,ARGV[5] .. z)end\nend\nlocal iu=redis.pcall('LLEN',ng)\nlocal c={'lock',aj,s or 'free',l,dd,0,sj,0}\ntable.insert(c,type(iu)=='number' and iu or 0)\ntable.insert(c,nt(gq))\nlocal eu=0\nlocal function cb(qp,jw,d,...)\neu=eu+md(jw)+md(d)+30\nif eu>lq then return end\nc[qp]=c[qp]+1\nfor bl,ba in ipairs({jw,...})do table.insert(c,ba)end\nend\nfor q,u in ipairs(ct)do\ncb(6,u,ln[q],dj[q],rq(u,dj[q],dd,mu[q]),ln[q])\nend\nfor q,z in ipairs(bv)do cb(8,z,'',sd[q])end\nreturn c", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "440378f33e838f3e1eb1a6e739d05a3ce551f0db", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local ls=100\nlocal ox=922337203685477\nlocal function rp(eu)\nreturn(string.gsub(eu,'.',function(ri)\nreturn string.format('%02x',string.byte(ri))\nend))\nend\nlocal d=b('GET',ez)\nlocal ea=d and g(d)\nlocal kd=b('ZCOUNT',fz,'-inf',ai(ab))\nlocal oe=b('ZCARD',fz)- kd\nlocal ad=b('ZRANGE',fz,'(' .. ai(ab),'+inf','BYSCORE','LIMIT',0,ls,'WITHSCORES')\nlocal c={'permits',aj,d and 1 or 0,(ea or 0)+(d and kd or 0),oe}\ntable.insert(c,nt({ARGV[2]}))\ntable.insert(c,b('PTTL',ez))\ntable.insert(c,#ad/2)\nfor q=1,#ad,2 do\nif #ad[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gt=tonumber(ad[q+1])\ntable.insert(c,rp(ad[q]))\ntable.insert(c,gt>=ox and -1 or gt - ab)\nend\nreturn c", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "59f9740457e01ea7218b440f2768331fb584eff8", BEGIN, inspectMOSTBYTES_, "local lv,oq,lh=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dh=1000\nlocal ov=1000\nlocal di,pb=math.min(dh,lh),lq\nlocal ke,qd={},false\nlocal function rc(av,ld)\nfor bl,j in ipairs(ld)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(av,j)end\nend\nend\nlocal function ex(av)\nlocal eu,o=0,{}\nfor bl,j in ipairs(av)do\nif #j<=ov then\neu=eu+md(j)\ntable.insert(o,j)\nend\nend\nif eu>pb and(#ke>0 or di>1)then return false end\npb=pb - eu\nfor bl,j in ipairs(o)do table.insert(ke,j)end\nreturn true\nend\nlocal function qm(mr)\nreturn redis.pcall('SCAN',lv,'MATCH',ARGV[3],'COUNT',di,'TYPE',mr)\nend\nrepeat\nlocal ku=qm('hash')\nif ku.err then return{'refused',ARGV[1],ku.err}end\nif ARGV[6]=='1' then rc(ku[2],qm('string')[2])end\noq=oq - di\nif #ke+#ku[2]>lh and di>lh - #ke then\ndi=lh - #ke\nelseif ex(ku[2])then\nlv,di,qd=ku[1],dh,ku[1]=='0'\nelseif #ke>0 then\noq=0\nelse\ndi=math.floor(di/2)\nend\nuntil qd or #ke>=lh or oq<=0\nreturn{'scanned',ARGV[1],lv,unpack(ke)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "8a1f016b59acdde45190b5e64038d45b5a9f5928", BEGIN, lockHashMode_, "local e,n\nlocal i,w,v='','',''", lockHashIsGranted_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local ov=1000\nlocal qu=5\nlocal function rz(o)\nlocal bt=1\nfor q=1,#o,2 do\nlocal qc=s~='plain' and o[q]=='mode'\nif qc and bt==q then\nbt=q+2\nelseif not qc and string.find(o[q],':write$')then\nbt=q\nend\nend\nreturn o[bt],o[bt+1]\nend\nlocal function rr(o)\nif s=='plain' then return 1 end\nlocal di=#o/2\nif di==qu then di=b('HLEN',e)end\nreturn di - 1\nend\nlocal ny={'',-2,0,'',0}\nlocal function rl(j)\nlocal jm,dv,mf=nk(j)\nlocal l=jm and b('PTTL',j)or -2\nif l<=0 then return ny end\nlocal mr='light'\nreturn{mr,l,1,jm,1},pg(dv,mf)\nend\nlocal function rk(j,ns)\ne,n=j,ns\nlocal ey,o=pcall(by)\nif not ey then return rl(j)end\nif not s then return ny end\nlocal l=b('PTTL',e)\nlocal u,bx=rz(o)\nif l<=0 or not u or #u>ov then return ny end\nreturn{s,l,rr(o),u,tonumber(bx)}\nend\nlocal og={}\nlocal function nl(kt,kc)\nif #kt==0 then return end\nkc=kc or b('EXISTS',unpack(kt))\nif kc==0 then return end\nif 4*kc<#kt then\nlocal qi=math.floor(#kt/2)\nlocal m,rd={unpack(kt,1,qi)},{unpack(kt,qi+1)}\nlocal pz=b('EXISTS',unpack(m))\nnl(m,pz)\nreturn nl(rd,kc - pz)\nend\nfor bl,de in ipairs(kt)do\nlocal of=redis.pcall('LLEN',de)\nif type(of)~='number' then of=redis.pcall('ZCARD',de)end\nog[de]=type(of)=='number' and of or 0\nend\nend\nlocal pw,mu,ph,qk,ql,kt={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,ar,pp,ng=unpack(KEYS,4*q - 3,4*q)\nlocal lz\nlz,ph[q]=rk(j,ARGV[q+1])\npw[q],mu[q]=lz,bi(lz[4])\nif lz~=ny and not ph[q] then\ntable.insert(qk,ar)\ntable.insert(ql,pp)\ntable.insert(kt,ng)\nend\nend\nlocal ln=ps(mu)\nnl(qk)\nnl(ql)\nnl(kt)\nlocal c,eu={'summaries',ARGV[1]},0\nfor q,lz in ipairs(pw)do\nlocal iw=ph[q] or ln[q]\neu=eu+md(lz[4])+md(iw)+50\nif q>1 and eu>lq then return c end\nfor bl,rn in ipairs(lz)do table.insert(c,rn)end\ntable.insert(c,iw)\nlocal bl,ar,pp,ng=unpack(KEYS,4*q - 3,4*q)\ntable.insert(c,(og[ar] or 0)+(og[pp] or 0))\ntable.insert(c,og[ng] or 0)\nend\nreturn c", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "da089a3b98c35c7366d67c62e951b7e75f6fd831", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return af()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "f89f35d4a74f15f03d1b639acd165cb3a6dd77b2", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function ba(sh)\nfor q=1,#KEYS,2 do\ne,n=KEYS[q],KEYS[q+1]\nlocal af=sh(q)\nif af then return af end\nend\nend\nlocal function qr()\nba(function()\ndx()\nend)\nreturn{'held',aj,1,tonumber(aa)}\nend\nif b('EXISTS',unpack(KEYS))==0 then return qr()end\nlocal nj,oa,gy\nlocal bd=ba(function(q)\ncm()\nlocal af=fw()\nif af and af[1]=='ended' then return af end\nif af then\nlocal l=af[4]<0 and tonumber(aa)or af[4]\nnj=math.min(l,nj or l)\nelse\ngy=true\nlocal l=ck()\nif l~=-2 and not oa then oa={'busy',aj,l,(q+1)/2}end\nend\nend)\nif bd then return bd end\nif nj and gy then return bg('lost')end\nif nj then return{'held',aj,1,nj}end\nif not oa then return qr()end\nif cf then\nba(function()\nh('SET',n,'|-refused','PX',f)\nend)\nend\nreturn oa", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "fce7dab771861a98ddb9bee990c132ea620af269", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, standStand_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn oz()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "9b80bf917bc5d9a262e7826d156e5c6273e2aa05", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, "local function en()\nif k then h('PEXPIRE',k,ARGV[4]+b('PTTL',e),'GT')end\nreturn b('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "d41a8b80230c45b7beccd8e529b5f691b1a879e5", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local cx=pcall(ll)\nlocal jm=not cx and nk(e)\nif jm then\nck()\no={jm}\nlocal c=jv(1)\nh('DEL',e)\nlp()\nreturn c\nend\nif not cx then ll()end\nif s=='read' or s=='write' then ah(e)end\nif not s then return jv(0)end\nlocal c=jv(1)\nlocal cn=ei(ARGV[3],h('DEL',e,fd),'')\nlp()\nreturn ja(c,cn)", END);

export const lockLookStanding: LuaScript = /* @__PURE__ */ script("lock/look-standing", "d94ec45b2c2817a65c9b7a0ca2e2e9850eba7870", BEGIN, waitersNow_, "cy()\nlocal em=160000\nlocal c,ln={'looked',ARGV[1],ab},{}\nfor q=2,#KEYS,4 do\ntable.insert(ln,KEYS[q])\nend\nlocal ae=b('MGET',unpack(ln))\nlocal function la(da,fd,iu,dp)\nlocal aq=b('LPOS',da,iu)\nif aq then\nh('LSET',da,aq,dp)\nelse\nh('RPUSH',da,dp)\nend\nh('PEXPIRE',da,em)\nh('SET',fd,'1','PX',em)\nend\nfor oj=1,#ln do\nlocal q=4*oj\nlocal l=ae[oj] and -2 or b('PTTL',KEYS[q - 3])\nlocal iu,dp=ARGV[2*oj],ARGV[2*oj+1]\nif l>=0 and dp~='' then pcall(la,KEYS[q - 1],KEYS[q],iu,dp)end\ntable.insert(c,l)\nend\nreturn c", END);

export const lockPass: LuaScript = /* @__PURE__ */ script("lock/pass", "cdf47816645642e248d473eb41835cf8fddeeb3e", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, endFirst_, "k=KEYS[6] and KEYS[4]\nlocal nf=false\nlocal function eq()\nh('DEL',e)\nnf=true\nend\nlocal function hk()end", endEndHold_, "local c=hi(ARGV[4])\nif not nf then return c end\nlocal p,pe=bk(function()\nif not h('SET',KEYS[3],'|+' .. ARGV[13],'PX',ARGV[12],'NX')then return false end\nr('UNLINK',KEYS[3])\nh('HINCRBY',e,ARGV[10],1)\nr('UNLINK',e)\nh('PEXPIRE',e,ARGV[11])\nreturn true\nend)\nif ARGV[14]~='' then pcall(h,'LREM',da,0,ARGV[14])end\nif p and pe then\ntable.insert(c,'held')\nreturn c\nend\nreturn ja(c,ei(ARGV[9],1+h('DEL',fd),ARGV[15]))", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "4e70fb866df7d464ed1d0ed4195e9044b1b90094", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function re(d)\ncy()\nh('RPUSH',da,lw(d))\nh('PEXPIRE',da,em)\nend\nlocal cn\nlocal function eq()\nlocal gw=h('DEL',e,fd)\nif(ARGV[11] or '')~='' and pcall(re,ARGV[11])then gw=2 end\ncn=ei(ARGV[9],gw,ARGV[10])\nend\nlocal function hk()end", endEndHold_, "if(ARGV[12] or '')~='' then pcall(h,'LREM',da,0,ARGV[12])end\nlocal c=hi(ARGV[4])\nreturn ja(c,cn)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "d3479baabfb3e3fcd87d2c0ae7d9eaf91966be3f", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersUNTOLDMS_, endFirst_, "k=nil\nlocal ak\nlocal function eq()\nei(ak,h('DEL',e,fd),'')\nend\nlocal function hk()end", endEndHold_, "local oh=(#ARGV - 8)/2\nlocal py=ARGV[4]=='1' and 3*oh or 2*oh\nlocal kk,no={'ends',aj},nil\nfor q=1,oh do\ne,n=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*oh+q] end\nda,fd=KEYS[py+2*q - 1],KEYS[py+2*q]\nak=ARGV[2*q+8]\nlocal p,c=bk(hi,ARGV[2*q+7])\nif p then\ntable.insert(kk,c[3])\nelse\nno=c.err or c\nif string.find(no,'^WRONGTYPE')then no='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif no then error(no,0)end\nreturn kk", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "4820e4bc0a4a9c26587e531953687f18c61fb34d", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, holdRenew_, "cm()\nlocal g,bd=la(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bd or{'renewed',aj,g}", END);

export const lockRenewExclusive: LuaScript = /* @__PURE__ */ script("lock/renew-exclusive", "9abb82b59ece0399a0dc6c1d47403d2efec7f620", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, holdRenew_, "local ig,np", holdRenewEach_, "return pn()", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/renew-many", "f529adc0d9f587370e29202f84500503604df55d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, holdRenewEach_, "return pn()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "048c70820219266997e96a0fd3cceb79f13fbd44", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(g or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "8779021c65c4f7356b721fa79e847a24885593f9", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local jk,mp=ARGV[9],ARGV[10]", stealRob_, "local function kn(l)\nif s~='plain' then ah(e)end\nreturn mm(l,dx)\nend\nlocal mn,kp=ht,dx", stealQuickAnswer_, "local function ae()\ncm()\nreturn fw()\nend", stealFullAnswer_, "return af()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "1c5da326eee328ad47c86480e224c69783ce9941", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jc(true)then return p(0)end\nlocal c=p(1)\nlocal cn=kb(function()\nreturn ei(ARGV[5],h('DEL',e,fd),'')\nend)\nreturn ja(c,cn)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "a7db96853b3e1e6038824a3484de53b526408f4f", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal gb=tonumber(ARGV[7])", queueLeave_, queueGrantFirst_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jc(true)then return p(0)end\nlocal c=p(1)\nlocal cn=kb(function()\nreturn lc(ARGV[5],h('DEL',e,fd))\nend)\nreturn ja(c,cn)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-reads", "a5386e2eefe08cd5dd090ef783b63a8bb4942064", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gg,cv,ef=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ei()\nkq('free')\nbc(gg,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return pc()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-writes", "9bbf0d820d1df5b47da1be693d0ed460647d7551", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gg,cv,ef=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ei(dm)\nkq(dm)\nbc(gg,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jc(false)then return p(0)end\nlocal c=p(1)\nkb(eq)\nreturn c", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-reads", "341a339ab6b971b1dfabb46f74f097638e025435", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, "local cv=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function ei()\nbc(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return pc()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-writes", "d9fdff1dc12b282508f5dc127dfdf7e786004640", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, "local cv=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function ei()\nbc(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jc(false)then return p(0)end\nlocal c=p(1)\nkb(eq)\nreturn c", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "a23a8391d1675acc702597e08686022d3efd3416", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nif not jc(ARGV[7]=='0')then return p(0)end\nge(e,ARGV[5])\nek(n,ARGV[6])\nreturn po()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/renew-reads", "55949e0fdabccfaaf91ce3e61f6a96e784532bb1", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, "local cv=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nlocal bx=jc(false)\nif not bx then return p(0)end\nge(e,ARGV[5])\nek(n,ARGV[6])\nfor au=1,bx do\nlocal j=dk(i,au)\nif not ge(j,ARGV[5])then h('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn po()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "f959f6f8466160cff4f18f6d29df3454ae21206e", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local aa,cf=ARGV[5],ARGV[6]=='1'\nlocal ox=922337203685477\nlocal d,bh=unpack(b('MGET',ez,k))\nlocal bd=cp(bh)\nif bd then return bd end\nd=d or b('GET',ez)\nlocal ea=d and g(d)or 0\nif bh then\nlocal ks=l()\nreturn ks>0 and{'held',aj,ks,ea}or ms()\nend\nif not d then return gf('unset')end\nea=nu(ea,ak)\nif ea<#gv then\nif cf then gf('refused')end\nlocal bt=b('ZRANGE',fz,'(' .. ai(ab),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',aj,bt and tonumber(bt)<ox and bt - ab or -1,ea}\nend\nh('SET',k,'+','PX',f)\nr('UNLINK',k)\nlocal nz=h('ZADD',fz,'NX',pq(aa))\nif nz==#gv then r('ZREM',fz,unpack(gv))end\nh('DECRBY',ez,nz)\nlocal qs=b('PTTL',ez)\nif qs>0 then h('PEXPIRE',fz,qs)end\nlocal ks=nz==#gv and tonumber(aa)or l()\nif ks<=0 then return ms()end\nreturn{'held',aj,ks,ea - nz}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "e73b70e98fe1127261b6f22e66d0429ec7aaa852", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local ea=b('GET',ez)\nlocal ks,di=l()\nif ea then g(ea)end\nif di==0 then return ms()end\nlocal c=gf(ks>0 and 'released' or 'lost')\nif ea then\nma(di,ak,0,h,'ZREM',fz,unpack(gv))\nelse\nh('ZREM',fz,unpack(gv))\nend\nreturn c", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "9808d88b90fb968d1de01d925af08b1da5c2074d", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function af(an)\nreturn{'done',aj,tonumber(an)}\nend\nlocal fb=b('GET',k)\nif fb then return af(fb)end\nlocal ea=b('GET',ez)\nfb=l()>0 and '1' or '0'\nif ea and fb=='1' then nu(g(ea),ak)end\nat('SET',k,fb,'PX',f)\nr('UNLINK',k)\nif fb=='1' then\nfor q=4,#KEYS do\nlocal m=h('SET',KEYS[q],'-released','PX',f,'GET')\nif m then r('SET',KEYS[q],m,'PX',f)else r('UNLINK',KEYS[q])end\nend\nif ea then\nh('INCRBY',ez,#gv)\nr('INCRBY',ez,-#gv)\nend\nh('ZREM',fz,unpack(gv))\nif ea then bc(ak,#gv)end\nend\nreturn af(fb)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "0f6d0c023c6a3bde142bd3a615560fdd9d6feacd", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ks,aa=l(),ARGV[5]\nif ks<=0 then return ms()end\nif aa then at('ZADD',fz,'XX','GT',pq(aa))end\nreturn{'leased',aj,ks}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "4a96b6715db2e9e5cac7af4cb251f47ef4cfd69a", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local fz,ak,an,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal ea=eh\nif ea and t=='try' then return p(0,at)end\nlocal oe=b('ZRANDMEMBER',fz,3)\nfor bl,js in ipairs(oe)do\nif #js~=16 then error('NOT_A_LOCK 3')end\nend\nlocal oi=tonumber(an)\nif ea and t=='set' then oi=an - ea - b('ZCARD',fz)end\nif oi==0 and ea then return p(1,at)end\nlocal c=p(1,h)\nh('INCRBY',j,string.format('%.0f',oi))\nif not ea and #oe>0 then\nr('UNLINK',j)\nh('DEL',fz)\nend\nif t~='add' or oi>0 then bc(ak,an)end\nreturn c", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "d2ebe364e2511d8264922787e54872023f16081b", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local ea=b('GET',ez)\nlocal jp=ea and nu(g(ea),ARGV[2])\nreturn{'permits',aj,jp or 0,b('ZCOUNT',fz,'(' .. ai(ab),'+inf'),jp and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-read", "498c09b122237ce0552530868b2930758f7c1755", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local cv=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif b('EXISTS',unpack(KEYS))==0 then return dx()end\nelse\nlocal l=ic(true)\nlocal af\nif l and(not s or(s=='read' and l>=0))then\naf=ht()\nelse\naf=kj(l)\nend\nif af then return ha(af)end\nend\ncm()\nna()\nlocal af=fw()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dx()end\nif s=='read' or(s=='write' and b('HEXISTS',e,i .. ':write')==1)then return dx()end\nif cf then ax('refused',f)end\nreturn ha({'busy',aj,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-write", "50afbc5817adfad07aa3c7afe406e07ed3ae183c", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, "local cv=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif b('EXISTS',unpack(KEYS))==0 then return dx()end\nelse\nlocal l=ic(ARGV[6]~='2')\nlocal af=l==-2 and ht()or kj(l)\nif af then return ha(af)end\nend\ncm()\nlocal af=fw()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dx()end\nlocal be=string.sub(i,1,-7)\nif k and ff(be,tonumber(b('HGET',e,be)or 0))>0 then return ax('upgrade',f)end\nif cf then ax('refused',f)end\nreturn ha({'busy',aj,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/check-read", "6626f2d84093a51955a3d38474e46af060feb47a", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function en(g)\nreturn mj(g,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "e7dde033fe098cd83b67234b81a56d84cf4cb4ce", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function en()\nreturn kr(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "165b39ca1fe4d20c10adbb50f28e2a7630bb71de", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "ll()\nif s=='plain' then ah(e)end\nif s~=ARGV[6] then return jv(0)end\nlocal c=jv(1)\nh('DEL',e)\nbc(ARGV[3],s=='write' and '1' or '0')\nlp()\nreturn c", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-read", "310acc15ac56627e1c862c3a0a9dc808b96273fa", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function ei()\nbc(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function hk()end", readsEndOne_, endEndHold_, "return hi(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-write", "0577e0da4b024e0076e709f28cb6219b34c9c1c8", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, "local cv=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function ei()\nbc(ARGV[9],'1')\nend", writesEndLast_, "local function hk()end", endEndHold_, "return hi(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/renew-read", "4b1e4e5ab7adb7be90288303e8013fbea0433ea9", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cm()\nlocal dc=ig(ARGV[5] - ARGV[4])\nlocal g,bd=la(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(bx)\nnp(bx,dc,ARGV[4])\nend)\nif bd then return bd end\nreturn{'renewed',aj,g}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "fcd820f3df3ac9057d2e4deffae60372197e042e", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local rv=s==ARGV[3] or(s=='write' and ARGV[3]=='read' and b('HLEN',e)>2)\nreturn{'status',ARGV[1],rv and l or -2,tonumber(g or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "63792eefd6151d3a566c56007b41012a713cc449", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "07b320152cd7833e0ef52f04273ac016a57c6353", BEGIN, waitersNow_, waitersDigits_, "local e,bh,aj,i,pt=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,ao,ok=string.match(b('GET',bh)or '','^(%d+) (%S+) (.*)$')\ncy()\nif ok==pt and ao==i then return{'spends',aj,0}end\nif b('HEXISTS',e,i)==0 then return{'ended',aj,'lost'}end\nif ok~=pt then\nh('SET',bh,ai(ab).. ' ' .. i .. ' ' .. pt)\nreturn{'spends',aj,0}\nend\nlocal qo=math.max(0,ab - q)\nreturn{qo<tonumber(ARGV[4])and 'spends' or 'spent',aj,qo}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "1064d63ee3ed0cfdf63592ebf25f3b42ac904c29", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gh(b('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "1807d5a2c34d7e36df16fa7437ce66d0f59a09fc", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local an,qt=ARGV[3],ARGV[6]\nif eh then return p(0,at)end\nlocal c=p(1,h)\nif qt then h('SET',j,an,'PX',qt)else h('SET',j,an)end\nbc(ARGV[4],ARGV[5])\nreturn c", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "7eea7b22c917cb2be079ec7e6e28ea891e5139fa", BEGIN, stateWrite_, "local k,aj=KEYS[1],ARGV[1]\nlocal rs=at('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',aj,(rs or b('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "1cb91a784105830521a4170c37873a6d5e2212a9", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local lh=ARGV[3]\neh=ez()\nif mv then return{'held',aj,tonumber(eh or 0)}end\nif not eh then return ax('unset')end\nif tonumber(eh)>=tonumber(lh)then\nh('SET',k,'+' .. lh,'PX',f)\nr('UNLINK',k)\nreturn{'held',aj,h('DECRBY',j,lh)}\nend\nif ARGV[4]=='1' then ax('refused')end\nreturn{'busy',aj,tonumber(eh)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "9f11d6ce18c658b807439fff368ba861e78be048", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local ez=(eh or 0)+ARGV[3]\nlocal c=p(ez,at)\nh('INCRBY',j,ARGV[3])\npk(ARGV[4],ez)\nreturn c", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "96787a1694eb802ad9f3ba859e3f93fcce03b71f", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not mv then return ax('free')end\nlocal ru=ez()\nlocal c=ax('released')\nr('SET',k,bh,'PX',f)\nif ru then pk(ARGV[3],at('INCRBY',j,mv))end\nreturn c", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "a954de3014f93fb891461038a6e1f8cf370788d6", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eh then return p(0,at)end\nlocal c=p(eh,h)\nh('DECRBY',j,eh)\nreturn c", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "a6bec25a4e7eac6cf8e337197be988045b3cb9a4", BEGIN, "local rb=86400000\nlocal function sg(j,jm)\nlocal aw,ok=string.match(b('GET',j)or '','^(%d+) (.*)$')\nif ok==jm then return aw end\nlocal bb=b('TIME')\nlocal ce=bb[1] .. string.format('%06d',bb[2])\nif aw and(#aw>#ce or(#aw==#ce and aw>=ce))then\nlocal m,rm,rx=string.match(aw,'^(%d-)(%d)(9*)$')\nce=m ..(rm+1).. string.rep('0',#rx)\nend\nh('SET',j,ce .. ' ' .. jm,'PX',rb)\nreturn ce\nend\nlocal function jq(at)\nreturn function(av,bm)\nlocal j=table.remove(av)\nlocal c=at(av,bm)\nif c[1]=='held' then table.insert(c,sg(j,bm[2]))end\nreturn c\nend\nend\nlocal qw=10000\nlocal gx,on=KEYS[1],ARGV[2]\nlocal os={}\nlocal function ry(e,n,rg)\nif rg=='2' then return end\ntable.insert(os,string.match(n,'^[^:]+:([^:]*:)').. string.sub(e,#on+1))\nend\nlocal function qe()\nif #os==0 then return end\nlocal qn,gv=b('TIME')[1],{}\nfor bl,jw in ipairs(os)do\ntable.insert(gv,qn - qn % 60 .. '000')\ntable.insert(gv,jw)\nend\nos={}\nif h('ZADD',gx,unpack(gv))>0 then h('ZREMRANGEBYRANK',gx,0,-qw - 1)end\nend\nlocal lm={}\nlm['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nlm['fair-read-write/acquire-write']=jq(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nlm['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nlm['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nlm['read-write/steal-write']=jq(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nlm['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gg=KEYS[1],ARGV[2]", rwQueueTell_, "local bv,hs={unpack(ARGV,3)},{}\ncy()\nfor bl,z in ipairs(bv)do\ntable.insert(hs,ai(ab))\ntable.insert(hs,z)\nend\nat('ZADD',bf,'XX',unpack(hs))\nif b('PTTL',bf)<kv then\nfor bl,j in ipairs({ar,dt,bf})do h('PEXPIRE',j,em)end\nend\nlocal l=b('PTTL',e)\nlocal s=l==-2 and 'free' or b('HGET',e,'mode')or 'plain'\nlocal bl,bt=gi(ar)\nlocal bl,mq=gi(dt)\nif gd and(s=='free' or s=='read')then gc(s)end\nlocal c={'touched',ARGV[1],s,l,bt or 0,mq or 0}\nfor bl,an in ipairs(b('ZMSCORE',ar,unpack(bv)))do table.insert(c,tonumber(an or 0))end\nreturn c\nend\nlm['web-locks/snapshot']=function(KEYS,ARGV)\nlocal gx,on,m,cf,mi=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal pv=100\nlocal qz=500\nlocal co=15000\nlocal bb=b('TIME')\nlocal ab=bb[1]*1000+math.floor(bb[2]/1000)\nlocal function ro(e)\nlocal ct,om={},1\nfor bl,u in ipairs(b('HKEYS',e))do\nif u=='mode' then\nom=0\nelse\ntable.insert(ct,u)\nend\nend\nreturn ct,om\nend\nlocal function si(e,cl,qb,rw)\nlocal qq=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal ar,bf=ARGV[6] .. cl .. ARGV[7] .. qq,ARGV[6] .. cl .. ARGV[8] .. qq\nlocal bv=b('ZRANGE',ar,qb,qb+rw - 1)\nif #bv==0 then return{},0 end\nlocal qh={}\nfor q,al in ipairs(b('ZMSCORE',bf,unpack(bv)))do\nif tonumber(al or 0)>ab - co then table.insert(qh,bv[q])end\nend\nreturn qh,#bv\nend\nlocal op=0\nif m~='' then\nif b('ZSCORE',gx,cf)==m then\nop=b('ZRANK',gx,cf)+(mi>0 and 0 or 1)\nelse\nop,mi=b('ZCOUNT',gx,'-inf','(' .. m),0\nend\nend\nlocal c,oo={'page',ARGV[1],'','',0},qz\nlocal iu=b('ZRANGE',gx,op,op+pv - 1,'WITHSCORES')\nfor q=1,#iu,2 do\nlocal cl,jw=string.match(iu[q],'^([^:]*):(.*)$')\nlocal ol,ct,om=pcall(ro,on .. jw)\nlocal qj,bv,g=pcall(si,on .. jw,cl,mi,oo)\nct,bv,g=ol and ct or{},qj and bv or{},qj and g or 0\nif #ct+g+mi==0 then\nh('ZREM',gx,iu[q])\nelse\nif mi>0 then ct={}end\nfor bl,ba in ipairs({jw,ol and om or 0,#ct,#bv})do table.insert(c,ba)end\nfor bl,ba in ipairs(ct)do table.insert(c,ba)end\nfor bl,ba in ipairs(bv)do table.insert(c,ba)end\noo=oo - g\nif oo<=0 then\nc[3],c[4],c[5]=iu[q+1],iu[q],mi+g\nreturn c\nend\nend\nmi=0\nend\nif #iu==2*pv then c[3],c[4]=iu[#iu],iu[#iu - 1] end\nreturn c\nend\nlocal ra={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal kk={'batch',ARGV[1]}\nlocal od,lj=2,3\nwhile ARGV[lj] do\nlocal jw,qf,px=ARGV[lj],ARGV[lj+1],ARGV[lj+2]\nlocal av,bm={},{ARGV[1]}\nfor q=od,od+qf - 1 do table.insert(av,KEYS[q])end\nfor q=lj+3,lj+2+px do table.insert(bm,ARGV[q])end\nif ra[jw] then ry(av[1],av[2],bm[6])end\nif jw=='web-locks/snapshot' then pcall(qe)end\nlocal c=bn(lm[jw],av,bm)\nif c.err then c={'failed',ARGV[1],c.err}end\ntable.insert(kk,c)\nod,lj=od+qf,lj+3+px\nend\npcall(qe)\nreturn kk", END);
