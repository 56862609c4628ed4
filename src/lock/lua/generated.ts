// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local b=redis.call\nlocal a={}\nlocal function g(x,...)\nlocal d=redis.call(x,...)\na[#a+1]={}\nreturn d\nend\nlocal function r(...)\na[#a]={...}\nend\nlocal function ay(z,bp)\nredis.pcall('PUBLISH',z,bp)\nif #a>0 then a[#a]={}end\nend\nlocal function bk(ae,...)\nlocal m=#a\nlocal p,d=pcall(ae,...)\nif p then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bn(ae,av,bm)\nlocal p,d,bo=bk(ae,av,bm)\nif p then return d end\nlocal c=type(d)=='table' and d.err or d\nif not string.find(c,'^%u+ ')then c='ERR ' .. c end\nreturn{err=c ..(bo and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bn(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function at(x,j,...)\nlocal p,d=pcall(g,x,j,...)\nif p then return d end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn g(x,j,...)\nend";

const onceCounter_ =
  "local function gj(c)\nif not c then return false end\nif #c>16 or not(c=='0' or string.find(c,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn c\nend";

const onceKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function ag(ao)\nreturn{'done',al,tonumber(ao)}\nend\nlocal function p(ao,ki)\nki('SET',k,ao,'PX',f)\nr('UNLINK',k)\nreturn ag(ao)\nend";

const onceValue_ =
  "local el,fe=unpack(b('MGET',j,k))\nif fe then return ag(fe)end\nel=gj(el or b('GET',j))";

const stateLock_ =
  "local e,n,k,al,i,by=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]";

const stateEpoch_ =
  "local w,az,an,v='','','',''";

const stateOwnerStateExists_ =
  "local aq,bs=false,false\nlocal function br(ba,cj)\naq,bs=ba~=false,ba\nw,az,an=string.match(ba or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(cj or '')or az\nend";

const stateLoadState_ =
  "local function cm()\nif k then\nbr(unpack(b('MGET',n,k)))\nelse\nbr(b('GET',n))\nend\nend";

const stateLostHow_ =
  "local function ch(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bh(t)\nreturn{'ended',al,t}\nend\nlocal function cq()\nlocal t,ap=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bh(t),ap end\nend\nlocal function ca(c,f)\nif aq then\nlocal l=b('PTTL',n)\nif l>tonumber(f)then f=l end\nend\nat('SET',n,c .. an,'PX',f)\nif aq then r('SET',n,bs,'PX',f)else r('UNLINK',n)end\nend";

const stateRememberEnd_ =
  "local function ax(t,f,ap)\nlocal c='-' .. t ..(ap or '')\nif k then\nat('SET',k,c,'PX',f)\nif v=='' then r('UNLINK',k)else r('SET',k,v,'PX',f)end\nelse\nca(w .. '|' .. c,f)\nend\nreturn bh(t)\nend";

const lockHashMode_ =
  "local s,h\nlocal function aa(aj)\nreturn string.rep('%x',aj)\nend\nlocal cc='^' .. table.concat({aa(8),aa(4),aa(4),aa(4),aa(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bq()\nreturn w~='' or string.sub(v,1,1)=='+'\nend";

const lockHashStateKeyOf_ =
  "local function bi(u)\nlocal m=string.match(n,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(n,#m+#i+1)\nend";

const lockHashIsOwner_ =
  "local function cd(u)\nif string.find(string.gsub(u,':write$',''),cc)then return true end\nif KEYS.locked and(u~=i or i=='')then error('KEY_NOT_LOCKED')end\nlocal af=b('GET',bi(u))\nreturn af and(string.sub(af,1,1)~='|' or string.sub(af,1,2)=='|+')\nend\nlocal function bj(c)\nreturn #c<=6 and string.find(c,'^[1-9]%d*$')~=nil\nend\nlocal function ai(j)\nfor ar,bb in ipairs(KEYS)do\nif bb==j then error('NOT_A_LOCK ' .. ar)end\nend\nend";

const lockHashTimeLeft_ =
  "local function ck()\nlocal l=b('PTTL',e)\nif l==-1 then ai(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function bz()\nlocal o=b('HRANDFIELD',e,5,'WITHVALUES')\ns,h=#o>0 and 'plain',o[1]==i and o[2]\nif #o>2 then\ns,h=unpack(b('HMGET',e,'mode',i))\nif i=='mode' then h=false end\nif(s~='read' and s~='write')or(h and not bj(h))then ai(e)end\nend\nlocal ah=h and bq()\nfor q=1,#o,2 do\nif o[q]~='mode' or s=='plain' then\nif not bj(o[q+1])then ai(e)end\nah=ah or cd(o[q])\nend\nend\nif s and not ah then ai(e)end\nreturn o\nend";

const grantLeaseMs_ =
  "local ab,f,fx=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local ev=ARGV[6]=='3'\nlocal cf=ev or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal cy,ej,gi=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dm(bf,au)\nreturn cy .. bf .. ':rwlock_timeout:' .. au\nend";

const readsBegin_ =
  "local function ef(ab)\nlocal l=s and b('PTTL',e)or -2\nif s=='write' then\ng('HSET',e,i,1)\nelse\ng('HSET',e,'mode','read',i,1)\nend\nif l==-2 then r('UNLINK',e)else r('HDEL',e,i)end\ng('SET',dm(i,1),'1','PX',ab)\nr('UNLINK',dm(i,1))\nif l<tonumber(ab)then g('PEXPIRE',e,ab)end\nend";

const grantTake_ =
  "local function ea()\nif k then\ng('SET',k,'+' .. by,'PX',f)\nr('UNLINK',k)\nan=ARGV[8]\nca(by .. '|' .. az,f)\nelse\ng('SET',n,'|+' .. ARGV[8],'PX',f)\nr('UNLINK',n)\nend\nef(ab)\nreturn{'held',al,1,tonumber(ab),k and by or ''}\nend";

const readHoldsOwnLeft_ =
  "local function iw(eg)\nlocal l=k and b('PTTL',k)\nreturn l and(l==-1 and math.huge or l - eg)\nend";

const readHoldsLives_ =
  "local ct={}\nlocal function dv(bf,au)\nlocal j=dm(bf,au)\nct[j]=ct[j] or b('PTTL',j)\nreturn ct[j]\nend";

const readHoldsSCRIPTMS_ =
  "local gd=10";

const readHoldsOWNMS_ =
  "local jc=5";

const readHoldsSlotOf_ =
  "local function jm(h,df)\nif not k then return 1,dv(i,1),true end\nlocal q,l,dx=1,math.huge,false\nlocal jf=az=='+' and w=='' and h>1\nfor au=h,jf and 2 or 1,-1 do\nlocal bb=dv(i,au)\nlocal fq=bb>df - gd\nlocal jk=bb<l and(au>1 or l>df+jc or bb<l - gd)\nif(fq and not dx)or(fq==dx and jk)then\nq,l,dx=au,bb,fq\nend\nend\nreturn q,l,dx\nend";

const readHoldsReadLeft_ =
  "local function nj(h,eg)\nlocal df=iw(eg)\nlocal bl,l=jm(h,df)\nlocal dy=df or math.huge\nfor bl,bb in ipairs({l,b('PTTL',e)})do\nif bb~=-1 then dy=math.min(dy,bb)end\nend\nreturn dy==math.huge and -1 or math.max(dy,0)\nend";

const readsHoldLeft_ =
  "local function eq(h,f)\nreturn nj(h,f - ARGV[4])\nend\nlocal function ex()\nreturn s=='read' or s=='write'\nend\nlocal fi=64\nlocal function ez(ab,bl,f)\nlocal h=g('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\ng('SET',dm(i,h),'1','PX',ab)\nr('UNLINK',dm(i,h))\ng('PEXPIRE',k,f)\nreturn h,tonumber(ab)\nend";

const grantSettled_ =
  "local function fz()\nlocal bd=cq()\nif bd then return bd end\nlocal ah=not k or v~=''\nbz()\nif h and ah then\nlocal ci=string.sub(v,2)\nif w~='' and w~=ci then return ax(ch('lost'),f)end\nreturn{'held',al,tonumber(h),eq(tonumber(h),f),ci}\nend\nif h and ex()then\nif fx then return ax('reentered',f)end\nif tonumber(h)>=fi then return ax('crowded',f)end\nlocal l=ck()\nif string.sub(w,1,1)=='!' then w=by end\nlocal dd=math.max(l,tonumber(ab))\ng('SET',k,'+' .. w,'PX',f+dd)\nr('UNLINK',k)\nca(w .. '|' .. az,f)\nlocal bx,ad=ez(ab,dd,f)\nif l<dd then g('PEXPIRE',e,ab)end\nreturn{'held',al,bx,ad,w}\nend\nif v~='' or(aq and not k)then return ax(ch('lost'),f)end\nend";

const grantWithHolder_ =
  "local function hf(ag)\nif not ev or ag[1]~='busy' then return ag end\nlocal u,fy=unpack(b('HRANDFIELD',e,2))\nif u=='mode' and fy then u=fy end\nif u then\ntable.insert(ag,u)\ntable.insert(ag,not KEYS.locked and b('GET',bi(u))or '')\nend\nreturn ag\nend";

const waitersNow_ =
  "local ac,bc\nlocal function dc()\nbc=b('TIME')\nac=bc[1]*1000+math.floor(bc[2]/1000)\nend";

const waitersDigits_ =
  "local function aj(ao)\nreturn string.format('%.0f',ao)\nend";

const waitersHEAD_ =
  "local ed='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dn(dz)\nreturn 'leasehound:' .. dz\nend";

const readHoldsMOSTWALKED_ =
  "local dt=80\nlocal function fh(bf,h)\nif h>dt then return math.max(b('PTTL',e),0)end\nlocal bw=0\nfor au=1,h do\nbw=math.max(bw,dv(bf,au))\nend\nreturn bw\nend";

const rwQueueQueue_ =
  "local as,dw,bg=KEYS[3],KEYS[4],KEYS[5]\nlocal cp=15000";

const rwQueueKEPTMS_ =
  "local ep=60000\nlocal ls=45000";

const rwQueueMOSTDROPPED_ =
  "local fj=64\nlocal gy=256\nlocal gf=false\nlocal ho='^' .. ed .. ':wake:[%w-]+$'\nlocal function ft(y)\nreturn string.sub(y,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fg(y)\nif g('ZREM',as,y)==0 then return false end\ng('ZREM',bg,y)\nif ft(y)then g('ZREM',dw,y)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function ga(y,bc)\nlocal am=tonumber(bc or 0)\nif am<=ac then return am end\ng('ZADD',bg,aj(ac),y)\nreturn ac\nend\nlocal function gl(fv,fn)\nlocal bu=b('ZRANGE',fv,0,0,'WITHSCORES')\nif #bu==0 then return false end\nif bu[1]==fn then return fn end\nif not ac then dc()end\nlocal am=ga(bu[1],b('ZSCORE',bg,bu[1]))\nif am>ac - cp then return bu[1],tonumber(bu[2]),am+cp end\nbu=b('ZRANGE',fv,0,fj - 1,'WITHSCORES')\nlocal bv,fp,dq={},{},nil\nfor q=1,#bu,2 do table.insert(bv,bu[q])end\nlocal ic=b('ZMSCORE',bg,unpack(bv))\nfor q,y in ipairs(bv)do\nam=ga(y,ic[q])\nif am>ac - cp then\ndq=q\nbreak\nend\ntable.insert(fp,y)\nend\ngf=true\nfor bl,j in ipairs({as,dw,bg})do g('ZREM',j,unpack(fp))end\nif dq then return bv[dq],tonumber(bu[2*dq]),am+cp end\nreturn #bv==fj and 'more'\nend";

const rwQueueTell_ =
  "local function cb(y,cz,ao)\nlocal cg=string.match(y,'^.|[^|]*|([^|]*)|')\nif string.find(cg,'^%d%d%d%d%d%d$')then\nay(gi,cz .. cg .. ao)\nelseif string.find(cg,ho)then\nay(dn(cg),cz .. ao .. ' ' .. e)\nend\nreturn cg\nend\nlocal function ge(dp)\nlocal bt,ao=gl(as)\nif not bt or bt=='more' then return end\nif ft(bt)then\nif dp=='free' then cb(bt,'2',aj(ao))end\nreturn\nend\nlocal m=b('ZRANGE',dw,0,0,'WITHSCORES')[2]\nlocal af={}\nfor bl,bf in ipairs(b('ZRANGE',as,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,gy))do\nlocal cg=string.match(bf,'^.|[^|]*|([^|]*)|')\nif not af[cg] then af[cb(bf,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function ll(m)\nlocal ng=b('ZRANGE',as,gy - 1,gy - 1,'WITHSCORES')\nif ng[1] and(not m or tonumber(ng[2])<m)then\ncb(ng[1],'3',m and aj(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function ig(y)\nif not fg(y)then return end\nlocal hv=b('HGET',e,'mode')\nif hv~='write' then ge(hv and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function mg(y)\nif not ac then dc()end\nlocal ar,ao=b('ZRANK',as,y),0\nif not ar then\nlocal kn=b('ZRANGE',as,-1,-1,'WITHSCORES')\nao=(tonumber(kn[2])or 0)+1\ng('ZADD',as,aj(ao),y)\nif ft(y)then g('ZADD',dw,aj(ao),y)end\nar=b('ZCARD',as)- 1\nend\ng('ZADD',bg,aj(ac),y)\nif ao>0 or b('PTTL',bg)<ls then\nfor bl,j in ipairs({as,dw,bg})do g('PEXPIRE',j,ep)end\nend\nreturn ar+1,ao\nend";

const readsForgetOutlived_ =
  "local function od()\nif not k or aq or v~='' then return end\nbz()\nif not h or not ex()or fh(i,tonumber(h))>0 then return end\nck()\ng(b('HLEN',e)==2 and 'DEL' or 'HDEL',e,i)\nend";

const fairReadWriteBlock_2 =
  "if b('EXISTS',unpack(KEYS))==0 then return ea()end\nlocal function ob(qg,m)\nlocal ag=ea()\npcall(function()\nif qg and fg(ej)and not gf then ll(m)end\nif gf then ge('read')end\nend)\nreturn ag\nend\ncm()\nod()\nlocal ag=fz()\nif ag then\nif k then pcall(ig,ej)end\nreturn ag\nend\nif k and s=='write' and b('HEXISTS',e,i .. ':write')==1 then return ob(true,0)end\nlocal l=ck()\nlocal dp=l==-2 and 'free' or s=='read' and 'read'\nlocal kt=l\nif dp then\nlocal nf=tonumber(b('ZSCORE',as,ej)or nil)\nlocal nq,ao,mw=gl(dw)\nif not nq or(nf and ao and ao>nf)then return ob(nf,ao)end\nkt=nq=='more' and 0 or mw+1 - ac\nif gf then ge(dp)end\nend\nif cf then\nig(ej)\nax('refused',f)\nreturn hf({'busy',al,l,0,-1,0})\nend\nlocal ar,ao=mg(ej)\nreturn{'busy',al,l,ar,kt,ao}";

const writesBegin_ =
  "local function ef(ab)\ng('HSET',e,'mode','write',i,1)\nr('UNLINK',e)\ng('PEXPIRE',e,ab)\nr('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function ln(f,eg)\nlocal l=b('PTTL',e)\nif not k then return l end\nlocal jo=b('PTTL',n)\nif jo~=-1 then\nlocal df=jo - eg\nl=math.max(l==-1 and df or math.min(l,df),0)\nend\ng('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function eq(bl,f)\nreturn ln(f,f - ARGV[4])\nend\nlocal function ex()\nreturn s=='write'\nend\nlocal fi=1000\nlocal function ez(ab)\nlocal h=g('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\nreturn h,tonumber(ab)\nend";

const grantTakeNew_ =
  "local function ib()\nif not g('SET',n,'|+' .. ARGV[8],'PX',f,'NX')then return end\nr('UNLINK',n)\nef(ab)\nreturn{'held',al,1,tonumber(ab),''}\nend";

const fairReadWriteWasAnswered_ =
  "local qv=ARGV[6]=='2'\nlocal function ix()\nlocal l=b('PTTL',e)\nif l>=0 and b('EXISTS',n)==0 then\nlocal ar,ao=mg(ej)\nreturn{'busy',al,l,ar,l,ao}\nend\nif l~=-2 then return end\nlocal bt=b('ZRANGE',as,0,0)[1]\nlocal ag=(not bt or bt==ej)and ib()\nif ag and bt then pcall(fg,ej)end\nreturn ag\nend\nif qv and not k then\nlocal ag=ix()\nif ag then return ag end\nelseif b('EXISTS',unpack(KEYS))==0 then\nreturn ea()\nend\ncm()\nlocal ag=fz()\nif ag then\nif k then pcall(ig,ej)end\nreturn ag\nend\nlocal l=ck()\nlocal kt=l\nif l==-2 then\nlocal bt,bl,mw=gl(as,ej)\nif not bt or bt==ej then\nag=ea()\nif bt then pcall(fg,ej)end\nreturn ag\nend\nkt=bt=='more' and 0 or mw+1 - ac\nif gf then ge('free')end\nelseif k then\nlocal bf=string.sub(i,1,-7)\nif fh(bf,tonumber(b('HGET',e,bf)or 0))>0 then\nig(ej)\nreturn ax('upgrade',f)\nend\nend\nif cf then\nig(ej)\nax('refused',f)\nreturn hf({'busy',al,l,0,-1,0})\nend\nlocal ar,ao=mg(ej)\nreturn{'busy',al,l,ar,kt,ao}";

const forceLock_ =
  "local e,n,i,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local o";

const forceStored_ =
  "local fe=b('GET',KEYS[2])\nif fe then return{'forced',ARGV[1],tonumber(fe)}end";

const forceLookAtLock_ =
  "local function ml()\no=bz()\nif s then ck()end\nend";

const forceForced_ =
  "local function kp(em)\nat('SET',KEYS[2],em,'PX',ARGV[2])\nr('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],em}\nend";

const forceTellHolders_ =
  "local function mp()\nlocal af=o[9] and '* ' or ''\nfor q=1,#o,2 do af=af .. o[q] .. ' ' end\nay(ARGV[5],af .. 'lost')\nend";

const stateExtended_ =
  "local eh,dj={},{}";

const stateKeep_ =
  "local function eo(j,ad,fo)\nif g('PEXPIRE',j,ad,'GT')==0 and(fo or dj[e])then g('PEXPIRE',j,ad,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local fl=60000\nlocal function fa()\nreturn aq or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gi,cy,ej=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function db()\nif b('PTTL',e)<0 or not pcall(bz)then return false end\nif string.find(i,':write$')then return s=='write' end\nreturn(s=='plain')==(cy=='')\nend\nlocal function dh(cs)\nif k and v=='' and not cs then return nil end\nlocal ci=v~='' and string.sub(v,2)or cs or ''\nlocal h=(w=='' or w==ci)and b('HGET',e,i)or nil\nif h and not bq()and not db()then return nil end\nreturn h\nend";

const readHoldsSetLife_ =
  "local function lh(bf,au,ad)\nlocal j=dm(bf,au)\nct[j]=ad or -2\nif ad then g('SET',j,'1','PX',ad)else g('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function it(dg)\nif dg>dt then return true end\nlocal bw,bx=0,0\nlocal cw=b('HGETALL',e)\nfor q=2,#cw,2 do bx=bx+(tonumber(cw[q])or 0)end\nif bx>dt then return true end\nfor q=1,#cw,2 do\nbw=math.max(bw,fh(cw[q],tonumber(cw[q+1])or 0))\nend\nif bw>0 then\ng('PEXPIRE',e,bw)\nelse\ng('DEL',e)\nend\nreturn bw>0\nend";

const readHoldsTimeoutKeys_ =
  "local function me(h)\nlocal av={}\nfor au=1,math.min(h,dt)do av[au]=dm(i,au)end\nreturn av\nend";

const rwQueueWakeNext_ =
  "local function lm(dp)\npcall(ge,dp)\nend";

const rwQueueGiveUp_ =
  "local function hs()\nif ej~='' then ig(ej)end\nend";

const endFirst_ =
  "local bt,hy,f,ek=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal ap=ek=='' and '' or ' ' .. ek";

const fairReadWriteFreed_ =
  "local function em()\nlm('free')\nay(gi,'0')\nend";

const readsShortenLock_ =
  "local function kr(gv,dg)\nif gv<b('PTTL',e)- gd or b('HGET',e,'mode')=='write' then return end\nif not it(dg or b('HLEN',e))then em()end\nend\nlocal function lv(bx)\nlocal av,dg=me(bx),b('HLEN',e)\nif dg==2 then\ng('DEL',e,unpack(av))\nreturn em()\nend\nlocal gv=fh(i,bx)\ng('HDEL',e,i)\nr('HSET',e,i,h or 1)\nkr(gv,dg)\npcall(g,'DEL',unpack(av))\nend";

const readsEndLast_ =
  "local function es()\nlv(1)\nend";

const readsEndOne_ =
  "local function hr(hz,h,gh)\nlocal lc=dv(i,h)\nlocal au,gv,dx=jm(h,iw(ARGV[7] - hz))\ngh()\ng('HINCRBY',e,i,-1)\nlh(i,h)\nif au<h and lc>0 and(dx or lc>gv)then\nlh(i,au,lc)\nelseif au<h and dx then\nlh(i,au)\nend\nkr(gv)\nend";

const endEndHold_ =
  "local function hq(cs)\nlocal fs,fr=true,nil\nif not k then\nfs,fr=pcall(b,'HGET',e,i)\nend\nif fr=='1' then\nlocal p,m=pcall(g,'SET',n,'|-released' .. ap,'PX',f,'GET')\nif p and m then r('SET',n,m,'PX',f)end\nif p and not m then r('UNLINK',n)end\nif p and(m and string.sub(m,1,2)=='|+' or not m and db())then\nes(true)\nreturn bh('released')\nend\nif p and not m then return ax('taken',fl)end\nif p then\nlocal du=f+b('PTTL',e)\ng('SET',n,m,'PX',du)\nr('SET',n,m,'PX',du)\nend\nend\ncm()\nlocal bd,hx=cq()\nif bd and ap~='' and hx~=ek and(bd[3]=='released' or string.find(bd[3],'^still'))then\nreturn bh('released-elsewhere')\nend\nif bd then return bd end\nlocal h=(fs or fa())and dh(bt and cs)\nif not h then\nlocal t=ch(b('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ax(t,fa()and f or fl)\nhs()\nreturn d\nend\nif tonumber(h)>1 then\nlocal t='still:' .. h - 1\nhr(hy,tonumber(h),function()\nax(t,f,ap)\nend)\nif k then pcall(eo,n,f)end\nreturn bh(t)\nend\nlocal d=ax('released',f,ap)\nes()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return hq(ARGV[4])";

const stateExtend_ =
  "local function gg(j,ad)\nif g('PEXPIRE',j,ad,'GT')==1 then return true end\nif not eh[j] and g('PEXPIRE',j,ad,'NX')==1 then dj[j]=true end\neh[j]=true\nreturn dj[j]\nend";

const exclusiveEndOne_ =
  "local function hr(hz,bl,gh)\ngg(e,hz)\ngh()\ng('HINCRBY',e,i,-1)\nend";

const fairReadWriteFreed_2 =
  "local function em(dp)\nlm(dp)\nay(gi,'1')\nend";

const writesEndLast_ =
  "local function es()\nlocal dg,dp=b('HLEN',e),'free'\nif dg==2 then\ng('DEL',e)\nelse\ng('HSET',e,'mode','read')\nr('HSET',e,'mode','write')\ng('HDEL',e,i)\nr('HSET',e,i,h or 1)\nif it(dg)then dp='read' end\nend\nem(dp)\nend";

const exclusiveBegin_ =
  "local function ef(ab)\ng('HINCRBY',e,i,1)\nr('UNLINK',e)\ng('PEXPIRE',e,ab)\nr('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function eq(bl,f)\nlocal l=b('PTTL',e)\nif k then g('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function ex()\nreturn s=='plain'\nend\nlocal fi=1000\nlocal function ez(bl,l)\nlocal h=g('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\nreturn h,l\nend";

const waitersMAILBOX_ =
  "local ey=ed .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cb(ak,...)\nay(dn(ak),table.concat({...},' '))\nend";

const queueQueue_ =
  "local as,co,bg=KEYS[3],KEYS[4],KEYS[5]\nlocal cp=15000\nlocal dk=2000\nlocal fk=100\nlocal ks=10\nlocal iy=false\nlocal function en(x,j,di)\nfor q=1,#di,dk do\ng(x,j,unpack(di,q,math.min(q+dk - 1,#di)))\nend\nend\nlocal function eb()\nreturn b('ZDIFF',2,co,bg,'WITHSCORES')\nend\nlocal function hu()\nlocal cf=b('LINDEX',as,-1)\nreturn cf,tonumber(cf and b('ZSCORE',co,cf)or nil)\nend";

const queueLeave_ =
  "local function fg(fu,dl)\nlocal bv=b('LRANGE',as,0,fk)\nlocal jh=#bv>fk\nlocal go=jh and eb()or b('ZRANGE',co,0,-1,'WITHSCORES')\nlocal gq,cf,er={},nil,nil\nfor q=1,#go,2 do\ngq[go[q]]=go[q+1]\nend\nif jh then\ncf,er=hu()\nbv=(#go>0 or dl>ks)and b('LRANGE',as,0,-1)\nend\nlocal gp,cx,ei,hc=0,{},{},{}\nfor bl,y in ipairs(bv or{})do\nif fu[y] then\ngp=gp+fb\ntable.insert(ei,y)\nelse\ntable.insert(hc,y)\nif gp>0 and gq[y] then\ntable.insert(cx,aj(gq[y] - gp))\ntable.insert(cx,y)\nend\nend\nend\nif not bv then\nfor y in pairs(fu)do\nif g('LREM',as,0,y)>0 then table.insert(ei,y)end\nend\nelseif #ei==1 then\ng('LREM',as,0,ei[1])\nelseif #ei>1 then\ng('DEL',as)\nen('RPUSH',as,hc)\nend\nen('ZREM',co,ei)\nif er then\nlocal je=er - #ei*fb\ncf,er=hu()\nif er and er>je and not gq[cf] then\ntable.insert(cx,aj(je))\ntable.insert(cx,cf)\nend\nend\nen('ZADD',co,cx)\nif bv and #hc==0 then g('DEL',bg)end\nend\nlocal function kl()\nlocal gr=b('ZRANGEBYSCORE',bg,'-inf',aj(ac - cp))\nif #gr==0 then return end\nlocal fu={}\nfor bl,y in ipairs(gr)do\nfu[y]=true\nend\nfg(fu,#gr)\nen('ZREM',bg,gr)\niy=true\nend\nlocal function lb()\nwhile true do\nlocal cl=b('LINDEX',as,0)\nif not cl then return false end\nif not ac then dc()end\nlocal am=tonumber(b('ZSCORE',bg,cl)or nil)\nif am and am>ac then\nlocal fm={}\nfor bl,y in ipairs(b('ZRANGEBYSCORE',bg,'(' .. aj(ac),'+inf'))do\ntable.insert(fm,aj(ac))\ntable.insert(fm,y)\nend\nat('ZADD',bg,fm[1],fm[2])\nen('ZADD',bg,fm)\nam=ac\nend\nlocal eu=not am and tonumber(b('ZSCORE',co,cl)or nil)\nlocal jq=am and am+cp or eu or 0\nif jq>ac then return cl,jq,am~=nil end\nif am then\nkl()\nelse\ng('LPOP',as)\ng('ZREM',co,cl)\niy=true\nend\nend\nend\nlocal function ko(bt)\nlocal fw=g('ZPOPMIN',co,fk+1)\nlocal m,cx,l={},{},false\nfor q=#fw,1,-1 do table.insert(m,fw[q])end\nif #fw>0 then r('ZADD',co,unpack(m))end\nlocal function hw(di)\nfor q=2,#di,2 do\nif di[q - 1]==bt then\nl=true\nelse\ntable.insert(cx,aj(di[q] - fb))\ntable.insert(cx,di[q - 1])\nend\nend\nend\nhw(fw)\nif #fw>2*fk then\nif not l then g('ZREM',co,bt)end\nhw(eb())\nhw({hu()})\nend\nen('ZADD',co,cx)\nif #cx==0 and b('EXISTS',as)==0 then g('DEL',bg)end\nend\nlocal function jz(y)\nif KEYS.locked then return end\nlocal c=redis.pcall('GET',(string.gsub(bi(y),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(c)=='string' and c or nil\nend\nlocal function ka(ds,...)\nlocal ak=string.match(ds or '','^~?(' .. ey .. ') ')\nif ak then cb(ak,...)end\nreturn ak\nend\nlocal function ku(ec,y,ds)\nif not ka(ds,'try',y,0)then ay(ec .. y,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local pv=30000\nlocal pu=86400000\nlocal function oc()\nlocal ag=ea()\nbk(ko,i)\nreturn ag\nend\nlocal function oj(eu)\nlocal pa=eu - ac+fb+cp\nif b('PTTL',bg)<pa then g('PEXPIRE',bg,aj(pa))end\nend\nlocal function ql(ar,qb,cx)\nwhile true do\nlocal o=b('LRANGE',as,ar+1,ar+fk)\nfor bl,y in ipairs(o)do\nif b('ZSCORE',bg,y)then return end\nlocal eu=b('ZSCORE',co,y)\nif eu then\ntable.insert(cx,aj(eu+qb))\ntable.insert(cx,y)\nend\nend\nif #o<fk then return end\nar=ar+fk\nend\nend\nlocal pf=false\nlocal function ag()\nlocal kw=b('EXISTS',e,n,k or n)\nif kw==0 then\nlocal cl=g('LPOP',as)\nif not cl then\nr('EXISTS',as)\nreturn ea()\nend\nr('LPUSH',as,cl)\nif cl==i then return oc()end\ng('LPUSH',as,cl)\nelse\nlocal ji=not k and kw==1\nif not ji then cm()end\nlocal ag=not(ji and ARGV[6]=='2')and fz()\nif ag then return ag end\nend\nlocal l=ck()\ndc()\nlocal ar=b('LPOS',as,i)\nlocal gs=ar and g('ZADD',bg,aj(ac),i)==1\nif gs then oj(ac+(ar+1)*fb)end\nkl()\nlocal cl,of\nif l==-2 then\ncl,of=lb()\nend\nif l==-2 and not cl then\ng('DEL',bg)\nreturn ea()\nend\nif l==-2 and cl==i then\ng('LPOP',as)\nr('LPUSH',as,i)\nreturn oc()\nend\nif iy then\nar=b('LPOS',as,i)\nif l==-2 then ku(ARGV[10],cl,jz(cl))end\nend\nif cf then\nif ar then\nfg({[i]=true},1)\ng('ZREM',bg,i)\nend\nax('refused',f)\nreturn hf({'busy',al,l,ar and ar+1 or 0,-1})\nend\nlocal ah=ar and tonumber(b('ZSCORE',co,i)or nil)\nif ah and ah<ac - pu then ah=nil end\nlocal eu=ah\nif not ar then\nlocal kn=b('LINDEX',as,-1)\neu=(kn and b('ZSCORE',co,kn)or ac+math.max(l,0))+fb\nar=g('RPUSH',as,i)- 1\npf=true\ng('ZADD',bg,aj(ac),i)\nend\nlocal oe=ac+(ar+1)*fb\nif not eu or eu<oe - fb+pv then eu=oe end\nif eu~=ah then\nlocal cx={aj(eu),i}\nif ah and not gs then ql(ar,eu - ah,cx)end\nen('ZADD',co,cx)\noj(eu)\nend\nreturn{'busy',al,l,ar+1,l==-2 and of+1 - ac or l}\nend";

const waitersIsHeard_ =
  "local function he(ak,z)\nak=dn(ak)\nlocal cu=redis.pcall('PUBSUB','NUMSUB',ak,z or ak)\nreturn cu.err~=nil or cu[2]~=0,cu[4]\nend";

const waitersDated_ =
  "local function mv(c)\nreturn(string.gsub(c,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. aj(ac).. ' '))\nend";

const waitersIsCluster_ =
  "local function og()\nlocal mk=redis.pcall('INFO','cluster')\nreturn type(mk)=='string' and string.find(mk,'cluster_enabled:1',1,true)~=nil\nend\nlocal function ny()\nlocal p,nz=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn p and nz=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function op(c,cu,kg)\nc=mv(c)\nif string.sub(c,1,1)=='~' or cu~='1' and kg=='' then return c end\nlocal hd,dh=he(string.match(c,'^%S+'),kg~='' and kg)\nif kg~='' and dh then\nc=string.gsub(c,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(dh==0 and 'o' or 'p'))\nend\nlocal on=cu~='1' or ny()and hd and not og()\nreturn(on and '' or '~').. c\nend";

const waitersSECRET_ =
  "local ik=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local jd=20";

const waitersTellGranted_ =
  "local function jp(ak,da,...)\nlocal c='granted ' .. table.concat({...},' ')\ncb(ak,c,string.sub(redis.sha1hex(da .. c .. da),1,jd))\nend";

const waitersSTANDINGMS_ =
  "local il=150000\nlocal ij='^(~?)(' .. ey .. ') (%S+) (' .. ik .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op])(.*)$'\nlocal ii=15\nlocal dr,hm=0,false\nlocal function gw(c,z)\nlocal be,ak,i,da,ab,f,ia,t,an=string.match(c,ij)\nif not be or string.find(an,'^[^\\n]')or math.max(#ab,#f)>ii then return end\nif ac - ia>=il then return end\nif be=='' then\nlocal gt=string.sub(t,2)\nlocal gk=z and gt~='p'\nlocal hd,dh=he(ak,gk and z)\nif not hd then return end\ndr,hm=gk and dh or 0,gt=='o'\nend\nreturn be,ak,i,da,ab,f,t,an\nend";

const waitersStanding_ =
  "local cr,ff=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal ep=160000\nlocal function fd()\ng('SET',ff,'1','PX',ep)\nend";

const waitersCALLEDMS_ =
  "local gb=65\nlocal im=30\nlocal hg=50\nlocal am=0\nlocal function gm(ar,cz,ad)\nlocal c=b('LINDEX',cr,ar)\nif not c then return false end\nlocal ak,i=string.match(c,'^~?(' .. ey .. ') (%S+)')\nif ak then cb(ak,cz,i,ad)end\nreturn true\nend\nlocal function hk(cz,ad)\nif gm(0,cz,ad)then fd()end\nend\nlocal function hl(i)\nreturn KEYS.locked or b('EXISTS',bi(i))==0\nend\nlocal function hh(ad,z)\nif not ac then dc()end\nwhile am<hg do\nam=am+1\nlocal c=b('LINDEX',cr,0)\nif not c then return end\nlocal be,ak,i=gw(c,z)\nif dr>0 then ad=im end\nlocal gn=be and hl(i)\nif gn and(be=='' or ad>0)then\nfd()\ncb(ak,ad==0 and 'try' or 'next',i,ad)\nif ad==0 or be=='~' or dr>0 then gm(1,'next',ad+gb)end\nreturn\nend\ng('LPOP',cr)\nif gn then\ncb(ak,'try',i,0)\nad=gb\nend\nend\nhk(ad==0 and 'try' or 'next',ad)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local jb=5000\nlocal function jg(i,ab,f,an)\nif not g('SET',bi(i),'|+' .. an,'PX',f,'NX')then return end\nr('UNLINK',bi(i))\nlocal cv=math.min(tonumber(ab),jb)\ng('HINCRBY',e,i,1)\nr('UNLINK',e)\ng('PEXPIRE',e,cv)\nr('UNLINK',e)\nreturn cv\nend";

const waitersWithGrant_ =
  "local function js(d,cn)\nif not cn then return d end\ntable.insert(d,'granted')\nfor bl,jr in ipairs(cn)do table.insert(d,jr)end\nreturn d\nend";

const queueTellNext_ =
  "local function ll(ec,cv)\nlocal y=b('LINDEX',as,0)\nif not y or ka(jz(y),'next',y,cv)then return end\ng('ZADD',co,'XX','LT',aj(ac+cv+fb),y)\nay(ec .. y,'0')\nend\nlocal function na(ec,y,ds)\nlocal be,ak,i,da,ab,f,bl,an=gw(ds)\nif be~='' or i~=y then return end\nlocal cv=jg(i,ab,f,an)\nif not cv then return end\ng('LPOP',as)\nko(i)\njp(ak,da,i,aj(ac),cv,aj(ac),0,0)\npcall(ll,ec,cv)\nreturn{i,cv}\nend\nlocal function mc(ec,gu)\nlocal cl,ds\nlocal p,cn=bk(function()\nlocal bl,iq\ncl,bl,iq=lb()\nds=iq and jz(cl)\nreturn ds and na(ec,cl,ds)\nend)\nlocal bq=p and cn or(not p and redis.pcall('EXISTS',e)==1)\nif bq then\nif gu==2 then pcall(fd)end\nreturn p and cn\nend\nif cl then pcall(ku,ec,cl,ds)end\nif gu==2 then pcall(hh,0)end\nend";

const stateTimeouts_ =
  "local cy=''";

const fenceMarkKey_ =
  "local nt,al,ce=KEYS[1],ARGV[1],ARGV[2]\nlocal function pz(be)\nif not be then return true end\nif not string.find(be,'^%d+$')then error('the mark of this resource is no number')end\nreturn #be<#ce or(#be==#ce and be<=ce)\nend\nlocal function qe(be,de)\nif be==ce then return false end\nlocal bc=b('TIME')\nif tonumber(ce)<=(bc[1]+60)*1e6+bc[2] then return false end\nlocal aw=tonumber(b('GET',de)or '')\nreturn not aw or aw<tonumber(ce)\nend\nlocal function qn(be)\nif be~=ce then g('SET',nt,ce)end\nend";

const grantLooked_ =
  "local id\nlocal function is(iu)\nif iu then\nlocal db,o=pcall(bz)\nif not db or h then return end\nid=o\nend\nif s==false then return -2 end\nreturn b('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function ji()\nreturn b('EXISTS',n)==0\nend";

const grantRefuseNew_ =
  "local function le(l)\nif not l or l<0 then return end\nlocal gs\nif cf then\ngs=at('SET',n,'|-refused','PX',f,'NX')\nelse\ngs=ji()\nend\nif gs then return{'busy',al,l}end\nend";

const waitersMOST_ =
  "local dk='9223372036854775807'";

const fencedTokenKey_ =
  "local de=KEYS[3]";

const waitersReadToken_ =
  "local function jx()\nlocal aw=b('GET',de)\nreturn aw~='' and aw\nend\nlocal function jw(c)\nreturn string.find(c,'^%d+$')and(#c<#dk or(#c==#dk and c<=dk))\nend\nlocal function ie(aw,hp)\nlocal ce=hp[1] .. string.format('%06d',hp[2])\naw=aw or ''\nlocal ht=#aw<#ce or(#aw==#ce and aw<ce)\nif ht then g('SET',de,ce)else g('INCR',de)end\nif aw=='' then r('UNLINK',de)else r('SET',de,aw)end\nreturn ht and ce or b('GET',de)\nend";

const fencedWithToken_ =
  "local function kk(ag,ce)\ntable.insert(ag,ce)\nreturn ag\nend\nlocal function jj()\nlocal aw=jx()\nif aw and not jw(aw)then ai(de)end\nreturn aw\nend\nlocal function mo(aw)\nif aw==dk then ai(de)end\nlocal ce=ie(aw,b('TIME'))\nreturn kk(ea(),ce)\nend\nlocal function oz()\nlocal pb,aw=pcall(jj)\nlocal ag=pb and aw~=dk and ib()\nreturn ag and kk(ag,ie(aw,b('TIME')))\nend\nlocal function ou()\ncm()\nlocal aw=k and v=='' and jj()\nlocal ag=fz()\nif ag and ag[1]=='held' then kk(ag,aw or jj()or ie(nil,b('TIME')))end\nreturn ag,aw\nend";

const fencedQuickAnswer_ =
  "local function ix()\nif k then return b('EXISTS',e,n,k)==0 and mo(jj())end\nlocal l=is(ARGV[6]~='2')\nreturn l==-2 and oz()or le(l)\nend\nlocal function jt()\nlocal ag,aw=ou()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then\nif not k then aw=jj()end\nreturn mo(aw)\nend\nif cf then ax('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function ag()\nreturn hf(ix()or jt())\nend";

const standIsOurs_ =
  "local iq=0\nlocal function ji()\nlocal o=id or b('HRANDFIELD',e,2,'WITHVALUES')\nlocal hb={n}\nif #o==2 and not KEYS.locked then table.insert(hb,bi(o[1]))end\nlocal df,eb=unpack(b('MGET',unpack(hb)))\niq=eb and string.sub(eb,1,1)~='!' and 1 or 0\nreturn not df\nend";

const standStand_ =
  "local function ov()\ndc()\nlocal c=op(ARGV[10],ARGV[11],ARGV[12])\nlocal ar=ARGV[9]~='' and b('LPOS',cr,ARGV[9])\nif ar then\ng('LSET',cr,ar,c)\nelse\ng('RPUSH',cr,c)\nend\ng('PEXPIRE',cr,ep)\nfd()\nreturn c\nend";

const standAnswerOrStand_ =
  "local function qa()\nlocal d=ag()\nif d[1]=='busy' and not cf then\nlocal p,c=pcall(ov)\nif p then\ntable.insert(d,ac)\ntable.insert(d,c)\ntable.insert(d,iq)\nend\nelseif ARGV[9]~='' then\npcall(g,'LREM',cr,0,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local ih=60000\nlocal mq=64";

const stealRob_ =
  "local function nk(u,l)\nlocal eb=bi(u)\nlocal f=math.max(l+ih,b('PTTL',eb))\nlocal jn='!' .. kb .. '|'\nlocal m=g('SET',eb,jn .. '-' .. kb,'PX',f,'GET')\nif m then r('SET',eb,m,'PX',f)else r('UNLINK',eb)end\nlocal af=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not af then return end\ng('SET',eb,jn .. af,'PX',f)\nr('SET',eb,m,'PX',f)\nend\nlocal function nm(l,no)\nlocal lg={}\nfor bl,u in ipairs(b('HRANDFIELD',e,mq+1))do\nif u~='mode' or s=='plain' then\nnk(u,l)\ntable.insert(lg,u)\nend\nend\ng('UNLINK',e)\nlocal hb=table.concat(lg,' ')\nay(np,hb .. ' ' .. kb)\nlocal ag=no()\ntable.insert(ag,hb)\nreturn ag\nend";

const stealQuickAnswer_ =
  "local function ix()\nif k then return b('EXISTS',e,n,k)==0 and lk()end\nlocal l=is(true)\nif l==-2 then return nn()end\nif l and l>=0 and b('EXISTS',n)==0 then return li(l)end\nend";

const stealFullAnswer_ =
  "local function jt()\nlocal ag=ah()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return lk()end\nreturn li(l)\nend\nlocal function ag()\nreturn ix()or jt()\nend";

const inspectSubscriptions_ =
  "local function ox(ec)\nlocal cu=redis.pcall('PUBSUB','NUMSUB',unpack(ec))\nif cu.err then return -1 end\nlocal lj=0\nfor q=2,#cu,2 do lj=lj+cu[q] end\nreturn lj\nend";

const lockHashLONGESTVALUE_ =
  "local nw=500\nlocal function om(j)\nlocal el=redis.pcall('GETRANGE',j,0,nw)\nif type(el)~='string' then return nil end\nreturn string.match(el,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function qi(ha,ne)\nreturn 'light\\n' .. ha .. ' ' .. ne\nend";

const inspectLONGESTSTATE_ =
  "local px=700\nlocal function qt(av)\nlocal md=#av>0 and b('MGET',unpack(av))or{}\nfor q=1,#av do md[q]=string.sub(md[q] or '',1,px)end\nreturn md\nend";

const inspectMOSTBYTES_ =
  "local nx=50000\nlocal function nc(c)\nlocal bl,oq=string.gsub(c,'[^%w:{}_./ -]','')\nreturn #c+5*oq+3\nend";

const permitsCount_ =
  "local function h(c)\nreturn tonumber(gj(c))\nend";

const permitsPermits_ =
  "local fc,gc,al=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local bc=b('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal mi=1000";

const lockQuickAnswer_ =
  "local function ix()\nif k then return b('EXISTS',e,n,k)==0 and ea()end\nlocal l=is(ARGV[6]~='2')\nreturn l==-2 and ib()or le(l)\nend\nlocal function jt()\ncm()\nlocal ag=fz()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return ea()end\nif cf then ax('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function ag()\nreturn hf(ix()or jt())\nend";

const holdBlock_ =
  "cm()\nlocal bd=cq()\nif bd then return bd end\nlocal h=dh()\nif not h then return ax(ch('lost'),ARGV[4])end\nreturn{'counted',al,tonumber(h),eq(tonumber(h))}";

const waitersTokenKey_ =
  "local de";

const waitersChainSince_ =
  "local ip,hj,hi\nlocal lt=1000\nlocal lr=2000\nlocal kc=99\nlocal function mf()\nde='redisson_lock_token:' .. string.match(cr,'^[^:]+:[^:]*:standing:(.*)$')\nlocal p,aw=pcall(jx)\nreturn p and(not aw or(jw(aw)and aw~=dk)),aw\nend\nlocal function lw(ak,i,da,ab,f,t,an)\nlocal kd,aw=true,nil\nlocal kf=string.sub(t,1,1)=='t'\nif kf then\nkd,aw=mf()\nend\nif not kd then return cb(ak,'try',i,0)end\nlocal cv=jg(i,ab,f,an)\nif not cv then return end\nlocal ce=kf and ie(aw,bc)or nil\njp(ak,da,i,aj(ac),cv,aj(ip),hj,hi,ce)\nreturn{i,cv,ce}\nend\nlocal function kh(z)\nay(z,'1000000')\nay(z,'0')\nend\nlocal function ir(z)\nkh(z)\npcall(hh,0,z)\nend\nlocal function io(c,dy,ld,lu)\nreturn math.min(math.max(tonumber(c)or lu,dy),ld)\nend\nlocal function lx()\nif dr==0 or not hm then return false end\nlocal kj=b('LLEN',cr)+2\nreturn hj*dr>=math.max(kj+dr,hi*kj)\nend\nlocal function mb(z,ha,iz,iv,ja)\nif not ac then dc()end\nip=io(ha,0,ac,ac)\nhj=io(iz,0,kc - 1,0)+1\nhi=io(iv,0,kc,0)\nlocal ly=hi>hj and lr or lt\nif KEYS.locked or ac - ip>=ly then return ir(z)end\nwhile am<hg do\nam=am+1\nlocal c=g('LPOP',cr)\nif not c then\nay(z,'0')\nreturn\nend\nlocal be,ak,i,da,ab,f,t,an=gw(c,z)\nif be=='' and lx()then\ng('LPUSH',cr,c)\nreturn ir(z)\nend\nif be=='~' and hl(i)then\nkh(z)\ncb(ak,'try',i,0)\nhh(gb)\nreturn\nend\nlocal cn=be=='' and lw(ak,i,da,ab,f,t,an)\nif cn then\npcall(hk,'next',cn[2])\nif dr>0 and ja~='0' then ay(z,'1')end\nreturn cn\nend\nend\nir(z)\nend\nlocal function em(z,gu,ha,iz,iv,ja)\nam=0\nif gu==2 then\nlocal p,cn=bk(mb,z,ha,iz,iv,ja)\nif p then return cn end\nif redis.pcall('EXISTS',e)==1 then return end\nend\nay(z,'0')\nend";

const holdRenew_ =
  "local function ma(ab,f,du,nd,jy)\nlocal bd=cq()\nif bd then return nil,bd end\nlocal h=dh()\nif not h then return nil,ax(ch('lost'),f)end\ngg(e,ab)\nif jy then jy(tonumber(h))end\nif k then\nif aq then\neo(n,du)\nelse\nca(string.sub(v,2).. '|',du)\nend\neo(k,du,jy)\nelseif nd then\neo(n,du)\nend\nreturn tonumber(h)\nend";

const holdRenewEach_ =
  "local function qp()\nlocal oa,eg=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal bx=(#ARGV - 3)/6\nlocal ms,lz={},0\nfor q=1,bx do\ntable.insert(ms,KEYS[2*q])\nend\nfor q=2*bx+1,#KEYS do\ntable.insert(ms,KEYS[q])\nend\nlocal ok=b('MGET',unpack(ms))\nlocal lf={'renewals',ARGV[1]}\nfor q=1,bx do\nlocal ab,f,nb\ni,by,ab,f,nb,cy=unpack(ARGV,6*q - 2,6*q+3)\ne,n,k=KEYS[2*q - 1],KEYS[2*q],nil\nif nb=='1' then\nlz=lz+1\nk=KEYS[2*bx+lz]\nend\nbr(ok[q],k and ok[bx+lz])\nlocal nl=cy~=''\nlocal df=nl and iw(eg)\nlocal l=oa and not nl and b('PTTL',e)\nif l and k then l=math.min(l,b('PTTL',n)- eg,b('PTTL',k)- eg)end\nlocal h,bd\nif l and l>oa then\nbd=cq()or not dh()and ax(ch('lost'),f)\nelse\nl=tonumber(ab)\nh,bd=ma(ab,f,l+eg,nb=='2',nl and function(bx)\not(bx,df,ab)\nend)\nend\ntable.insert(lf,bd and bd[3] or l)\nend\nreturn lf\nend";

const readHoldsRenewSlot_ =
  "local function ot(h,df,ab)\nlocal au=1\nif h>1 then au=jm(h,df)end\nlocal j=dm(i,au)\nif not gg(j,ab)then g('SET',j,'1','PX',ab,'NX')end\nct[j]=nil\nend";

const lockHashLock_ =
  "local e,n,i,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "bz()\nlocal l=ck()";

const ownerAnswer_ =
  "local function ag(et)\nreturn{'done',al,tonumber(et)}\nend\nlocal function p(et)\nat('SET',k,et,'PX',ARGV[4])\nr('UNLINK',k)\nreturn ag(et)\nend";

const ownerHeldCount_ =
  "local function ju(jv)\nbz()\nif s and(s=='plain')~=jv then ai(e)end\nif s then ck()end\nreturn h and tonumber(h)\nend";

const ownerENDED_ =
  "local hn='released-elsewhere'\nlocal ih=60000\nlocal function kv(kz)\nlocal f=math.max(b('PTTL',e)+ih,b('PTTL',n))\nat('SET',n,'!' .. hn .. '|-' .. hn,'PX',f)\nif aq then r('SET',n,bs,'PX',f)else r('UNLINK',n)end\nlocal la=kz()\nay(ARGV[6],i .. ' ' .. hn)\nreturn la\nend";

const ownerBlock_ =
  "cm()";

const ownerEndReads_ =
  "local function qd()\nif v~='' then return ag(v)end\nlocal bx=ju(false)\nif not bx then return p(0)end\nlocal d=p(1)\nkv(function()\nlv(tonumber(bx))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function qq()\np(1)\nreturn{'done',al,1,w}\nend";

const permitsGiveBack_ =
  "local function mz(dl,z,dy,mx,...)\nlocal ee=at('INCRBY',fc,dl)\nr('INCRBY',fc,-dl)\nmx(...)\nif ee>=dy then ay(z,aj(ee))end\nend";

const permitsSweep_ =
  "local function oy(ee,z)\nlocal km,gx=unpack(b('ZRANGE',gc,0,0,'WITHSCORES'))\nif km and #km~=16 then error('NOT_A_LOCK 2')end\nif not km or tonumber(gx)>ac then return ee end\nlocal kx=b('ZCOUNT',gc,'-inf',aj(ac))\nlocal dl=math.min(kx,mi)\nmz(dl,z,1,g,'ZREMRANGEBYRANK',gc,0,dl - 1)\nreturn ee+kx\nend";

const permitExpirableRecord_ =
  "local k,z,f=KEYS[3],ARGV[2],ARGV[4]\nlocal mt=setmetatable({},{\n__index=function(ew,aa)\new[aa]=string.char(tonumber(aa,16))\nreturn ew[aa]\nend,\n})\nlocal gz,ew={},string.gsub(ARGV[3],'..',mt)\nlocal function l()\nlocal dy,dl=math.huge,0\nfor bl,gx in ipairs(b('ZMSCORE',gc,unpack(gz)))do\ndy=math.min(dy,gx and gx - ac or 0)\nif gx then dl=dl+1 end\nend\nreturn dy,dl\nend";

const permitExpirableEnded_ =
  "local function bh(t)\nreturn{'ended',al,t}\nend\nlocal function gh(t)\nlocal m=at('SET',k,'-' .. t,'PX',f,'GET')\nif m then r('SET',k,m,'PX',f)else r('UNLINK',k)end\nreturn bh(t)\nend\nlocal function cq(be)\nif be and string.sub(be,1,1)=='-' then return bh(string.sub(be,2))end\nend";

const permitExpirableScored_ =
  "local function qs(ab)\nlocal di,gx={},aj(ac+ab)\nfor bl,qk in ipairs(gz)do\ntable.insert(di,gx)\ntable.insert(di,qk)\nend\nreturn unpack(di)\nend";

const permitExpirableLostEnd_ =
  "local function ns()\nreturn cq(b('GET',k))or gh('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#ew,16 do\ntable.insert(gz,string.sub(ew,q,q+15))\nend";

const readWriteTimeouts_ =
  "local cy=ARGV[9]\nlocal kb,np=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function li(l)\nif s=='plain' then ai(e)end\nreturn nm(l,ea)\nend\nlocal nn,lk=ib,ea";

const readWriteKnown_ =
  "local function ah()\ncm()\nreturn fz()\nend";

const readWriteBlock_ =
  "return ag()";

const semaphoreKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bh(t)\nreturn{'ended',al,t}\nend\nlocal function ax(t)\nat('SET',k,'-' .. t,'PX',f)\nr('UNLINK',k)\nreturn bh(t)\nend\nlocal el,be=unpack(b('MGET',j,k))\nlocal function fc()\nreturn gj(el or b('GET',j))\nend";

const semaphoreTaken_ =
  "local nv=be and string.match(be,'^%+(%d+)$')\nif be and not nv then return bh(string.sub(be,2))end";

const semaphoreNotify_ =
  "local function qm(z,fc)\nif fc>=0 then ay(z,fc)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "bec66fb0e3685de546f89ebac1937131ca355f92", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not el then return p(0,at)end\nlocal l=el - 1\nlocal d=p(math.max(l,0),at)\ng('DECR',j)\nif l>0 then return d end\nr('INCR',j)\ng('DEL',j)\nif l==0 then ay(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "489a4d042ea3719ef10884411e75634e59ff2ce5", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not el then return p(0,at)end\nlocal d=p(1,at)\ng('DEL',j)\nay(ARGV[3],'1')\nay(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-read", "878199385e870cfb58bca4703f3f34680525d0ea", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-write", "55c0961ba75683fdf421dc2e5992aad1e5edcb9b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "371c6cd91524662a82bb3a70ff0efcb017448f14", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "ml()\nlocal gi=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if s=='plain' then ai(e)end\nif s~=ARGV[6] then return kp(0)end\nlocal d=kp(1)\ng('DEL',e)\npcall(ge,'free')\nay(gi,s=='write' and '1' or '0')\nmp()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-read", "9fd62957a0ef1b64ee47127adda71772598f2cf2", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-write", "b33dd2016b09011c4618c754e770b6957f6cdd0c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "7c617a4a30372f99b9e2243d8aaffc43636337f6", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal fb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return ag()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "02b158cffbab8bb21c09b292cb00adbed75fc99d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal fb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local ep=cp+5000\nlocal rw=100\nlocal function sg(ar)\nlocal ke=b('HRANDFIELD',e)\nlocal jn=ke and b('GET',bi(ke))\nif not jn or string.sub(jn,1,1)=='!' or ar>rw then return 0 end\nif ar==1 then return 1 end\nfor bl,am in ipairs(b('ZMSCORE',bg,unpack(b('LRANGE',as,0,ar - 2))))do\nif not am then return 0 end\nend\nreturn 1\nend\nlocal function ov(ar)\nlocal c=op(ARGV[12],ARGV[13],'')\nlocal m=g('SET',KEYS[6],c,'PX',ep,'GET')\nreturn c,m==ARGV[11] and not pf and 1 or sg(ar)\nend\nlocal d=ag()\nif d[1]~='busy' or cf or KEYS.locked then return d end\nlocal p,c,nh=pcall(ov,d[4])\nif p then\nfor bl,jr in ipairs({ac,c,nh})do table.insert(d,jr)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "2b12cd5e8287c4e5de1041d17ebca71bb1d3f9a2", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "ml()\nlocal fb=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if s=='read' or s=='write' then ai(e)end\nif not s then return kp(0)end\nlocal d=kp(1)\nlocal cn=mc(ARGV[3],g('DEL',e,ff))\nmp()\nreturn js(d,cn)", END);

export const fairPass: LuaScript = /* @__PURE__ */ script("fair/pass", "f63b9f0f85be7c9afd24973dedda85b8489956f2", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[9] and KEYS[7]\nlocal fb=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cn\nlocal oh=false\nlocal function es()\ng('DEL',e)\noh=true\nend\nlocal function hs()\nif b('EXISTS',e)==0 then cn=mc(ARGV[9])end\nend", endEndHold_, "local d=hq(ARGV[4])\nif not oh then return js(d,cn)end\nlocal p,qf=bk(function()\nif b('LINDEX',as,0)~=ARGV[11] then return false end\nif not g('SET',KEYS[6],'|+' .. ARGV[14],'PX',ARGV[13],'NX')then return false end\nr('UNLINK',KEYS[6])\ng('HINCRBY',e,ARGV[11],1)\nr('UNLINK',e)\ng('PEXPIRE',e,ARGV[12])\nreturn true\nend)\nif p and qf then\nbk(function()\ng('LPOP',as)\nko(ARGV[11])\nend)\ntable.insert(d,'held')\nreturn d\nend\nreturn js(d,mc(ARGV[9],1+g('DEL',ff)))", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "240f2e5c6fc2a2d8192cde2a2530d7d761961abc", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal fb=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cn\nlocal function es()\ncn=mc(ARGV[9],g('DEL',e,ff))\nend\nlocal function hs()\nif ARGV[11]=='1' and b('LPOS',as,i)then\nfg({[i]=true},1)\ng('ZREM',bg,i)\nend\nif b('EXISTS',e)==0 then cn=mc(ARGV[9])end\nend", endEndHold_, "local d=hq(ARGV[4])\nreturn js(d,cn)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "94469e20ce9efd6b112fe571dbca0c6d0d9ebd47", BEGIN, fenceMarkKey_, "local be=b('GET',nt)\nif not pz(be)then return{'fenced',al,0}end\nif qe(be,KEYS[2])then return{'ahead',al}end\nqn(be)\nreturn{'fenced',al,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "1361591627a87309b36d92452de6a8a7f0e2a35b", BEGIN, stateWrite_, fenceMarkKey_, "local k,sk,f,el=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal be,p=unpack(b('MGET',nt,k))\nif p=='1' then return{'fenced',al,1}end\nif p=='ahead' then return{'ahead',al}end\nif p then return{'withdrawn',al}end\nif not be then be=b('GET',nt)end\nif not pz(be)then return{'fenced',al,0}end\nif not el then\nat('SET',k,'0','PX',f)\nreturn{'withdrawn',al}\nend\nif qe(be,KEYS[4])then\ng('SET',k,'ahead','PX',f)\nreturn{'ahead',al}\nend\ng('SET',sk,el,'GET')\nqn(be)\ng('SET',k,'1','PX',f)\nreturn{'fenced',al,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "2ca7d31e9103809afff7cc4f006114009406d3d5", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn ag()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "e4679440467f58cb288d2a15850764e54130d513", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, fencedWithToken_, fencedQuickAnswer_, standStand_, standAnswerOrStand_, "k=nil\nreturn qa()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "519b4bd264c032416491b90cac087a2d51c2bf83", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal kb,np=ARGV[9],ARGV[10]", stealRob_, "local nn,ah=oz,ou\nlocal function lk()\nreturn mo(jj())\nend\nlocal function li(l)\nif s~='plain' then ai(e)end\nlocal aw=jj()\nif aw==dk then ai(de)end\nreturn nm(l,function()\nreturn mo(aw)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return ag()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "1058e8c4ed1a375f7f70f31e8576962b0c72f89a", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal rb='!' .. ARGV[9] .. '|'\nlocal c=b('GET',KEYS[3])\nlocal l=c and(string.sub(c,1,1)=='=' or string.sub(c,1,#rb)==rb)and b('PTTL',KEYS[3])or 0\nlocal function ky()\nreturn{'found',al,c,l}\nend\nif l>0 then\nif g('SET',n,'|-lost','PX',f,'NX')then return ky()end\nelseif b('EXISTS',e,n)==0 then\nreturn ea()\nend\ncm()\nlocal ag=fz()\nif ag and ag[1]=='ended' and l>0 then return ky()end\nif ag then return ag end\nlocal si=ck()\nif cf then ax('refused',f)end\nreturn{'busy',al,si,b('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "dbf037f7e9bf2d2ea63dfc450154e0ce84685c73", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, endFirst_, "k=nil\nlocal function es(su)\nlocal qh,m=false,nil\nif su then\nqh,m=pcall(g,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qh and m then r('SET',KEYS[3],m,'PX',ARGV[11])end\nif qh and not m then r('UNLINK',KEYS[3])end\nlocal gu=g('DEL',e,ff)\nay(ARGV[9],'1')\nif gu==2 then pcall(hh,0)end\nend\nlocal function hs()end", endEndHold_, "return hq(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "2a5ff128c2ccf238dce947129e6401262c60c48b", BEGIN, onceCounter_, inspectSubscriptions_, "local ao=gj(b('GET',KEYS[1]))\nlocal l=b('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],ao and 1 or 0,tonumber(ao or 0),l,ox({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "7fc9c703554c86010a2636586cc0227c8276b5de", BEGIN, lockHashMode_, "local e,n,i,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local cy=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local mr=100\nlocal rz=4\nlocal ry=tonumber(ARGV[6])\nlocal al,as,bg,oi=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(bz)then\nlocal ke,ha,ne=om(e)\nif not ke then bz()end\nlocal l=ck()\nreturn{'lock',al,'light',l,1,1,0,0,0,0,ke,1,l,qi(ha,ne)}\nend\nlocal l=ck()\nlocal function td()\nlocal cw,cu,dg={},{},0\nif not s then return cw,cu,dg end\ndg=b('HLEN',e)-(s=='plain' and 0 or 1)\nlocal mu,ah='0',{}\nif s~='plain' then ah['mode']=true end\nfor bl=1,rz do\nlocal lq=b('HSCAN',e,mu,'COUNT',2*mr)\nmu=lq[1]\nlocal o=lq[2]\nfor q=1,#o,2 do\nif #cw<mr and not ah[o[q]] then\nif not bj(o[q+1])then ai(e)end\nah[o[q]]=true\ntable.insert(cw,o[q])\ntable.insert(cu,tonumber(o[q+1]))\nend\nend\nif mu=='0' or #cw==mr then break end\nend\nreturn cw,cu,dg\nend\nlocal qo=0\nlocal function ta(bf,bx)\nif qo+bx>ry then return l end\nqo=qo+bx\nlocal bw=0\nfor au=1,bx do\nbw=math.max(bw,b('PTTL',dm(bf,au)))\nend\nreturn math.min(bw,l)\nend\nlocal function tj(dg,ow)\nlocal rh=dg>1 and b('PTTL',ow)or -1\nif rh<0 then return l end\nreturn math.max(math.min(l,rh - ARGV[4]),0)\nend\nlocal function sr(u,bx,dg,ow)\nif s=='plain' then return l end\nif string.find(u,':write$')then return tj(dg,ow)end\nreturn ta(u,bx)\nend\nlocal function te()\nif b('EXISTS',as,KEYS[6])==0 then return{},0 end\nlocal nr=b('TYPE',as).ok\nif nr=='list' then return b('LRANGE',as,0,mr - 1),b('LLEN',as)end\nif nr~='none' then ai(as)end\nas,bg=KEYS[6],KEYS[7]\nif b('TYPE',as).ok~='zset' then ai(as)end\nreturn b('ZRANGE',as,0,mr - 1),b('ZCARD',as)\nend\nlocal function tb(bv)\nif #bv==0 then return{}end\nlocal am=redis.pcall('ZMSCORE',bg,unpack(bv))\nlocal bc=b('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal di={}\nfor q=1,#bv do\nlocal cf=tonumber(am[q] or nil)\ndi[q]=cf and math.max(ac - cf,0)or -1\nend\nreturn di\nend\nlocal cw,cu,dg=td()\nlocal nu={}\nfor q,u in ipairs(cw)do nu[q]=bi(u)end\nlocal mn=qt(nu)\nlocal bv,ti=te()\nlocal tc=tb(bv)\nlocal ec={unpack(ARGV,7)}\nif as==KEYS[3] then\nfor bl,y in ipairs(bv)do table.insert(ec,ARGV[5] .. y)end\nend\nlocal jl=redis.pcall('LLEN',oi)\nlocal d={'lock',al,s or 'free',l,dg,0,ti,0}\ntable.insert(d,type(jl)=='number' and jl or 0)\ntable.insert(d,ox(ec))\nlocal ew=0\nlocal function cb(rq,kq,c,...)\new=ew+nc(kq)+nc(c)+30\nif ew>nx then return end\nd[rq]=d[rq]+1\nfor bl,bb in ipairs({kq,...})do table.insert(d,bb)end\nend\nfor q,u in ipairs(cw)do\ncb(6,u,mn[q],cu[q],sr(u,cu[q],dg,nu[q]),mn[q])\nend\nfor q,y in ipairs(bv)do cb(8,y,'',tc[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "ec5187760bb36c1ee5462aeeccd9ba959e0f64ab", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local mr=100\nlocal py=922337203685477\nlocal function sq(ew)\nreturn(string.gsub(ew,'.',function(sj)\nreturn string.format('%02x',string.byte(sj))\nend))\nend\nlocal c=b('GET',fc)\nlocal ee=c and h(c)\nlocal kx=b('ZCOUNT',gc,'-inf',aj(ac))\nlocal ph=b('ZCARD',gc)- kx\nlocal af=b('ZRANGE',gc,'(' .. aj(ac),'+inf','BYSCORE','LIMIT',0,mr,'WITHSCORES')\nlocal d={'permits',al,c and 1 or 0,(ee or 0)+(c and kx or 0),ph}\ntable.insert(d,ox({ARGV[2]}))\ntable.insert(d,b('PTTL',fc))\ntable.insert(d,#af/2)\nfor q=1,#af,2 do\nif #af[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gx=tonumber(af[q+1])\ntable.insert(d,sq(af[q]))\ntable.insert(d,gx>=py and -1 or gx - ac)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "3863ffc065c2122c58e36458c9930821dcdad98f", BEGIN, inspectMOSTBYTES_, "local mu,ps,mh=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dk=1000\nlocal pw=1000\nlocal dl,qc=math.min(dk,mh),nx\nlocal ky,re={},false\nlocal function sd(av,md)\nfor bl,j in ipairs(md)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(av,j)end\nend\nend\nlocal function ez(av)\nlocal ew,o=0,{}\nfor bl,j in ipairs(av)do\nif #j<=pw then\new=ew+nc(j)\ntable.insert(o,j)\nend\nend\nif ew>qc and(#ky>0 or dl>1)then return false end\nqc=qc - ew\nfor bl,j in ipairs(o)do table.insert(ky,j)end\nreturn true\nend\nlocal function rn(nr)\nreturn redis.pcall('SCAN',mu,'MATCH',ARGV[3],'COUNT',dl,'TYPE',nr)\nend\nrepeat\nlocal lq=rn('hash')\nif lq.err then return{'refused',ARGV[1],lq.err}end\nif ARGV[6]=='1' then sd(lq[2],rn('string')[2])end\nps=ps - dl\nif #ky+#lq[2]>mh and dl>mh - #ky then\ndl=mh - #ky\nelseif ez(lq[2])then\nmu,dl,re=lq[1],dk,lq[1]=='0'\nelseif #ky>0 then\nps=0\nelse\ndl=math.floor(dl/2)\nend\nuntil re or #ky>=mh or ps<=0\nreturn{'scanned',ARGV[1],mu,unpack(ky)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "e8a450d4de88dca8cabe8933db449746d33897f1", BEGIN, lockHashMode_, "local e,n\nlocal i,w,v='','',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local pw=1000\nlocal rv=5\nlocal function sz(o)\nlocal bt=1\nfor q=1,#o,2 do\nlocal rd=s~='plain' and o[q]=='mode'\nif rd and bt==q then\nbt=q+2\nelseif not rd and string.find(o[q],':write$')then\nbt=q\nend\nend\nreturn o[bt],o[bt+1]\nend\nlocal function ss(o)\nif s=='plain' then return 1 end\nlocal dl=#o/2\nif dl==rv then dl=b('HLEN',e)end\nreturn dl - 1\nend\nlocal pc={'',-2,0,'',0}\nlocal function sm(j)\nlocal ke,ha,ne=om(j)\nlocal l=ke and b('PTTL',j)or -2\nif l<=0 then return pc end\nlocal nr='light'\nreturn{nr,l,1,ke,1},qi(ha,ne)\nend\nlocal function sl(j,ow)\ne,n=j,ow\nlocal fa,o=pcall(bz)\nif not fa then return sm(j)end\nif not s then return pc end\nlocal l=b('PTTL',e)\nlocal u,bx=sz(o)\nif l<=0 or not u or #u>pw then return pc end\nreturn{s,l,ss(o),u,tonumber(bx)}\nend\nlocal pj={}\nlocal function oo(lp,kw)\nif #lp==0 then return end\nkw=kw or b('EXISTS',unpack(lp))\nif kw==0 then return end\nif 4*kw<#lp then\nlocal rj=math.floor(#lp/2)\nlocal m,se={unpack(lp,1,rj)},{unpack(lp,rj+1)}\nlocal ra=b('EXISTS',unpack(m))\noo(m,ra)\nreturn oo(se,kw - ra)\nend\nfor bl,di in ipairs(lp)do\nlocal pi=redis.pcall('LLEN',di)\nif type(pi)~='number' then pi=redis.pcall('ZCARD',di)end\npj[di]=type(pi)=='number' and pi or 0\nend\nend\nlocal qx,nu,qj,rl,rm,lp={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,as,qr,oi=unpack(KEYS,4*q - 3,4*q)\nlocal my\nmy,qj[q]=sl(j,ARGV[q+1])\nqx[q],nu[q]=my,bi(my[4])\nif my~=pc and not qj[q] then\ntable.insert(rl,as)\ntable.insert(rm,qr)\ntable.insert(lp,oi)\nend\nend\nlocal mn=qt(nu)\noo(rl)\noo(rm)\noo(lp)\nlocal d,ew={'summaries',ARGV[1]},0\nfor q,my in ipairs(qx)do\nlocal jn=qj[q] or mn[q]\new=ew+nc(my[4])+nc(jn)+50\nif q>1 and ew>nx then return d end\nfor bl,so in ipairs(my)do table.insert(d,so)end\ntable.insert(d,jn)\nlocal bl,as,qr,oi=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(pj[as] or 0)+(pj[qr] or 0))\ntable.insert(d,pj[oi] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "36ddad84ee971a9fa2597720378f730e057a158a", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return ag()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "6ed833b1f49c256fad025120660a2d3e1adf68c4", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function bb(tg)\nfor q=1,#KEYS,2 do\ne,n=KEYS[q],KEYS[q+1]\nlocal ag=tg(q)\nif ag then return ag end\nend\nend\nlocal function rs()\nbb(function()\nea()\nend)\nreturn{'held',al,1,tonumber(ab)}\nend\nif b('EXISTS',unpack(KEYS))==0 then return rs()end\nlocal ol,pe,hc\nlocal bd=bb(function(q)\ncm()\nlocal ag=fz()\nif ag and ag[1]=='ended' then return ag end\nif ag then\nlocal l=ag[4]<0 and tonumber(ab)or ag[4]\nol=math.min(l,ol or l)\nelse\nhc=true\nlocal l=ck()\nif l~=-2 and not pe then pe={'busy',al,l,(q+1)/2}end\nend\nend)\nif bd then return bd end\nif ol and hc then return bh('lost')end\nif ol then return{'held',al,1,ol}end\nif not pe then return rs()end\nif cf then\nbb(function()\ng('SET',n,'|-refused','PX',f)\nend)\nend\nreturn pe", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "d156a7501fc73579ba19b4ba4d3a47db6b6e504d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, standStand_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn qa()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "3b63d1e7faa2ec984125c2fdc82063d3f7ce5d33", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, holdIsLock_, "local function eq()\nif k then g('PEXPIRE',k,ARGV[4]+b('PTTL',e),'GT')end\nreturn b('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "e0aa75a3f0745d3db7f2a791ec9b52ec4b10d217", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local db=pcall(ml)\nlocal ke=not db and om(e)\nif ke then\nck()\no={ke}\nlocal d=kp(1)\ng('DEL',e)\nmp()\nreturn d\nend\nif not db then ml()end\nif s=='read' or s=='write' then ai(e)end\nif not s then return kp(0)end\nlocal d=kp(1)\nlocal cn=em(ARGV[3],g('DEL',e,ff))\nmp()\nreturn js(d,cn)", END);

export const lockLookStanding: LuaScript = /* @__PURE__ */ script("lock/look-standing", "581988168c1b5fe76fbfd8c8cc3771a178556656", BEGIN, stateLock_, lockHashStateKeyOf_, waitersNow_, "dc()\nlocal ep=160000\nlocal d,mn={'looked',ARGV[1],ac},{}\nfor q=2,#KEYS,4 do\ntable.insert(mn,KEYS[q])\nend\nlocal ah=b('MGET',unpack(mn))\nlocal function ma(cr,ff,jl,ds)\nlocal ar=b('LPOS',cr,jl)\nif ar then\ng('LSET',cr,ar,ds)\nelse\ng('RPUSH',cr,ds)\nend\ng('PEXPIRE',cr,ep)\ng('SET',ff,'1','PX',ep)\nend\nlocal function iq()\nlocal u=not KEYS.locked and b('HRANDFIELD',e)\nreturn not u or b('EXISTS',bi(u))==1\nend\nfor pm=1,#mn do\nlocal q=4*pm\ne,n=KEYS[q - 3],KEYS[q - 2]\nlocal l=ah[pm] and -2 or b('PTTL',e)\nlocal jl,ds=ARGV[2*pm],ARGV[2*pm+1]\nlocal nh=true\nif l>=0 and ds~='' then\npcall(ma,KEYS[q - 1],KEYS[q],jl,ds)\ni=string.match(ds,'^%S+ (%S+)')\nlocal p,ag=pcall(iq)\nnh=not p or ag\nend\ntable.insert(d,l)\ntable.insert(d,nh and 1 or 0)\nend\nreturn d", END);

export const lockPass: LuaScript = /* @__PURE__ */ script("lock/pass", "612d6dcff593d258af6ac1a78601d375bb863c20", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[6] and KEYS[4]\nlocal oh=false\nlocal function es()\ng('DEL',e)\noh=true\nend\nlocal function hs()end", endEndHold_, "local d=hq(ARGV[4])\nif not oh then return d end\nlocal p,qf=bk(function()\nif not g('SET',KEYS[3],'|+' .. ARGV[13],'PX',ARGV[12],'NX')then return false end\nr('UNLINK',KEYS[3])\ng('HINCRBY',e,ARGV[10],1)\nr('UNLINK',e)\ng('PEXPIRE',e,ARGV[11])\nreturn true\nend)\nif ARGV[14]~='' then pcall(g,'LREM',cr,0,ARGV[14])end\nif p and qf then\ntable.insert(d,'held')\nreturn d\nend\nlocal gu=1+g('DEL',ff)\nreturn js(d,em(ARGV[9],gu,ARGV[15],ARGV[16],ARGV[17],ARGV[18]))", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "910fd2f0730ada047b3cded26e8fec959ff6cde2", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function sf(c)\ndc()\ng('RPUSH',cr,mv(c))\ng('PEXPIRE',cr,ep)\nend\nlocal cn\nlocal function es()\nlocal gu=g('DEL',e,ff)\nif(ARGV[14] or '')~='' and pcall(sf,ARGV[14])then gu=2 end\ncn=em(ARGV[9],gu,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function hs()end", endEndHold_, "if(ARGV[15] or '')~='' then pcall(g,'LREM',cr,0,ARGV[15])end\nlocal d=hq(ARGV[4])\nreturn js(d,cn)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "38f83de51d520e337b7851f0c114ec6dba400cd4", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal z\nlocal function es()\nem(z,g('DEL',e,ff))\nend\nlocal function hs()end", endEndHold_, "local pk=(#ARGV - 8)/2\nlocal qz=ARGV[4]=='1' and 3*pk or 2*pk\nlocal lf,os={'ends',al},nil\nfor q=1,pk do\ne,n=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*pk+q] end\ncr,ff=KEYS[qz+2*q - 1],KEYS[qz+2*q]\nz=ARGV[2*q+8]\nlocal p,d=bk(hq,ARGV[2*q+7])\nif p then\ntable.insert(lf,d[3])\nelse\nos=d.err or d\nif string.find(os,'^WRONGTYPE')then os='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif os then error(os,0)end\nreturn lf", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "ff13f583dff362f825ef0df1fe5ce8aed1d9c8e6", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, holdIsLock_, holdRenew_, "cm()\nlocal h,bd=ma(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bd or{'renewed',al,h}", END);

export const lockRenewExclusive: LuaScript = /* @__PURE__ */ script("lock/renew-exclusive", "6434a55d50a8afc04f0cf2f4b37189335c48ab1e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, holdIsLock_, holdRenew_, "local iw,ot", holdRenewEach_, "return qp()", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/renew-many", "b821d810b3fc884380ff91be18fe3301bb3105af", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, "local cy", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, holdRenewEach_, "return qp()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "e7f3f33c32d981b26b1f9c9e1d719f2ccc7e1fdc", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(h or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "c2ac4a42344818dd18a4b0b1489bf81a254b91b8", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local kb,np=ARGV[9],ARGV[10]", stealRob_, "local function li(l)\nif s~='plain' then ai(e)end\nreturn nm(l,ea)\nend\nlocal nn,lk=ib,ea", stealQuickAnswer_, "local function ah()\ncm()\nreturn fz()\nend", stealFullAnswer_, "return ag()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "02f7dad12a304ce09381f33a879ad8dde80fecd2", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not ju(true)then return p(0)end\nlocal d=p(1)\nlocal cn=kv(function()\nreturn em(ARGV[5],g('DEL',e,ff))\nend)\nreturn js(d,cn)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "4b15b0a10b563555dcb900311c1cc9eb9c71a2e2", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal fb=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not ju(true)then return p(0)end\nlocal d=p(1)\nlocal cn=kv(function()\nreturn mc(ARGV[5],g('DEL',e,ff))\nend)\nreturn js(d,cn)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-reads", "a0b8a6aff5e43716ef2a30875be0517d33ee4923", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gi,cy,ej=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function em()\nlm('free')\nay(gi,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qd()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-writes", "023349bfda061be77fdb2b3098fd7b0b5ca7456c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gi,cy,ej=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function em(dp)\nlm(dp)\nay(gi,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not ju(false)then return p(0)end\nlocal d=p(1)\nkv(es)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-reads", "0d74eed742f190608a9586ed4687b5566d1d923c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, "local cy=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function em()\nay(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qd()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-writes", "6fbce33e28781010efd4880cc786051ac330aec6", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, "local cy=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function em()\nay(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not ju(false)then return p(0)end\nlocal d=p(1)\nkv(es)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "57ce254bc3c26e91d74753cec2bbf6aa0d05c4a6", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ag(v)end\nif not ju(ARGV[7]=='0')then return p(0)end\ngg(e,ARGV[5])\neo(n,ARGV[6])\nreturn qq()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/renew-reads", "ae47caabd46bc43027ab48d1504ec7f82a4e98cf", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, "local cy=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ag(v)end\nlocal bx=ju(false)\nif not bx then return p(0)end\ngg(e,ARGV[5])\neo(n,ARGV[6])\nfor au=1,bx do\nlocal j=dm(i,au)\nif not gg(j,ARGV[5])then g('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn qq()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "a34fe2c44098909c766923f67c3edbd20abbae3b", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ab,cf=ARGV[5],ARGV[6]=='1'\nlocal py=922337203685477\nlocal c,be=unpack(b('MGET',fc,k))\nlocal bd=cq(be)\nif bd then return bd end\nc=c or b('GET',fc)\nlocal ee=c and h(c)or 0\nif be then\nlocal lo=l()\nreturn lo>0 and{'held',al,lo,ee}or ns()\nend\nif not c then return gh('unset')end\nee=oy(ee,z)\nif ee<#gz then\nif cf then gh('refused')end\nlocal bt=b('ZRANGE',gc,'(' .. aj(ac),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',al,bt and tonumber(bt)<py and bt - ac or -1,ee}\nend\ng('SET',k,'+','PX',f)\nr('UNLINK',k)\nlocal pd=g('ZADD',gc,'NX',qs(ab))\nif pd==#gz then r('ZREM',gc,unpack(gz))end\ng('DECRBY',fc,pd)\nlocal rt=b('PTTL',fc)\nif rt>0 then g('PEXPIRE',gc,rt)end\nlocal lo=pd==#gz and tonumber(ab)or l()\nif lo<=0 then return ns()end\nreturn{'held',al,lo,ee - pd}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "3d29106ec62f8c208fdd50e65276b29a30e4899a", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local ee=b('GET',fc)\nlocal lo,dl=l()\nif ee then h(ee)end\nif dl==0 then return ns()end\nlocal d=gh(lo>0 and 'released' or 'lost')\nif ee then\nmz(dl,z,0,g,'ZREM',gc,unpack(gz))\nelse\ng('ZREM',gc,unpack(gz))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "2a13ea938fc5eceea851c3515e947ba90605ed13", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function ag(ao)\nreturn{'done',al,tonumber(ao)}\nend\nlocal fe=b('GET',k)\nif fe then return ag(fe)end\nlocal ee=b('GET',fc)\nfe=l()>0 and '1' or '0'\nif ee and fe=='1' then oy(h(ee),z)end\nat('SET',k,fe,'PX',f)\nr('UNLINK',k)\nif fe=='1' then\nfor q=4,#KEYS do\nlocal m=g('SET',KEYS[q],'-released','PX',f,'GET')\nif m then r('SET',KEYS[q],m,'PX',f)else r('UNLINK',KEYS[q])end\nend\nif ee then\ng('INCRBY',fc,#gz)\nr('INCRBY',fc,-#gz)\nend\ng('ZREM',gc,unpack(gz))\nif ee then ay(z,#gz)end\nend\nreturn ag(fe)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "6f22097ba2a52aa183b35d4ed0ebeb1d90cb64ce", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local lo,ab=l(),ARGV[5]\nif lo<=0 then return ns()end\nif ab then at('ZADD',gc,'XX','GT',qs(ab))end\nreturn{'leased',al,lo}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "140d8b6b4168775c301d4d3d1e6681be31a53739", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local gc,z,ao,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal ee=el\nif ee and t=='try' then return p(0,at)end\nlocal ph=b('ZRANDMEMBER',gc,3)\nfor bl,km in ipairs(ph)do\nif #km~=16 then error('NOT_A_LOCK 3')end\nend\nlocal pl=tonumber(ao)\nif ee and t=='set' then pl=ao - ee - b('ZCARD',gc)end\nif pl==0 and ee then return p(1,at)end\nlocal d=p(1,g)\ng('INCRBY',j,string.format('%.0f',pl))\nif not ee and #ph>0 then\nr('UNLINK',j)\ng('DEL',gc)\nend\nif t~='add' or pl>0 then ay(z,ao)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "699c7d9f2f4c8fea2f32de3bd7492cdc72f1846b", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local ee=b('GET',fc)\nlocal ki=ee and oy(h(ee),ARGV[2])\nreturn{'permits',al,ki or 0,b('ZCOUNT',gc,'(' .. aj(ac),'+inf'),ki and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-read", "e9dba5d24e29ca09a96996efb7f24e37d395dfcb", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local cy=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif b('EXISTS',unpack(KEYS))==0 then return ea()end\nelse\nlocal l=is(true)\nlocal ag\nif l and(not s or(s=='read' and l>=0))then\nag=ib()\nelse\nag=le(l)\nend\nif ag then return hf(ag)end\nend\ncm()\nod()\nlocal ag=fz()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return ea()end\nif s=='read' or(s=='write' and b('HEXISTS',e,i .. ':write')==1)then return ea()end\nif cf then ax('refused',f)end\nreturn hf({'busy',al,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-write", "308faeaa4f31c88950197758736a399db114dbf7", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, "local cy=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif b('EXISTS',unpack(KEYS))==0 then return ea()end\nelse\nlocal l=is(ARGV[6]~='2')\nlocal ag=l==-2 and ib()or le(l)\nif ag then return hf(ag)end\nend\ncm()\nlocal ag=fz()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return ea()end\nlocal bf=string.sub(i,1,-7)\nif k and fh(bf,tonumber(b('HGET',e,bf)or 0))>0 then return ax('upgrade',f)end\nif cf then ax('refused',f)end\nreturn hf({'busy',al,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/check-read", "deda6c122b2a95ff11857ca39fc1933cad9b3ff2", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, "local cy=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function eq(h)\nreturn nj(h,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "d055c5c5f0bf4da6410f3180be1ea28f2d66671d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function eq()\nreturn ln(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "6537eb08d8df9193120faa54406ee42ba71d97c6", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "ml()\nif s=='plain' then ai(e)end\nif s~=ARGV[6] then return kp(0)end\nlocal d=kp(1)\ng('DEL',e)\nay(ARGV[3],s=='write' and '1' or '0')\nmp()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-read", "e0fc75ea0f31d784c48314eba09252462b7e32fb", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, "local cy=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function em()\nay(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function hs()end", readsEndOne_, endEndHold_, "return hq(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-write", "7ea2f7540d0f9c281e233e98225d69ec057e887d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, "local cy=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function em()\nay(ARGV[9],'1')\nend", writesEndLast_, "local function hs()end", endEndHold_, "return hq(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/renew-read", "c7d76254f75fcc57f479dde08391fb88d5dbd2e3", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, "local cy=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cm()\nlocal df=iw(ARGV[5] - ARGV[4])\nlocal h,bd=ma(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(bx)\not(bx,df,ARGV[4])\nend)\nif bd then return bd end\nreturn{'renewed',al,h}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "7dbb92029e9d5a9950bbf06c24c8e58bb441cd00", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local sw=s==ARGV[3] or(s=='write' and ARGV[3]=='read' and b('HLEN',e)>2)\nreturn{'status',ARGV[1],sw and l or -2,tonumber(h or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "9138a0b348eeba24ec19d96144aa05cc349b3dd8", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "9d4f5acdfcc07a811685fd7db9b6d7d1f63cec54", BEGIN, waitersNow_, waitersDigits_, "local e,be,al,i,qu=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,ap,pn=string.match(b('GET',be)or '','^(%d+) (%S+) (.*)$')\ndc()\nif pn==qu and ap==i then return{'spends',al,0}end\nif b('HEXISTS',e,i)==0 then return{'ended',al,'lost'}end\nif pn~=qu then\ng('SET',be,aj(ac).. ' ' .. i .. ' ' .. qu)\nreturn{'spends',al,0}\nend\nlocal rp=math.max(0,ac - q)\nreturn{rp<tonumber(ARGV[4])and 'spends' or 'spent',al,rp}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "174215bda27b719798eefbae4b058137b95e781e", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gj(b('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "f123a7c649db541d044d9b3e6ccf2ca6041cf65d", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local ao,ru=ARGV[3],ARGV[6]\nif el then return p(0,at)end\nlocal d=p(1,g)\nif ru then g('SET',j,ao,'PX',ru)else g('SET',j,ao)end\nay(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "66e08a0453631c7961f1515a3aaa1feff683c430", BEGIN, stateWrite_, "local k,al=KEYS[1],ARGV[1]\nlocal st=at('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',al,(st or b('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "b7eb386b520765ff526b5da880593a648634d832", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local mh=ARGV[3]\nel=fc()\nif nv then return{'held',al,tonumber(el or 0)}end\nif not el then return ax('unset')end\nif tonumber(el)>=tonumber(mh)then\ng('SET',k,'+' .. mh,'PX',f)\nr('UNLINK',k)\nreturn{'held',al,g('DECRBY',j,mh)}\nend\nif ARGV[4]=='1' then ax('refused')end\nreturn{'busy',al,tonumber(el)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "e29bcf31bba1bfb7d3c098e468ab7a5163c31d5a", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local fc=(el or 0)+ARGV[3]\nlocal d=p(fc,at)\ng('INCRBY',j,ARGV[3])\nqm(ARGV[4],fc)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "c8f0604f7ba44c62c3f72fd1905a423612223bc6", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not nv then return ax('free')end\nlocal sv=fc()\nlocal d=ax('released')\nr('SET',k,be,'PX',f)\nif sv then qm(ARGV[3],at('INCRBY',j,nv))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "0c2bc6f4df148908ab18066468a1c9c41545f57b", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not el then return p(0,at)end\nlocal d=p(el,g)\ng('DECRBY',j,el)\nreturn d", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "980deb23e88f4aafdcbf444da74dbe7554c5c628", BEGIN, "local sc=86400000\nlocal function tf(j,ke)\nlocal aw,pn=string.match(b('GET',j)or '','^(%d+) (.*)$')\nif pn==ke then return aw end\nlocal bc=b('TIME')\nlocal ce=bc[1] .. string.format('%06d',bc[2])\nif aw and(#aw>#ce or(#aw==#ce and aw>=ce))then\nlocal m,sn,sx=string.match(aw,'^(%d-)(%d)(9*)$')\nce=m ..(sn+1).. string.rep('0',#sx)\nend\ng('SET',j,ce .. ' ' .. ke,'PX',sc)\nreturn ce\nend\nlocal function kk(at)\nreturn function(av,bm)\nlocal j=table.remove(av)\nlocal d=at(av,bm)\nif d[1]=='held' then table.insert(d,tf(j,bm[2]))end\nreturn d\nend\nend\nlocal rx=10000\nlocal hb,pp=KEYS[1],ARGV[2]\nlocal pt={}\nlocal function sy(e,n,sh)\nif sh=='2' then return end\ntable.insert(pt,string.match(n,'^[^:]+:([^:]*:)').. string.sub(e,#pp+1))\nend\nlocal function rf()\nif #pt==0 then return end\nlocal ro,gz=b('TIME')[1],{}\nfor bl,kq in ipairs(pt)do\ntable.insert(gz,ro - ro % 60 .. '000')\ntable.insert(gz,kq)\nend\npt={}\nif g('ZADD',hb,unpack(gz))>0 then g('ZREMRANGEBYRANK',hb,0,-rx - 1)end\nend\nlocal mm={}\nmm['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nmm['fair-read-write/acquire-write']=kk(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nmm['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nmm['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nmm['read-write/steal-write']=kk(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nmm['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gi=KEYS[1],ARGV[2]", rwQueueTell_, "local bv,ia={unpack(ARGV,3)},{}\ndc()\nfor bl,y in ipairs(bv)do\ntable.insert(ia,aj(ac))\ntable.insert(ia,y)\nend\nat('ZADD',bg,'XX',unpack(ia))\nif b('PTTL',bg)<ls then\nfor bl,j in ipairs({as,dw,bg})do g('PEXPIRE',j,ep)end\nend\nlocal l=b('PTTL',e)\nlocal s=l==-2 and 'free' or b('HGET',e,'mode')or 'plain'\nlocal bl,bt=gl(as)\nlocal bl,nq=gl(dw)\nif gf and(s=='free' or s=='read')then ge(s)end\nlocal d={'touched',ARGV[1],s,l,bt or 0,nq or 0}\nfor bl,ao in ipairs(b('ZMSCORE',as,unpack(bv)))do table.insert(d,tonumber(ao or 0))end\nreturn d\nend\nmm['web-locks/snapshot']=function(KEYS,ARGV)\nlocal hb,pp,m,cf,ni=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal qw=100\nlocal sa=500\nlocal cp=15000\nlocal bc=b('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal function sp(e)\nlocal cw,po={},1\nfor bl,u in ipairs(b('HKEYS',e))do\nif u=='mode' then\npo=0\nelse\ntable.insert(cw,u)\nend\nend\nreturn cw,po\nend\nlocal function th(e,cl,rc,ld)\nlocal rr=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal as,bg=ARGV[6] .. cl .. ARGV[7] .. rr,ARGV[6] .. cl .. ARGV[8] .. rr\nlocal bv=b('ZRANGE',as,rc,rc+ld - 1)\nif #bv==0 then return{},0 end\nlocal ri={}\nfor q,am in ipairs(b('ZMSCORE',bg,unpack(bv)))do\nif tonumber(am or 0)>ac - cp then table.insert(ri,bv[q])end\nend\nreturn ri,#bv\nend\nlocal pr=0\nif m~='' then\nif b('ZSCORE',hb,cf)==m then\npr=b('ZRANK',hb,cf)+(ni>0 and 0 or 1)\nelse\npr,ni=b('ZCOUNT',hb,'-inf','(' .. m),0\nend\nend\nlocal d,pq={'page',ARGV[1],'','',0},sa\nlocal jl=b('ZRANGE',hb,pr,pr+qw - 1,'WITHSCORES')\nfor q=1,#jl,2 do\nlocal cl,kq=string.match(jl[q],'^([^:]*):(.*)$')\nlocal nh,cw,po=pcall(sp,pp .. kq)\nlocal rk,bv,h=pcall(th,pp .. kq,cl,ni,pq)\ncw,bv,h=nh and cw or{},rk and bv or{},rk and h or 0\nif #cw+h+ni==0 then\ng('ZREM',hb,jl[q])\nelse\nif ni>0 then cw={}end\nfor bl,bb in ipairs({kq,nh and po or 0,#cw,#bv})do table.insert(d,bb)end\nfor bl,bb in ipairs(cw)do table.insert(d,bb)end\nfor bl,bb in ipairs(bv)do table.insert(d,bb)end\npq=pq - h\nif pq<=0 then\nd[3],d[4],d[5]=jl[q+1],jl[q],ni+h\nreturn d\nend\nend\nni=0\nend\nif #jl==2*qw then d[3],d[4]=jl[#jl],jl[#jl - 1] end\nreturn d\nend\nlocal sb={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal lf={'batch',ARGV[1]}\nlocal pg,mj=2,3\nwhile ARGV[mj] do\nlocal kq,rg,qy=ARGV[mj],ARGV[mj+1],ARGV[mj+2]\nlocal av,bm={},{ARGV[1]}\nfor q=pg,pg+rg - 1 do table.insert(av,KEYS[q])end\nfor q=mj+3,mj+2+qy do table.insert(bm,ARGV[q])end\nif sb[kq] then sy(av[1],av[2],bm[6])end\nif kq=='web-locks/snapshot' then pcall(rf)end\nlocal d=bn(mm[kq],av,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(lf,d)\npg,mj=pg+rg,mj+3+qy\nend\npcall(rf)\nreturn lf", END);
