// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local b=redis.call\nlocal a={}\nlocal function g(y,...)\nlocal d=redis.call(y,...)\na[#a+1]={}\nreturn d\nend\nlocal function r(...)\na[#a]={...}\nend\nlocal function ay(z,bp)\nredis.pcall('PUBLISH',z,bp)\nif #a>0 then a[#a]={}end\nend\nlocal function bk(ae,...)\nlocal m=#a\nlocal p,d=pcall(ae,...)\nif p then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bn(ae,av,bm)\nlocal p,d,bo=bk(ae,av,bm)\nif p then return d end\nlocal c=type(d)=='table' and d.err or d\nif not string.find(c,'^%u+ ')then c='ERR ' .. c end\nreturn{err=c ..(bo and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bn(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function at(y,j,...)\nlocal p,d=pcall(g,y,j,...)\nif p then return d end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn g(y,j,...)\nend";

const onceCounter_ =
  "local function gj(c)\nif not c then return false end\nif #c>16 or not(c=='0' or string.find(c,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn c\nend";

const onceKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function ag(ao)\nreturn{'done',al,tonumber(ao)}\nend\nlocal function p(ao,kh)\nkh('SET',k,ao,'PX',f)\nr('UNLINK',k)\nreturn ag(ao)\nend";

const onceValue_ =
  "local ek,fe=unpack(b('MGET',j,k))\nif fe then return ag(fe)end\nek=gj(ek or b('GET',j))";

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
  "k=KEYS[6]\nlocal cy,ei,gi=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dm(bg,au)\nreturn cy .. bg .. ':rwlock_timeout:' .. au\nend";

const readsBegin_ =
  "local function ee(ab)\nlocal l=s and b('PTTL',e)or -2\nif s=='write' then\ng('HSET',e,i,1)\nelse\ng('HSET',e,'mode','read',i,1)\nend\nif l==-2 then r('UNLINK',e)else r('HDEL',e,i)end\ng('SET',dm(i,1),'1','PX',ab)\nr('UNLINK',dm(i,1))\nif l<tonumber(ab)then g('PEXPIRE',e,ab)end\nend";

const grantTake_ =
  "local function dz()\nif k then\ng('SET',k,'+' .. by,'PX',f)\nr('UNLINK',k)\nan=ARGV[8]\nca(by .. '|' .. az,f)\nelse\ng('SET',n,'|+' .. ARGV[8],'PX',f)\nr('UNLINK',n)\nend\nee(ab)\nreturn{'held',al,1,tonumber(ab),k and by or ''}\nend";

const readHoldsOwnLeft_ =
  "local function iu(ef)\nlocal l=k and b('PTTL',k)\nreturn l and(l==-1 and math.huge or l - ef)\nend";

const readHoldsLives_ =
  "local ct={}\nlocal function dv(bg,au)\nlocal j=dm(bg,au)\nct[j]=ct[j] or b('PTTL',j)\nreturn ct[j]\nend";

const readHoldsSCRIPTMS_ =
  "local gd=10";

const readHoldsOWNMS_ =
  "local ja=5";

const readHoldsSlotOf_ =
  "local function jk(h,df)\nif not k then return 1,dv(i,1),true end\nlocal q,l,dx=1,math.huge,false\nlocal jd=az=='+' and w=='' and h>1\nfor au=h,jd and 2 or 1,-1 do\nlocal bb=dv(i,au)\nlocal fq=bb>df - gd\nlocal ji=bb<l and(au>1 or l>df+ja or bb<l - gd)\nif(fq and not dx)or(fq==dx and ji)then\nq,l,dx=au,bb,fq\nend\nend\nreturn q,l,dx\nend";

const readHoldsReadLeft_ =
  "local function nh(h,ef)\nlocal df=iu(ef)\nlocal bl,l=jk(h,df)\nlocal eo=df or math.huge\nfor bl,bb in ipairs({l,b('PTTL',e)})do\nif bb~=-1 then eo=math.min(eo,bb)end\nend\nreturn eo==math.huge and -1 or math.max(eo,0)\nend";

const readsHoldLeft_ =
  "local function eq(h,f)\nreturn nh(h,f - ARGV[4])\nend\nlocal function ex()\nreturn s=='read' or s=='write'\nend\nlocal fi=64\nlocal function ez(ab,bl,f)\nlocal h=g('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\ng('SET',dm(i,h),'1','PX',ab)\nr('UNLINK',dm(i,h))\ng('PEXPIRE',k,f)\nreturn h,tonumber(ab)\nend";

const grantSettled_ =
  "local function fz()\nlocal bd=cq()\nif bd then return bd end\nlocal ah=not k or v~=''\nbz()\nif h and ah then\nlocal ci=string.sub(v,2)\nif w~='' and w~=ci then return ax(ch('lost'),f)end\nreturn{'held',al,tonumber(h),eq(tonumber(h),f),ci}\nend\nif h and ex()then\nif fx then return ax('reentered',f)end\nif tonumber(h)>=fi then return ax('crowded',f)end\nlocal l=ck()\nif string.sub(w,1,1)=='!' then w=by end\nlocal dd=math.max(l,tonumber(ab))\ng('SET',k,'+' .. w,'PX',f+dd)\nr('UNLINK',k)\nca(w .. '|' .. az,f)\nlocal bx,ad=ez(ab,dd,f)\nif l<dd then g('PEXPIRE',e,ab)end\nreturn{'held',al,bx,ad,w}\nend\nif v~='' or(aq and not k)then return ax(ch('lost'),f)end\nend";

const grantWithHolder_ =
  "local function he(ag)\nif not ev or ag[1]~='busy' then return ag end\nlocal u,fy=unpack(b('HRANDFIELD',e,2))\nif u=='mode' and fy then u=fy end\nif u then\ntable.insert(ag,u)\ntable.insert(ag,not KEYS.locked and b('GET',bi(u))or '')\nend\nreturn ag\nend";

const waitersNow_ =
  "local ac,bc\nlocal function dc()\nbc=b('TIME')\nac=bc[1]*1000+math.floor(bc[2]/1000)\nend";

const waitersDigits_ =
  "local function aj(ao)\nreturn string.format('%.0f',ao)\nend";

const waitersHEAD_ =
  "local ec='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dn(dy)\nreturn 'leasehound:' .. dy\nend";

const readHoldsMOSTWALKED_ =
  "local dt=80\nlocal function fh(bg,h)\nif h>dt then return math.max(b('PTTL',e),0)end\nlocal bw=0\nfor au=1,h do\nbw=math.max(bw,dv(bg,au))\nend\nreturn bw\nend";

const rwQueueQueue_ =
  "local as,dw,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cp=15000";

const rwQueueKEPTMS_ =
  "local ep=60000\nlocal lr=45000";

const rwQueueMOSTDROPPED_ =
  "local fj=64\nlocal gx=256\nlocal gf=false\nlocal hn='^' .. ec .. ':wake:[%w-]+$'\nlocal function ft(x)\nreturn string.sub(x,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fg(x)\nif g('ZREM',as,x)==0 then return false end\ng('ZREM',be,x)\nif ft(x)then g('ZREM',dw,x)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function ga(x,bc)\nlocal am=tonumber(bc or 0)\nif am<=ac then return am end\ng('ZADD',be,aj(ac),x)\nreturn ac\nend\nlocal function gk(fv,fn)\nlocal bu=b('ZRANGE',fv,0,0,'WITHSCORES')\nif #bu==0 then return false end\nif bu[1]==fn then return fn end\nif not ac then dc()end\nlocal am=ga(bu[1],b('ZSCORE',be,bu[1]))\nif am>ac - cp then return bu[1],tonumber(bu[2]),am+cp end\nbu=b('ZRANGE',fv,0,fj - 1,'WITHSCORES')\nlocal bv,fp,dq={},{},nil\nfor q=1,#bu,2 do table.insert(bv,bu[q])end\nlocal ib=b('ZMSCORE',be,unpack(bv))\nfor q,x in ipairs(bv)do\nam=ga(x,ib[q])\nif am>ac - cp then\ndq=q\nbreak\nend\ntable.insert(fp,x)\nend\ngf=true\nfor bl,j in ipairs({as,dw,be})do g('ZREM',j,unpack(fp))end\nif dq then return bv[dq],tonumber(bu[2*dq]),am+cp end\nreturn #bv==fj and 'more'\nend";

const rwQueueTell_ =
  "local function cb(x,cz,ao)\nlocal cg=string.match(x,'^.|[^|]*|([^|]*)|')\nif string.find(cg,'^%d%d%d%d%d%d$')then\nay(gi,cz .. cg .. ao)\nelseif string.find(cg,hn)then\nay(dn(cg),cz .. ao .. ' ' .. e)\nend\nreturn cg\nend\nlocal function ge(dp)\nlocal bt,ao=gk(as)\nif not bt or bt=='more' then return end\nif ft(bt)then\nif dp=='free' then cb(bt,'2',aj(ao))end\nreturn\nend\nlocal m=b('ZRANGE',dw,0,0,'WITHSCORES')[2]\nlocal af={}\nfor bl,bg in ipairs(b('ZRANGE',as,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,gx))do\nlocal cg=string.match(bg,'^.|[^|]*|([^|]*)|')\nif not af[cg] then af[cb(bg,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function lk(m)\nlocal ne=b('ZRANGE',as,gx - 1,gx - 1,'WITHSCORES')\nif ne[1] and(not m or tonumber(ne[2])<m)then\ncb(ne[1],'3',m and aj(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function ie(x)\nif not fg(x)then return end\nlocal hu=b('HGET',e,'mode')\nif hu~='write' then ge(hu and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function me(x)\nif not ac then dc()end\nlocal ar,ao=b('ZRANK',as,x),0\nif not ar then\nlocal km=b('ZRANGE',as,-1,-1,'WITHSCORES')\nao=(tonumber(km[2])or 0)+1\ng('ZADD',as,aj(ao),x)\nif ft(x)then g('ZADD',dw,aj(ao),x)end\nar=b('ZCARD',as)- 1\nend\ng('ZADD',be,aj(ac),x)\nif ao>0 or b('PTTL',be)<lr then\nfor bl,j in ipairs({as,dw,be})do g('PEXPIRE',j,ep)end\nend\nreturn ar+1,ao\nend";

const readsForgetOutlived_ =
  "local function ob()\nif not k or aq or v~='' then return end\nbz()\nif not h or not ex()or fh(i,tonumber(h))>0 then return end\nck()\ng(b('HLEN',e)==2 and 'DEL' or 'HDEL',e,i)\nend";

const fairReadWriteBlock_2 =
  "if b('EXISTS',unpack(KEYS))==0 then return dz()end\nlocal function nz(qe,m)\nlocal ag=dz()\npcall(function()\nif qe and fg(ei)and not gf then lk(m)end\nif gf then ge('read')end\nend)\nreturn ag\nend\ncm()\nob()\nlocal ag=fz()\nif ag then\nif k then pcall(ie,ei)end\nreturn ag\nend\nif k and s=='write' and b('HEXISTS',e,i .. ':write')==1 then return nz(true,0)end\nlocal l=ck()\nlocal dp=l==-2 and 'free' or s=='read' and 'read'\nlocal ks=l\nif dp then\nlocal nd=tonumber(b('ZSCORE',as,ei)or nil)\nlocal no,ao,mu=gk(dw)\nif not no or(nd and ao and ao>nd)then return nz(nd,ao)end\nks=no=='more' and 0 or mu+1 - ac\nif gf then ge(dp)end\nend\nif cf then\nie(ei)\nax('refused',f)\nreturn he({'busy',al,l,0,-1,0})\nend\nlocal ar,ao=me(ei)\nreturn{'busy',al,l,ar,ks,ao}";

const writesBegin_ =
  "local function ee(ab)\ng('HSET',e,'mode','write',i,1)\nr('UNLINK',e)\ng('PEXPIRE',e,ab)\nr('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function lm(f,ef)\nlocal l=b('PTTL',e)\nif not k then return l end\nlocal jm=b('PTTL',n)\nif jm~=-1 then\nlocal df=jm - ef\nl=math.max(l==-1 and df or math.min(l,df),0)\nend\ng('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function eq(bl,f)\nreturn lm(f,f - ARGV[4])\nend\nlocal function ex()\nreturn s=='write'\nend\nlocal fi=1000\nlocal function ez(ab)\nlocal h=g('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\nreturn h,tonumber(ab)\nend";

const grantTakeNew_ =
  "local function ia()\nif not g('SET',n,'|+' .. ARGV[8],'PX',f,'NX')then return end\nr('UNLINK',n)\nee(ab)\nreturn{'held',al,1,tonumber(ab),''}\nend";

const fairReadWriteWasAnswered_ =
  "local qt=ARGV[6]=='2'\nlocal function iv()\nlocal l=b('PTTL',e)\nif l>=0 and b('EXISTS',n)==0 then\nlocal ar,ao=me(ei)\nreturn{'busy',al,l,ar,l,ao}\nend\nif l~=-2 then return end\nlocal bt=b('ZRANGE',as,0,0)[1]\nlocal ag=(not bt or bt==ei)and ia()\nif ag and bt then pcall(fg,ei)end\nreturn ag\nend\nif qt and not k then\nlocal ag=iv()\nif ag then return ag end\nelseif b('EXISTS',unpack(KEYS))==0 then\nreturn dz()\nend\ncm()\nlocal ag=fz()\nif ag then\nif k then pcall(ie,ei)end\nreturn ag\nend\nlocal l=ck()\nlocal ks=l\nif l==-2 then\nlocal bt,bl,mu=gk(as,ei)\nif not bt or bt==ei then\nag=dz()\nif bt then pcall(fg,ei)end\nreturn ag\nend\nks=bt=='more' and 0 or mu+1 - ac\nif gf then ge('free')end\nelseif k then\nlocal bg=string.sub(i,1,-7)\nif fh(bg,tonumber(b('HGET',e,bg)or 0))>0 then\nie(ei)\nreturn ax('upgrade',f)\nend\nend\nif cf then\nie(ei)\nax('refused',f)\nreturn he({'busy',al,l,0,-1,0})\nend\nlocal ar,ao=me(ei)\nreturn{'busy',al,l,ar,ks,ao}";

const forceLock_ =
  "local e,n,i,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local o";

const forceStored_ =
  "local fe=b('GET',KEYS[2])\nif fe then return{'forced',ARGV[1],tonumber(fe)}end";

const forceLookAtLock_ =
  "local function mj()\no=bz()\nif s then ck()end\nend";

const forceForced_ =
  "local function ko(el)\nat('SET',KEYS[2],el,'PX',ARGV[2])\nr('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],el}\nend";

const forceTellHolders_ =
  "local function mn()\nlocal af=o[9] and '* ' or ''\nfor q=1,#o,2 do af=af .. o[q] .. ' ' end\nay(ARGV[5],af .. 'lost')\nend";

const stateExtended_ =
  "local eg,dj={},{}";

const stateKeep_ =
  "local function en(j,ad,fo)\nif g('PEXPIRE',j,ad,'GT')==0 and(fo or dj[e])then g('PEXPIRE',j,ad,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local fl=60000\nlocal function fa()\nreturn aq or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gi,cy,ei=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function db()\nif b('PTTL',e)<0 or not pcall(bz)then return false end\nif string.find(i,':write$')then return s=='write' end\nreturn(s=='plain')==(cy=='')\nend\nlocal function dh(cs)\nif k and v=='' and not cs then return nil end\nlocal ci=v~='' and string.sub(v,2)or cs or ''\nlocal h=(w=='' or w==ci)and b('HGET',e,i)or nil\nif h and not bq()and not db()then return nil end\nreturn h\nend";

const readHoldsSetLife_ =
  "local function lg(bg,au,ad)\nlocal j=dm(bg,au)\nct[j]=ad or -2\nif ad then g('SET',j,'1','PX',ad)else g('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function ir(dg)\nif dg>dt then return true end\nlocal bw,bx=0,0\nlocal cw=b('HGETALL',e)\nfor q=2,#cw,2 do bx=bx+(tonumber(cw[q])or 0)end\nif bx>dt then return true end\nfor q=1,#cw,2 do\nbw=math.max(bw,fh(cw[q],tonumber(cw[q+1])or 0))\nend\nif bw>0 then\ng('PEXPIRE',e,bw)\nelse\ng('DEL',e)\nend\nreturn bw>0\nend";

const readHoldsTimeoutKeys_ =
  "local function mc(h)\nlocal av={}\nfor au=1,math.min(h,dt)do av[au]=dm(i,au)end\nreturn av\nend";

const rwQueueWakeNext_ =
  "local function ll(dp)\npcall(ge,dp)\nend";

const rwQueueGiveUp_ =
  "local function hr()\nif ei~='' then ie(ei)end\nend";

const endFirst_ =
  "local bt,hx,f,ej=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal ap=ej=='' and '' or ' ' .. ej";

const fairReadWriteFreed_ =
  "local function el()\nll('free')\nay(gi,'0')\nend";

const readsShortenLock_ =
  "local function kq(gu,dg)\nif gu<b('PTTL',e)- gd or b('HGET',e,'mode')=='write' then return end\nif not ir(dg or b('HLEN',e))then el()end\nend\nlocal function lt(bx)\nlocal av,dg=mc(bx),b('HLEN',e)\nif dg==2 then\ng('DEL',e,unpack(av))\nreturn el()\nend\nlocal gu=fh(i,bx)\ng('HDEL',e,i)\nr('HSET',e,i,h or 1)\nkq(gu,dg)\npcall(g,'DEL',unpack(av))\nend";

const readsEndLast_ =
  "local function es()\nlt(1)\nend";

const readsEndOne_ =
  "local function hq(hy,h,gh)\nlocal lb=dv(i,h)\nlocal au,gu,dx=jk(h,iu(ARGV[7] - hy))\ngh()\ng('HINCRBY',e,i,-1)\nlg(i,h)\nif au<h and lb>0 and(dx or lb>gu)then\nlg(i,au,lb)\nelseif au<h and dx then\nlg(i,au)\nend\nkq(gu)\nend";

const endEndHold_ =
  "local function hp(cs)\nlocal fs,fr=true,nil\nif not k then\nfs,fr=pcall(b,'HGET',e,i)\nend\nif fr=='1' then\nlocal p,m=pcall(g,'SET',n,'|-released' .. ap,'PX',f,'GET')\nif p and m then r('SET',n,m,'PX',f)end\nif p and not m then r('UNLINK',n)end\nif p and(m and string.sub(m,1,2)=='|+' or not m and db())then\nes(true)\nreturn bh('released')\nend\nif p and not m then return ax('taken',fl)end\nif p then\nlocal du=f+b('PTTL',e)\ng('SET',n,m,'PX',du)\nr('SET',n,m,'PX',du)\nend\nend\ncm()\nlocal bd,hw=cq()\nif bd and ap~='' and hw~=ej and(bd[3]=='released' or string.find(bd[3],'^still'))then\nreturn bh('released-elsewhere')\nend\nif bd then return bd end\nlocal h=(fs or fa())and dh(bt and cs)\nif not h then\nlocal t=ch(b('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ax(t,fa()and f or fl)\nhr()\nreturn d\nend\nif tonumber(h)>1 then\nlocal t='still:' .. h - 1\nhq(hx,tonumber(h),function()\nax(t,f,ap)\nend)\nif k then pcall(en,n,f)end\nreturn bh(t)\nend\nlocal d=ax('released',f,ap)\nes()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return hp(ARGV[4])";

const stateExtend_ =
  "local function gg(j,ad)\nif g('PEXPIRE',j,ad,'GT')==1 then return true end\nif not eg[j] and g('PEXPIRE',j,ad,'NX')==1 then dj[j]=true end\neg[j]=true\nreturn dj[j]\nend";

const exclusiveEndOne_ =
  "local function hq(hy,bl,gh)\ngg(e,hy)\ngh()\ng('HINCRBY',e,i,-1)\nend";

const fairReadWriteFreed_2 =
  "local function el(dp)\nll(dp)\nay(gi,'1')\nend";

const writesEndLast_ =
  "local function es()\nlocal dg,dp=b('HLEN',e),'free'\nif dg==2 then\ng('DEL',e)\nelse\ng('HSET',e,'mode','read')\nr('HSET',e,'mode','write')\ng('HDEL',e,i)\nr('HSET',e,i,h or 1)\nif ir(dg)then dp='read' end\nend\nel(dp)\nend";

const exclusiveBegin_ =
  "local function ee(ab)\ng('HINCRBY',e,i,1)\nr('UNLINK',e)\ng('PEXPIRE',e,ab)\nr('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function eq(bl,f)\nlocal l=b('PTTL',e)\nif k then g('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function ex()\nreturn s=='plain'\nend\nlocal fi=1000\nlocal function ez(bl,l)\nlocal h=g('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\nreturn h,l\nend";

const waitersMAILBOX_ =
  "local ey=ec .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cb(ak,...)\nay(dn(ak),table.concat({...},' '))\nend";

const queueQueue_ =
  "local as,co,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cp=15000\nlocal dk=2000\nlocal fk=100\nlocal kr=10\nlocal iw=false\nlocal function em(y,j,di)\nfor q=1,#di,dk do\ng(y,j,unpack(di,q,math.min(q+dk - 1,#di)))\nend\nend\nlocal function ea()\nreturn b('ZDIFF',2,co,be,'WITHSCORES')\nend\nlocal function ht()\nlocal cf=b('LINDEX',as,-1)\nreturn cf,tonumber(cf and b('ZSCORE',co,cf)or nil)\nend";

const queueLeave_ =
  "local function fg(fu,dl)\nlocal bv=b('LRANGE',as,0,fk)\nlocal jf=#bv>fk\nlocal gn=jf and ea()or b('ZRANGE',co,0,-1,'WITHSCORES')\nlocal gp,cf,er={},nil,nil\nfor q=1,#gn,2 do\ngp[gn[q]]=gn[q+1]\nend\nif jf then\ncf,er=ht()\nbv=(#gn>0 or dl>kr)and b('LRANGE',as,0,-1)\nend\nlocal go,cx,eh,hb=0,{},{},{}\nfor bl,x in ipairs(bv or{})do\nif fu[x] then\ngo=go+fb\ntable.insert(eh,x)\nelse\ntable.insert(hb,x)\nif go>0 and gp[x] then\ntable.insert(cx,aj(gp[x] - go))\ntable.insert(cx,x)\nend\nend\nend\nif not bv then\nfor x in pairs(fu)do\nif g('LREM',as,0,x)>0 then table.insert(eh,x)end\nend\nelseif #eh==1 then\ng('LREM',as,0,eh[1])\nelseif #eh>1 then\ng('DEL',as)\nem('RPUSH',as,hb)\nend\nem('ZREM',co,eh)\nif er then\nlocal jc=er - #eh*fb\ncf,er=ht()\nif er and er>jc and not gp[cf] then\ntable.insert(cx,aj(jc))\ntable.insert(cx,cf)\nend\nend\nem('ZADD',co,cx)\nif bv and #hb==0 then g('DEL',be)end\nend\nlocal function kk()\nlocal gq=b('ZRANGEBYSCORE',be,'-inf',aj(ac - cp))\nif #gq==0 then return end\nlocal fu={}\nfor bl,x in ipairs(gq)do\nfu[x]=true\nend\nfg(fu,#gq)\nem('ZREM',be,gq)\niw=true\nend\nlocal function la()\nwhile true do\nlocal cl=b('LINDEX',as,0)\nif not cl then return false end\nif not ac then dc()end\nlocal am=tonumber(b('ZSCORE',be,cl)or nil)\nif am and am>ac then\nlocal fm={}\nfor bl,x in ipairs(b('ZRANGEBYSCORE',be,'(' .. aj(ac),'+inf'))do\ntable.insert(fm,aj(ac))\ntable.insert(fm,x)\nend\nat('ZADD',be,fm[1],fm[2])\nem('ZADD',be,fm)\nam=ac\nend\nlocal eu=not am and tonumber(b('ZSCORE',co,cl)or nil)\nlocal jo=am and am+cp or eu or 0\nif jo>ac then return cl,jo,am~=nil end\nif am then\nkk()\nelse\ng('LPOP',as)\ng('ZREM',co,cl)\niw=true\nend\nend\nend\nlocal function kn(bt)\nlocal fw=g('ZPOPMIN',co,fk+1)\nlocal m,cx,l={},{},false\nfor q=#fw,1,-1 do table.insert(m,fw[q])end\nif #fw>0 then r('ZADD',co,unpack(m))end\nlocal function hv(di)\nfor q=2,#di,2 do\nif di[q - 1]==bt then\nl=true\nelse\ntable.insert(cx,aj(di[q] - fb))\ntable.insert(cx,di[q - 1])\nend\nend\nend\nhv(fw)\nif #fw>2*fk then\nif not l then g('ZREM',co,bt)end\nhv(ea())\nhv({ht()})\nend\nem('ZADD',co,cx)\nif #cx==0 and b('EXISTS',as)==0 then g('DEL',be)end\nend\nlocal function jx(x)\nif KEYS.locked then return end\nlocal c=redis.pcall('GET',(string.gsub(bi(x),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(c)=='string' and c or nil\nend\nlocal function jy(ds,...)\nlocal ak=string.match(ds or '','^~?(' .. ey .. ') ')\nif ak then cb(ak,...)end\nreturn ak\nend\nlocal function kt(eb,x,ds)\nif not jy(ds,'try',x,0)then ay(eb .. x,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local pt=30000\nlocal ps=86400000\nlocal function oa()\nlocal ag=dz()\nbk(kn,i)\nreturn ag\nend\nlocal function oh(eu)\nlocal oy=eu - ac+fb+cp\nif b('PTTL',be)<oy then g('PEXPIRE',be,aj(oy))end\nend\nlocal function qj(ar,pz,cx)\nwhile true do\nlocal o=b('LRANGE',as,ar+1,ar+fk)\nfor bl,x in ipairs(o)do\nif b('ZSCORE',be,x)then return end\nlocal eu=b('ZSCORE',co,x)\nif eu then\ntable.insert(cx,aj(eu+pz))\ntable.insert(cx,x)\nend\nend\nif #o<fk then return end\nar=ar+fk\nend\nend\nlocal pd=false\nlocal function ag()\nlocal kv=b('EXISTS',e,n,k or n)\nif kv==0 then\nlocal cl=g('LPOP',as)\nif not cl then\nr('EXISTS',as)\nreturn dz()\nend\nr('LPUSH',as,cl)\nif cl==i then return oa()end\ng('LPUSH',as,cl)\nelse\nlocal jg=not k and kv==1\nif not jg then cm()end\nlocal ag=not(jg and ARGV[6]=='2')and fz()\nif ag then return ag end\nend\nlocal l=ck()\ndc()\nlocal ar=b('LPOS',as,i)\nlocal gr=ar and g('ZADD',be,aj(ac),i)==1\nif gr then oh(ac+(ar+1)*fb)end\nkk()\nlocal cl,od\nif l==-2 then\ncl,od=la()\nend\nif l==-2 and not cl then\ng('DEL',be)\nreturn dz()\nend\nif l==-2 and cl==i then\ng('LPOP',as)\nr('LPUSH',as,i)\nreturn oa()\nend\nif iw then\nar=b('LPOS',as,i)\nif l==-2 then kt(ARGV[10],cl,jx(cl))end\nend\nif cf then\nif ar then\nfg({[i]=true},1)\ng('ZREM',be,i)\nend\nax('refused',f)\nreturn he({'busy',al,l,ar and ar+1 or 0,-1})\nend\nlocal ah=ar and tonumber(b('ZSCORE',co,i)or nil)\nif ah and ah<ac - ps then ah=nil end\nlocal eu=ah\nif not ar then\nlocal km=b('LINDEX',as,-1)\neu=(km and b('ZSCORE',co,km)or ac+math.max(l,0))+fb\nar=g('RPUSH',as,i)- 1\npd=true\ng('ZADD',be,aj(ac),i)\nend\nlocal oc=ac+(ar+1)*fb\nif not eu or eu<oc - fb+pt then eu=oc end\nif eu~=ah then\nlocal cx={aj(eu),i}\nif ah and not gr then qj(ar,eu - ah,cx)end\nem('ZADD',co,cx)\noh(eu)\nend\nreturn{'busy',al,l,ar+1,l==-2 and od+1 - ac or l}\nend";

const waitersIsHeard_ =
  "local function hd(ak,z)\nak=dn(ak)\nlocal cu=redis.pcall('PUBSUB','NUMSUB',ak,z or ak)\nreturn cu.err~=nil or cu[2]~=0,cu[4]\nend";

const waitersDated_ =
  "local function mt(c)\nreturn(string.gsub(c,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. aj(ac).. ' '))\nend";

const waitersIsCluster_ =
  "local function oe()\nlocal mi=redis.pcall('INFO','cluster')\nreturn type(mi)=='string' and string.find(mi,'cluster_enabled:1',1,true)~=nil\nend\nlocal function nw()\nlocal p,nx=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn p and nx=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function on(c,cu,kf)\nc=mt(c)\nif string.find(c,'^~')or cu~='1' and kf=='' then return c end\nlocal hc,dh=hd(string.match(c,'^%S+'),kf~='' and kf)\nif kf~='' and dh then\nc=string.gsub(c,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(dh==0 and 'o' or 'p'))\nend\nlocal ol=cu~='1' or nw()and hc and not oe()\nreturn(ol and '' or '~').. c\nend";

const waitersSECRET_ =
  "local ij=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local jb=20";

const waitersTellGranted_ =
  "local function jn(ak,da,...)\nlocal c='granted ' .. table.concat({...},' ')\ncb(ak,c,string.sub(redis.sha1hex(da .. c .. da),1,jb))\nend";

const waitersSTANDINGMS_ =
  "local ik=150000\nlocal ii='^(~?)(' .. ey .. ') (%S+) (' .. ij .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op])(.*)$'\nlocal ih=15\nlocal dr,hl=0,false\nlocal function gv(c,z)\nlocal bf,ak,i,da,ab,f,hz,t,an=string.match(c,ii)\nif not bf or string.find(an,'^[^\\n]')or math.max(#ab,#f)>ih then return end\nif ac - hz>=ik then return end\nif bf=='' then\nlocal gs=string.sub(t,2)\nlocal hc,dh=hd(ak,z)\nif not hc then return end\ndr,hl=z and gs~='p' and dh or 0,gs=='o'\nend\nreturn bf,ak,i,da,ab,f,t,an\nend";

const waitersStanding_ =
  "local cr,ff=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal ep=160000\nlocal function fd()\ng('SET',ff,'1','PX',ep)\nend";

const waitersCALLEDMS_ =
  "local gb=65\nlocal il=30\nlocal hf=50\nlocal am=0\nlocal function gl(ar,cz,ad)\nlocal c=b('LINDEX',cr,ar)\nif not c then return false end\nlocal ak,i=string.match(c,'^~?(' .. ey .. ') (%S+)')\nif ak then cb(ak,cz,i,ad)end\nreturn true\nend\nlocal function hj(cz,ad)\nif gl(0,cz,ad)then fd()end\nend\nlocal function hk(i)\nreturn KEYS.locked or b('EXISTS',bi(i))==0\nend\nlocal function hg(ad,z)\nif not ac then dc()end\nwhile am<hf do\nam=am+1\nlocal c=b('LINDEX',cr,0)\nif not c then return end\nlocal bf,ak,i=gv(c,z)\nif dr>0 then ad=il end\nlocal gm=bf and hk(i)\nif gm and(bf=='' or ad>0)then\nfd()\ncb(ak,ad==0 and 'try' or 'next',i,ad)\nif ad==0 or bf=='~' or dr>0 then gl(1,'next',ad+gb)end\nreturn\nend\ng('LPOP',cr)\nif gm then\ncb(ak,'try',i,0)\nad=gb\nend\nend\nhj(ad==0 and 'try' or 'next',ad)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local iz=5000\nlocal function je(i,ab,f,an)\nif not g('SET',bi(i),'|+' .. an,'PX',f,'NX')then return end\nr('UNLINK',bi(i))\nlocal cv=math.min(tonumber(ab),iz)\ng('HINCRBY',e,i,1)\nr('UNLINK',e)\ng('PEXPIRE',e,cv)\nr('UNLINK',e)\nreturn cv\nend";

const waitersWithGrant_ =
  "local function jq(d,cn)\nif not cn then return d end\ntable.insert(d,'granted')\nfor bl,jp in ipairs(cn)do table.insert(d,jp)end\nreturn d\nend";

const queueTellNext_ =
  "local function lk(eb,cv)\nlocal x=b('LINDEX',as,0)\nif not x or jy(jx(x),'next',x,cv)then return end\nif b('ZSCORE',be,x)then return end\ng('ZADD',co,'XX','LT',aj(ac+cv+fb),x)\nay(eb .. x,'0')\nend\nlocal function my(eb,x,ds)\nlocal bf,ak,i,da,ab,f,bl,an=gv(ds)\nif bf~='' or i~=x then return end\nlocal cv=je(i,ab,f,an)\nif not cv then return end\ng('LPOP',as)\nkn(i)\njn(ak,da,i,aj(ac),cv,aj(ac),0,0)\npcall(lk,eb,cv)\nreturn{i,cv}\nend\nlocal function ma(eb,gt)\nlocal cl,ds\nlocal p,cn=bk(function()\nlocal bl,io\ncl,bl,io=la()\nds=io and jx(cl)\nreturn ds and my(eb,cl,ds)\nend)\nlocal bq=p and cn or(not p and redis.pcall('EXISTS',e)==1)\nif bq then\nif gt==2 then pcall(fd)end\nreturn p and cn\nend\nif cl then pcall(kt,eb,cl,ds)end\nif gt==2 then pcall(hg,0)end\nend";

const stateTimeouts_ =
  "local cy=''";

const fenceMarkKey_ =
  "local nr,al,ce=KEYS[1],ARGV[1],ARGV[2]\nlocal function px(bf)\nif not bf then return true end\nif not string.find(bf,'^%d+$')then error('the mark of this resource is no number')end\nreturn #bf<#ce or(#bf==#ce and bf<=ce)\nend\nlocal function qc(bf,de)\nif bf==ce then return false end\nlocal bc=b('TIME')\nif tonumber(ce)<=(bc[1]+60)*1e6+bc[2] then return false end\nlocal aw=tonumber(b('GET',de)or '')\nreturn not aw or aw<tonumber(ce)\nend\nlocal function ql(bf)\nif bf~=ce then g('SET',nr,ce)end\nend";

const grantLooked_ =
  "local ic\nlocal function iq(is)\nif is then\nlocal db,o=pcall(bz)\nif not db or h then return end\nic=o\nend\nif s==false then return -2 end\nreturn b('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function jg()\nreturn b('EXISTS',n)==0\nend";

const grantRefuseNew_ =
  "local function ld(l)\nif not l or l<0 then return end\nlocal gr\nif cf then\ngr=at('SET',n,'|-refused','PX',f,'NX')\nelse\ngr=jg()\nend\nif gr then return{'busy',al,l}end\nend";

const waitersMOST_ =
  "local dk='9223372036854775807'";

const fencedTokenKey_ =
  "local de=KEYS[3]";

const waitersReadToken_ =
  "local function jv()\nlocal aw=b('GET',de)\nreturn aw~='' and aw\nend\nlocal function ju(c)\nreturn string.find(c,'^%d+$')and(#c<#dk or(#c==#dk and c<=dk))\nend\nlocal function id(aw,ho)\nlocal ce=ho[1] .. string.format('%06d',ho[2])\naw=aw or ''\nlocal hs=#aw<#ce or(#aw==#ce and aw<ce)\nif hs then g('SET',de,ce)else g('INCR',de)end\nif aw=='' then r('UNLINK',de)else r('SET',de,aw)end\nreturn hs and ce or b('GET',de)\nend";

const fencedWithToken_ =
  "local function kj(ag,ce)\ntable.insert(ag,ce)\nreturn ag\nend\nlocal function jh()\nlocal aw=jv()\nif aw and not ju(aw)then ai(de)end\nreturn aw\nend\nlocal function mm(aw)\nif aw==dk then ai(de)end\nlocal ce=id(aw,b('TIME'))\nreturn kj(dz(),ce)\nend\nlocal function ox()\nlocal oz,aw=pcall(jh)\nlocal ag=oz and aw~=dk and ia()\nreturn ag and kj(ag,id(aw,b('TIME')))\nend\nlocal function os()\ncm()\nlocal aw=k and v=='' and jh()\nlocal ag=fz()\nif ag and ag[1]=='held' then kj(ag,aw or jh()or id(nil,b('TIME')))end\nreturn ag,aw\nend";

const fencedQuickAnswer_ =
  "local function iv()\nif k then return b('EXISTS',e,n,k)==0 and mm(jh())end\nlocal l=iq(ARGV[6]~='2')\nreturn l==-2 and ox()or ld(l)\nend\nlocal function jr()\nlocal ag,aw=os()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then\nif not k then aw=jh()end\nreturn mm(aw)\nend\nif cf then ax('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function ag()\nreturn he(iv()or jr())\nend";

const standIsOurs_ =
  "local io=0\nlocal function jg()\nlocal o=ic or b('HRANDFIELD',e,2,'WITHVALUES')\nlocal ha={n}\nif #o==2 and not KEYS.locked then table.insert(ha,bi(o[1]))end\nlocal df,ea=unpack(b('MGET',unpack(ha)))\nio=ea and string.sub(ea,1,1)~='!' and 1 or 0\nreturn not df\nend";

const standStand_ =
  "local function ot()\ndc()\nlocal c=on(ARGV[10],ARGV[11],ARGV[12])\nlocal ar=ARGV[9]~='' and b('LPOS',cr,ARGV[9])\nif ar then\ng('LSET',cr,ar,c)\nelse\ng('RPUSH',cr,c)\nend\ng('PEXPIRE',cr,ep)\nfd()\nreturn c\nend";

const standAnswerOrStand_ =
  "local function py()\nlocal d=ag()\nif d[1]=='busy' and not cf then\nlocal p,c=pcall(ot)\nif p then\ntable.insert(d,ac)\ntable.insert(d,c)\ntable.insert(d,io)\nend\nelseif ARGV[9]~='' then\npcall(g,'LREM',cr,0,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local ig=60000\nlocal mo=64";

const stealRob_ =
  "local function ni(u,l)\nlocal ea=bi(u)\nlocal f=math.max(l+ig,b('PTTL',ea))\nlocal jl='!' .. jz .. '|'\nlocal m=g('SET',ea,jl .. '-' .. jz,'PX',f,'GET')\nif m then r('SET',ea,m,'PX',f)else r('UNLINK',ea)end\nlocal af=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not af then return end\ng('SET',ea,jl .. af,'PX',f)\nr('SET',ea,m,'PX',f)\nend\nlocal function nk(l,nm)\nlocal lf={}\nfor bl,u in ipairs(b('HRANDFIELD',e,mo+1))do\nif u~='mode' or s=='plain' then\nni(u,l)\ntable.insert(lf,u)\nend\nend\ng('UNLINK',e)\nlocal ha=table.concat(lf,' ')\nay(nn,ha .. ' ' .. jz)\nlocal ag=nm()\ntable.insert(ag,ha)\nreturn ag\nend";

const stealQuickAnswer_ =
  "local function iv()\nif k then return b('EXISTS',e,n,k)==0 and lj()end\nlocal l=iq(true)\nif l==-2 then return nl()end\nif l and l>=0 and b('EXISTS',n)==0 then return lh(l)end\nend";

const stealFullAnswer_ =
  "local function jr()\nlocal ag=ah()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return lj()end\nreturn lh(l)\nend\nlocal function ag()\nreturn iv()or jr()\nend";

const inspectSubscriptions_ =
  "local function ov(eb)\nlocal cu=redis.pcall('PUBSUB','NUMSUB',unpack(eb))\nif cu.err then return -1 end\nlocal li=0\nfor q=2,#cu,2 do li=li+cu[q] end\nreturn li\nend";

const lockHashLONGESTVALUE_ =
  "local nu=500\nlocal function ok(j)\nlocal ek=redis.pcall('GETRANGE',j,0,nu)\nif type(ek)~='string' then return nil end\nreturn string.match(ek,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function qg(gz,nc)\nreturn 'light\\n' .. gz .. ' ' .. nc\nend";

const inspectLONGESTSTATE_ =
  "local pv=700\nlocal function qr(av)\nlocal mb=#av>0 and b('MGET',unpack(av))or{}\nfor q=1,#av do mb[q]=string.sub(mb[q] or '',1,pv)end\nreturn mb\nend";

const inspectMOSTBYTES_ =
  "local nv=50000\nlocal function na(c)\nlocal bl,oo=string.gsub(c,'[^%w:{}_./ -]','')\nreturn #c+5*oo+3\nend";

const permitsCount_ =
  "local function h(c)\nreturn tonumber(gj(c))\nend";

const permitsPermits_ =
  "local fc,gc,al=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local bc=b('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal mg=1000";

const lockQuickAnswer_ =
  "local function iv()\nif k then return b('EXISTS',e,n,k)==0 and dz()end\nlocal l=iq(ARGV[6]~='2')\nreturn l==-2 and ia()or ld(l)\nend\nlocal function jr()\ncm()\nlocal ag=fz()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return dz()end\nif cf then ax('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function ag()\nreturn he(iv()or jr())\nend";

const holdBlock_ =
  "cm()\nlocal bd=cq()\nif bd then return bd end\nlocal h=dh()\nif not h then return ax(ch('lost'),ARGV[4])end\nreturn{'counted',al,tonumber(h),eq(tonumber(h))}";

const waitersTokenKey_ =
  "local de";

const waitersChainSince_ =
  "local im,hi,hh\nlocal ls=1000\nlocal lq=2000\nlocal ka=99\nlocal function md()\nde='redisson_lock_token:' .. string.match(cr,'^[^:]+:[^:]*:standing:(.*)$')\nlocal p,aw=pcall(jv)\nreturn p and(not aw or(ju(aw)and aw~=dk)),aw\nend\nlocal function lu(ak,i,da,ab,f,t,an)\nlocal kb,aw=true,nil\nlocal ke=string.find(t,'^t')\nif ke then\nkb,aw=md()\nend\nif not kb then return cb(ak,'try',i,0)end\nlocal cv=je(i,ab,f,an)\nif not cv then return end\nlocal ce=ke and id(aw,bc)or nil\njn(ak,da,i,aj(ac),cv,aj(im),hi,hh,ce)\nreturn{i,cv,ce}\nend\nlocal function kg(z)\nay(z,'1000000')\nay(z,'0')\nend\nlocal function ip(z)\nkg(z)\npcall(hg,0,z)\nend\nlocal function kd(c,lc)\nreturn math.min(math.max(tonumber(c)or 0,0),lc)\nend\nlocal function lv()\nif dr==0 or not hl then return false end\nlocal ki=b('LLEN',cr)+2\nreturn hi*dr>=math.max(ki+dr,hh*ki)\nend\nlocal function lz(z,gz,ix,it,iy)\nif not ac then dc()end\nim=math.min(tonumber(gz)or ac,ac)\nhi=kd(ix,ka - 1)+1\nhh=kd(it,ka)\nlocal lw=hh>hi and lq or ls\nif KEYS.locked or ac - im>=lw then return ip(z)end\nwhile am<hf do\nam=am+1\nlocal c=g('LPOP',cr)\nif not c then\nay(z,'0')\nreturn\nend\nlocal bf,ak,i,da,ab,f,t,an=gv(c,z)\nif bf=='' and lv()then\ng('LPUSH',cr,c)\nreturn ip(z)\nend\nif bf=='~' and hk(i)then\nkg(z)\ncb(ak,'try',i,0)\nhg(gb)\nreturn\nend\nlocal cn=bf=='' and lu(ak,i,da,ab,f,t,an)\nif cn then\npcall(hj,'next',cn[2])\nif dr>0 and iy~='0' then ay(z,'1')end\nreturn cn\nend\nend\nip(z)\nend\nlocal function el(z,gt,gz,ix,it,iy)\nam=0\nif gt==2 then\nlocal p,cn=bk(lz,z,gz,ix,it,iy)\nif p then return cn end\nif redis.pcall('EXISTS',e)==1 then return end\nend\nay(z,'0')\nend";

const holdRenew_ =
  "local function ly(ab,f,du,nb,jw)\nlocal bd=cq()\nif bd then return nil,bd end\nlocal h=dh()\nif not h then return nil,ax(ch('lost'),f)end\ngg(e,ab)\nif jw then jw(tonumber(h))end\nif k then\nif aq then\nen(n,du)\nelse\nca(string.sub(v,2).. '|',du)\nend\nen(k,du,jw)\nelseif nb then\nen(n,du)\nend\nreturn tonumber(h)\nend";

const holdRenewEach_ =
  "local function qn()\nlocal ny,ef=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal bx=(#ARGV - 3)/6\nlocal mq,lx={},0\nfor q=1,bx do\ntable.insert(mq,KEYS[2*q])\nend\nfor q=2*bx+1,#KEYS do\ntable.insert(mq,KEYS[q])\nend\nlocal oi=b('MGET',unpack(mq))\nlocal le={'renewals',ARGV[1]}\nfor q=1,bx do\nlocal ab,f,mz\ni,by,ab,f,mz,cy=unpack(ARGV,6*q - 2,6*q+3)\ne,n,k=KEYS[2*q - 1],KEYS[2*q],nil\nif mz=='1' then\nlx=lx+1\nk=KEYS[2*bx+lx]\nend\nbr(oi[q],k and oi[bx+lx])\nlocal nj=cy~=''\nlocal df=nj and iu(ef)\nlocal l=ny and not nj and b('PTTL',e)\nif l and k then l=math.min(l,b('PTTL',n)- ef,b('PTTL',k)- ef)end\nlocal h,bd\nif l and l>ny then\nbd=cq()or not dh()and ax(ch('lost'),f)\nelse\nl=tonumber(ab)\nh,bd=ly(ab,f,l+ef,mz=='2',nj and function(bx)\noq(bx,df,ab)\nend)\nend\ntable.insert(le,bd and bd[3] or l)\nend\nreturn le\nend";

const readHoldsRenewSlot_ =
  "local function oq(h,df,ab)\nlocal au=1\nif h>1 then au=jk(h,df)end\nlocal j=dm(i,au)\nif not gg(j,ab)then g('SET',j,'1','PX',ab,'NX')end\nct[j]=nil\nend";

const lockHashLock_ =
  "local e,n,i,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "bz()\nlocal l=ck()";

const ownerAnswer_ =
  "local function ag(et)\nreturn{'done',al,tonumber(et)}\nend\nlocal function p(et)\nat('SET',k,et,'PX',ARGV[4])\nr('UNLINK',k)\nreturn ag(et)\nend";

const ownerHeldCount_ =
  "local function js(jt)\nbz()\nif s and(s=='plain')~=jt then ai(e)end\nif s then ck()end\nreturn h and tonumber(h)\nend";

const ownerENDED_ =
  "local hm='released-elsewhere'\nlocal ig=60000\nlocal function ku(ky)\nlocal f=math.max(b('PTTL',e)+ig,b('PTTL',n))\nat('SET',n,'!' .. hm .. '|-' .. hm,'PX',f)\nif aq then r('SET',n,bs,'PX',f)else r('UNLINK',n)end\nlocal kz=ky()\nay(ARGV[6],i .. ' ' .. hm)\nreturn kz\nend";

const ownerBlock_ =
  "cm()";

const ownerEndReads_ =
  "local function qb()\nif v~='' then return ag(v)end\nlocal bx=js(false)\nif not bx then return p(0)end\nlocal d=p(1)\nku(function()\nlt(tonumber(bx))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function qo()\np(1)\nreturn{'done',al,1,w}\nend";

const permitsGiveBack_ =
  "local function mx(dl,z,eo,mv,...)\nlocal ed=at('INCRBY',fc,dl)\nr('INCRBY',fc,-dl)\nmv(...)\nif ed>=eo then ay(z,aj(ed))end\nend";

const permitsSweep_ =
  "local function ow(ed,z)\nlocal kl,gw=unpack(b('ZRANGE',gc,0,0,'WITHSCORES'))\nif kl and #kl~=16 then error('NOT_A_LOCK 2')end\nif not kl or tonumber(gw)>ac then return ed end\nlocal kw=b('ZCOUNT',gc,'-inf',aj(ac))\nlocal dl=math.min(kw,mg)\nmx(dl,z,1,g,'ZREMRANGEBYRANK',gc,0,dl - 1)\nreturn ed+kw\nend";

const permitExpirableRecord_ =
  "local k,z,f=KEYS[3],ARGV[2],ARGV[4]\nlocal mr=setmetatable({},{\n__index=function(ew,aa)\new[aa]=string.char(tonumber(aa,16))\nreturn ew[aa]\nend,\n})\nlocal gy,ew={},string.gsub(ARGV[3],'..',mr)\nlocal function l()\nlocal eo,dl=math.huge,0\nfor bl,gw in ipairs(b('ZMSCORE',gc,unpack(gy)))do\neo=math.min(eo,gw and gw - ac or 0)\nif gw then dl=dl+1 end\nend\nreturn eo,dl\nend";

const permitExpirableEnded_ =
  "local function bh(t)\nreturn{'ended',al,t}\nend\nlocal function gh(t)\nlocal m=at('SET',k,'-' .. t,'PX',f,'GET')\nif m then r('SET',k,m,'PX',f)else r('UNLINK',k)end\nreturn bh(t)\nend\nlocal function cq(bf)\nif bf and string.sub(bf,1,1)=='-' then return bh(string.sub(bf,2))end\nend";

const permitExpirableScored_ =
  "local function qq(ab)\nlocal di,gw={},aj(ac+ab)\nfor bl,qi in ipairs(gy)do\ntable.insert(di,gw)\ntable.insert(di,qi)\nend\nreturn unpack(di)\nend";

const permitExpirableLostEnd_ =
  "local function nq()\nreturn cq(b('GET',k))or gh('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#ew,16 do\ntable.insert(gy,string.sub(ew,q,q+15))\nend";

const readWriteTimeouts_ =
  "local cy=ARGV[9]\nlocal jz,nn=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function lh(l)\nif s=='plain' then ai(e)end\nreturn nk(l,dz)\nend\nlocal nl,lj=ia,dz";

const readWriteKnown_ =
  "local function ah()\ncm()\nreturn fz()\nend";

const readWriteBlock_ =
  "return ag()";

const semaphoreKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bh(t)\nreturn{'ended',al,t}\nend\nlocal function ax(t)\nat('SET',k,'-' .. t,'PX',f)\nr('UNLINK',k)\nreturn bh(t)\nend\nlocal ek,bf=unpack(b('MGET',j,k))\nlocal function fc()\nreturn gj(ek or b('GET',j))\nend";

const semaphoreTaken_ =
  "local nt=bf and string.match(bf,'^%+(%d+)$')\nif bf and not nt then return bh(string.sub(bf,2))end";

const semaphoreNotify_ =
  "local function qk(z,fc)\nif fc>=0 then ay(z,fc)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "c66e186ace087d66b24a2f9c6a387968462eda2d", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ek then return p(0,at)end\nlocal l=ek - 1\nlocal d=p(math.max(l,0),at)\ng('DECR',j)\nif l>0 then return d end\nr('INCR',j)\ng('DEL',j)\nif l==0 then ay(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "2b7d677526f8ed41a6d7f6af7842569622278925", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ek then return p(0,at)end\nlocal d=p(1,at)\ng('DEL',j)\nay(ARGV[3],'1')\nay(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-read", "d7e53a7063ff9241ec361d4dec68c5ae18bbb31d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-write", "1409a1e3a169de47cf2ab2d4d8996904890f2472", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "4686247f168a7cef1904a24695aa56485f438e96", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "mj()\nlocal gi=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if s=='plain' then ai(e)end\nif s~=ARGV[6] then return ko(0)end\nlocal d=ko(1)\ng('DEL',e)\npcall(ge,'free')\nay(gi,s=='write' and '1' or '0')\nmn()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-read", "72b7f847505e07673c25b4d56589d07a6651bc77", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-write", "6f09f4df8e693896378e5d62bc2a1d3dc58d2675", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "14ae9b6696e1457e7f1c01412ae7cb8d899ec4ab", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal fb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return ag()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "40b61b29c077842105e0af7de6508a9a93eb872f", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal fb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local ep=cp+5000\nlocal ru=100\nlocal function sf(ar)\nlocal kc=b('HRANDFIELD',e)\nlocal jl=kc and b('GET',bi(kc))\nif not jl or string.sub(jl,1,1)=='!' or ar>ru then return 0 end\nif ar==1 then return 1 end\nfor bl,am in ipairs(b('ZMSCORE',be,unpack(b('LRANGE',as,0,ar - 2))))do\nif not am then return 0 end\nend\nreturn 1\nend\nlocal function ot(ar)\nlocal c=on(ARGV[12],ARGV[13],'')\nlocal m=g('SET',KEYS[6],c,'PX',ep,'GET')\nreturn c,m==ARGV[11] and not pd and 1 or sf(ar)\nend\nlocal d=ag()\nif d[1]~='busy' or cf or KEYS.locked then return d end\nlocal p,c,nf=pcall(ot,d[4])\nif p then\nfor bl,jp in ipairs({ac,c,nf})do table.insert(d,jp)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "c5a59d93513fe2f43f0209f6e39fff24f3d07220", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "mj()\nlocal fb=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if s=='read' or s=='write' then ai(e)end\nif not s then return ko(0)end\nlocal d=ko(1)\nlocal cn=ma(ARGV[3],g('DEL',e,ff))\nmn()\nreturn jq(d,cn)", END);

export const fairPass: LuaScript = /* @__PURE__ */ script("fair/pass", "8fd00c65d678fcb14847c46dc1094f45637df472", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[9] and KEYS[7]\nlocal fb=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cn\nlocal of=false\nlocal function es()\ng('DEL',e)\nof=true\nend\nlocal function hr()\nif b('EXISTS',e)==0 then cn=ma(ARGV[9])end\nend", endEndHold_, "local d=hp(ARGV[4])\nif not of then return jq(d,cn)end\nlocal p,qd=bk(function()\nif b('LINDEX',as,0)~=ARGV[11] then return false end\nif not g('SET',KEYS[6],'|+' .. ARGV[14],'PX',ARGV[13],'NX')then return false end\nr('UNLINK',KEYS[6])\ng('HINCRBY',e,ARGV[11],1)\nr('UNLINK',e)\ng('PEXPIRE',e,ARGV[12])\nreturn true\nend)\nif p and qd then\nbk(function()\ng('LPOP',as)\nkn(ARGV[11])\nend)\ntable.insert(d,'held')\nreturn d\nend\nreturn jq(d,ma(ARGV[9],1+g('DEL',ff)))", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "f734eda3ee5a19601a6af905b6ecb5d7fad8de60", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal fb=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cn\nlocal function es()\ncn=ma(ARGV[9],g('DEL',e,ff))\nend\nlocal function hr()\nif ARGV[11]=='1' and b('LPOS',as,i)then\nfg({[i]=true},1)\ng('ZREM',be,i)\nend\nif b('EXISTS',e)==0 then cn=ma(ARGV[9])end\nend", endEndHold_, "local d=hp(ARGV[4])\nreturn jq(d,cn)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "552b4751448cea2761d620faf1eaf8ec3c2139d5", BEGIN, fenceMarkKey_, "local bf=b('GET',nr)\nif not px(bf)then return{'fenced',al,0}end\nif qc(bf,KEYS[2])then return{'ahead',al}end\nql(bf)\nreturn{'fenced',al,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "218060e1d76242216c849b40e4876a9ff3fbae20", BEGIN, stateWrite_, fenceMarkKey_, "local k,sj,f,ek=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal bf,p=unpack(b('MGET',nr,k))\nif p=='1' then return{'fenced',al,1}end\nif p=='ahead' then return{'ahead',al}end\nif p then return{'withdrawn',al}end\nif not bf then bf=b('GET',nr)end\nif not px(bf)then return{'fenced',al,0}end\nif not ek then\nat('SET',k,'0','PX',f)\nreturn{'withdrawn',al}\nend\nif qc(bf,KEYS[4])then\ng('SET',k,'ahead','PX',f)\nreturn{'ahead',al}\nend\ng('SET',sj,ek,'GET')\nql(bf)\ng('SET',k,'1','PX',f)\nreturn{'fenced',al,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "0a87297c23509264c7c182b8bda9b8c016545a78", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn ag()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "568fae392178d42ef7454874fa2fd80438679246", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, fencedWithToken_, fencedQuickAnswer_, standStand_, standAnswerOrStand_, "k=nil\nreturn py()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "873343483f643d186debc1fc99c4778df4fd7dff", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal jz,nn=ARGV[9],ARGV[10]", stealRob_, "local nl,ah=ox,os\nlocal function lj()\nreturn mm(jh())\nend\nlocal function lh(l)\nif s~='plain' then ai(e)end\nlocal aw=jh()\nif aw==dk then ai(de)end\nreturn nk(l,function()\nreturn mm(aw)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return ag()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "9a6bc0cf81debe8f42fce780f9ad95e1723b212c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal qz='!' .. ARGV[9] .. '|'\nlocal c=b('GET',KEYS[3])\nlocal l=c and(string.sub(c,1,1)=='=' or string.sub(c,1,#qz)==qz)and b('PTTL',KEYS[3])or 0\nlocal function kx()\nreturn{'found',al,c,l}\nend\nif l>0 then\nif g('SET',n,'|-lost','PX',f,'NX')then return kx()end\nelseif b('EXISTS',e,n)==0 then\nreturn dz()\nend\ncm()\nlocal ag=fz()\nif ag and ag[1]=='ended' and l>0 then return kx()end\nif ag then return ag end\nlocal sh=ck()\nif cf then ax('refused',f)end\nreturn{'busy',al,sh,b('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "50c87f535bb53e66dda8ca1905211e0b4a675f7a", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, endFirst_, "k=nil\nlocal function es(st)\nlocal qf,m=false,nil\nif st then\nqf,m=pcall(g,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qf and m then r('SET',KEYS[3],m,'PX',ARGV[11])end\nif qf and not m then r('UNLINK',KEYS[3])end\nlocal gt=g('DEL',e,ff)\nay(ARGV[9],'1')\nif gt==2 then pcall(hg,0)end\nend\nlocal function hr()end", endEndHold_, "return hp(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "87b1d97ded376c747dba8b6ca6b0a8dcbf863258", BEGIN, onceCounter_, inspectSubscriptions_, "local ao=gj(b('GET',KEYS[1]))\nlocal l=b('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],ao and 1 or 0,tonumber(ao or 0),l,ov({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "99f3fce7b5a768a0fee92df4aefc1a1b17d156f5", BEGIN, lockHashMode_, "local e,n,i,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local cy=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local mp=100\nlocal rx=4\nlocal rw=tonumber(ARGV[6])\nlocal al,as,be,og=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(bz)then\nlocal kc,gz,nc=ok(e)\nif not kc then bz()end\nlocal l=ck()\nreturn{'lock',al,'light',l,1,1,0,0,0,0,kc,1,l,qg(gz,nc)}\nend\nlocal l=ck()\nlocal function tc()\nlocal cw,cu,dg={},{},0\nif not s then return cw,cu,dg end\ndg=b('HLEN',e)-(s=='plain' and 0 or 1)\nlocal ms,ah='0',{}\nif s~='plain' then ah['mode']=true end\nfor bl=1,rx do\nlocal lp=b('HSCAN',e,ms,'COUNT',2*mp)\nms=lp[1]\nlocal o=lp[2]\nfor q=1,#o,2 do\nif #cw<mp and not ah[o[q]] then\nif not bj(o[q+1])then ai(e)end\nah[o[q]]=true\ntable.insert(cw,o[q])\ntable.insert(cu,tonumber(o[q+1]))\nend\nend\nif ms=='0' or #cw==mp then break end\nend\nreturn cw,cu,dg\nend\nlocal qm=0\nlocal function sz(bg,bx)\nif qm+bx>rw then return l end\nqm=qm+bx\nlocal bw=0\nfor au=1,bx do\nbw=math.max(bw,b('PTTL',dm(bg,au)))\nend\nreturn math.min(bw,l)\nend\nlocal function ti(dg,ou)\nlocal rf=dg>1 and b('PTTL',ou)or -1\nif rf<0 then return l end\nreturn math.max(math.min(l,rf - ARGV[4]),0)\nend\nlocal function sq(u,bx,dg,ou)\nif s=='plain' then return l end\nif string.find(u,':write$')then return ti(dg,ou)end\nreturn sz(u,bx)\nend\nlocal function td()\nif b('EXISTS',as,KEYS[6])==0 then return{},0 end\nlocal np=b('TYPE',as).ok\nif np=='list' then return b('LRANGE',as,0,mp - 1),b('LLEN',as)end\nif np~='none' then ai(as)end\nas,be=KEYS[6],KEYS[7]\nif b('TYPE',as).ok~='zset' then ai(as)end\nreturn b('ZRANGE',as,0,mp - 1),b('ZCARD',as)\nend\nlocal function ta(bv)\nif #bv==0 then return{}end\nlocal am=redis.pcall('ZMSCORE',be,unpack(bv))\nlocal bc=b('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal di={}\nfor q=1,#bv do\nlocal cf=tonumber(am[q] or nil)\ndi[q]=cf and math.max(ac - cf,0)or -1\nend\nreturn di\nend\nlocal cw,cu,dg=tc()\nlocal ns={}\nfor q,u in ipairs(cw)do ns[q]=bi(u)end\nlocal ml=qr(ns)\nlocal bv,th=td()\nlocal tb=ta(bv)\nlocal eb={unpack(ARGV,7)}\nif as==KEYS[3] then\nfor bl,x in ipairs(bv)do table.insert(eb,ARGV[5] .. x)end\nend\nlocal jj=redis.pcall('LLEN',og)\nlocal d={'lock',al,s or 'free',l,dg,0,th,0}\ntable.insert(d,type(jj)=='number' and jj or 0)\ntable.insert(d,ov(eb))\nlocal ew=0\nlocal function cb(ro,kp,c,...)\new=ew+na(kp)+na(c)+30\nif ew>nv then return end\nd[ro]=d[ro]+1\nfor bl,bb in ipairs({kp,...})do table.insert(d,bb)end\nend\nfor q,u in ipairs(cw)do\ncb(6,u,ml[q],cu[q],sq(u,cu[q],dg,ns[q]),ml[q])\nend\nfor q,x in ipairs(bv)do cb(8,x,'',tb[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "a390aae120013b98b6086efa97a52160e85d7503", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local mp=100\nlocal pw=922337203685477\nlocal function sp(ew)\nreturn(string.gsub(ew,'.',function(si)\nreturn string.format('%02x',string.byte(si))\nend))\nend\nlocal c=b('GET',fc)\nlocal ed=c and h(c)\nlocal kw=b('ZCOUNT',gc,'-inf',aj(ac))\nlocal pf=b('ZCARD',gc)- kw\nlocal af=b('ZRANGE',gc,'(' .. aj(ac),'+inf','BYSCORE','LIMIT',0,mp,'WITHSCORES')\nlocal d={'permits',al,c and 1 or 0,(ed or 0)+(c and kw or 0),pf}\ntable.insert(d,ov({ARGV[2]}))\ntable.insert(d,b('PTTL',fc))\ntable.insert(d,#af/2)\nfor q=1,#af,2 do\nif #af[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gw=tonumber(af[q+1])\ntable.insert(d,sp(af[q]))\ntable.insert(d,gw>=pw and -1 or gw - ac)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "6f91043cac4270a1d6febf0a978491e6987e0a48", BEGIN, inspectMOSTBYTES_, "local ms,pq,mf=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dk=1000\nlocal pu=1000\nlocal dl,qa=math.min(dk,mf),nv\nlocal kx,rc={},false\nlocal function sb(av,mb)\nfor bl,j in ipairs(mb)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(av,j)end\nend\nend\nlocal function ez(av)\nlocal ew,o=0,{}\nfor bl,j in ipairs(av)do\nif #j<=pu then\new=ew+na(j)\ntable.insert(o,j)\nend\nend\nif ew>qa and(#kx>0 or dl>1)then return false end\nqa=qa - ew\nfor bl,j in ipairs(o)do table.insert(kx,j)end\nreturn true\nend\nlocal function rl(np)\nreturn redis.pcall('SCAN',ms,'MATCH',ARGV[3],'COUNT',dl,'TYPE',np)\nend\nrepeat\nlocal lp=rl('hash')\nif lp.err then return{'refused',ARGV[1],lp.err}end\nif ARGV[6]=='1' then sb(lp[2],rl('string')[2])end\npq=pq - dl\nif #kx+#lp[2]>mf and dl>mf - #kx then\ndl=mf - #kx\nelseif ez(lp[2])then\nms,dl,rc=lp[1],dk,lp[1]=='0'\nelseif #kx>0 then\npq=0\nelse\ndl=math.floor(dl/2)\nend\nuntil rc or #kx>=mf or pq<=0\nreturn{'scanned',ARGV[1],ms,unpack(kx)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "10db49a8d557ef0b6e31d651ddd2d8fa76911b6d", BEGIN, lockHashMode_, "local e,n\nlocal i,w,v='','',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local pu=1000\nlocal rt=5\nlocal function sy(o)\nlocal bt=1\nfor q=1,#o,2 do\nlocal rb=s~='plain' and o[q]=='mode'\nif rb and bt==q then\nbt=q+2\nelseif not rb and string.find(o[q],':write$')then\nbt=q\nend\nend\nreturn o[bt],o[bt+1]\nend\nlocal function sr(o)\nif s=='plain' then return 1 end\nlocal dl=#o/2\nif dl==rt then dl=b('HLEN',e)end\nreturn dl - 1\nend\nlocal pa={'',-2,0,'',0}\nlocal function sl(j)\nlocal kc,gz,nc=ok(j)\nlocal l=kc and b('PTTL',j)or -2\nif l<=0 then return pa end\nlocal np='light'\nreturn{np,l,1,kc,1},qg(gz,nc)\nend\nlocal function sk(j,ou)\ne,n=j,ou\nlocal fa,o=pcall(bz)\nif not fa then return sl(j)end\nif not s then return pa end\nlocal l=b('PTTL',e)\nlocal u,bx=sy(o)\nif l<=0 or not u or #u>pu then return pa end\nreturn{s,l,sr(o),u,tonumber(bx)}\nend\nlocal ph={}\nlocal function om(lo,kv)\nif #lo==0 then return end\nkv=kv or b('EXISTS',unpack(lo))\nif kv==0 then return end\nif 4*kv<#lo then\nlocal rh=math.floor(#lo/2)\nlocal m,sc={unpack(lo,1,rh)},{unpack(lo,rh+1)}\nlocal qy=b('EXISTS',unpack(m))\nom(m,qy)\nreturn om(sc,kv - qy)\nend\nfor bl,di in ipairs(lo)do\nlocal pg=redis.pcall('LLEN',di)\nif type(pg)~='number' then pg=redis.pcall('ZCARD',di)end\nph[di]=type(pg)=='number' and pg or 0\nend\nend\nlocal qv,ns,qh,rj,rk,lo={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,as,qp,og=unpack(KEYS,4*q - 3,4*q)\nlocal mw\nmw,qh[q]=sk(j,ARGV[q+1])\nqv[q],ns[q]=mw,bi(mw[4])\nif mw~=pa and not qh[q] then\ntable.insert(rj,as)\ntable.insert(rk,qp)\ntable.insert(lo,og)\nend\nend\nlocal ml=qr(ns)\nom(rj)\nom(rk)\nom(lo)\nlocal d,ew={'summaries',ARGV[1]},0\nfor q,mw in ipairs(qv)do\nlocal jl=qh[q] or ml[q]\new=ew+na(mw[4])+na(jl)+50\nif q>1 and ew>nv then return d end\nfor bl,sn in ipairs(mw)do table.insert(d,sn)end\ntable.insert(d,jl)\nlocal bl,as,qp,og=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(ph[as] or 0)+(ph[qp] or 0))\ntable.insert(d,ph[og] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "823759cd6d7dedaefb49425711999e5ec100fbea", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return ag()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "6e7e7cb6231b467cbc234399bd9fe9f41a23e851", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function bb(tf)\nfor q=1,#KEYS,2 do\ne,n=KEYS[q],KEYS[q+1]\nlocal ag=tf(q)\nif ag then return ag end\nend\nend\nlocal function rq()\nbb(function()\ndz()\nend)\nreturn{'held',al,1,tonumber(ab)}\nend\nif b('EXISTS',unpack(KEYS))==0 then return rq()end\nlocal oj,pc,hb\nlocal bd=bb(function(q)\ncm()\nlocal ag=fz()\nif ag and ag[1]=='ended' then return ag end\nif ag then\nlocal l=ag[4]<0 and tonumber(ab)or ag[4]\noj=math.min(l,oj or l)\nelse\nhb=true\nlocal l=ck()\nif l~=-2 and not pc then pc={'busy',al,l,(q+1)/2}end\nend\nend)\nif bd then return bd end\nif oj and hb then return bh('lost')end\nif oj then return{'held',al,1,oj}end\nif not pc then return rq()end\nif cf then\nbb(function()\ng('SET',n,'|-refused','PX',f)\nend)\nend\nreturn pc", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "564534dd1d9f5f8f271c5eb7036ac542024d8f0b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, standStand_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn py()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "b3be3b4736a84ea692eec3682d5f40f51c87487f", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, holdIsLock_, "local function eq()\nif k then g('PEXPIRE',k,ARGV[4]+b('PTTL',e),'GT')end\nreturn b('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "673bb5f3c5594ac8ef39eade11d9732f004d2cb9", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local db=pcall(mj)\nlocal kc=not db and ok(e)\nif kc then\nck()\no={kc}\nlocal d=ko(1)\ng('DEL',e)\nmn()\nreturn d\nend\nif not db then mj()end\nif s=='read' or s=='write' then ai(e)end\nif not s then return ko(0)end\nlocal d=ko(1)\nlocal cn=el(ARGV[3],g('DEL',e,ff))\nmn()\nreturn jq(d,cn)", END);

export const lockLookStanding: LuaScript = /* @__PURE__ */ script("lock/look-standing", "d505800f59972583f455c6e77732f4217698b74b", BEGIN, stateLock_, lockHashStateKeyOf_, waitersNow_, "dc()\nlocal ep=160000\nlocal d,ml={'looked',ARGV[1],ac},{}\nfor q=2,#KEYS,4 do\ntable.insert(ml,KEYS[q])\nend\nlocal ah=b('MGET',unpack(ml))\nlocal function ly(cr,ff,jj,ds)\nlocal ar=b('LPOS',cr,jj)\nif ar then\ng('LSET',cr,ar,ds)\nelse\ng('RPUSH',cr,ds)\nend\ng('PEXPIRE',cr,ep)\ng('SET',ff,'1','PX',ep)\nend\nlocal function io()\nlocal u,sd=unpack(b('HRANDFIELD',e,2))\nreturn KEYS.locked or not sd and b('EXISTS',bi(u))==1\nend\nfor pk=1,#ml do\nlocal q=4*pk\ne,n=KEYS[q - 3],KEYS[q - 2]\nlocal l=ah[pk] and -2 or b('PTTL',e)\nlocal jj,ds=ARGV[2*pk],ARGV[2*pk+1]\nlocal nf=true\nif l>=0 and ds~='' then\npcall(ly,KEYS[q - 1],KEYS[q],jj,ds)\ni=string.match(ds,'^%S+ (%S+)')\nlocal p,ag=pcall(io)\nnf=not p or ag\nend\ntable.insert(d,l)\ntable.insert(d,nf and 1 or 0)\nend\nreturn d", END);

export const lockPass: LuaScript = /* @__PURE__ */ script("lock/pass", "e2c691de77e255dc677f479cfed9e3c5bd663f90", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[6] and KEYS[4]\nlocal of=false\nlocal function es()\ng('DEL',e)\nof=true\nend\nlocal function hr()end", endEndHold_, "local d=hp(ARGV[4])\nif not of then return d end\nlocal p,qd=bk(function()\nif not g('SET',KEYS[3],'|+' .. ARGV[13],'PX',ARGV[12],'NX')then return false end\nr('UNLINK',KEYS[3])\ng('HINCRBY',e,ARGV[10],1)\nr('UNLINK',e)\ng('PEXPIRE',e,ARGV[11])\nreturn true\nend)\nif ARGV[14]~='' then pcall(g,'LREM',cr,0,ARGV[14])end\nif p and qd then\ntable.insert(d,'held')\nreturn d\nend\nlocal gt=1+g('DEL',ff)\nreturn jq(d,el(ARGV[9],gt,ARGV[15],ARGV[16],ARGV[17],ARGV[18]))", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "99c93e36bfab006573375672dc18504bec41c652", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function se(c)\ndc()\ng('RPUSH',cr,mt(c))\ng('PEXPIRE',cr,ep)\nend\nlocal cn\nlocal function es()\nlocal gt=g('DEL',e,ff)\nif(ARGV[14] or '')~='' and pcall(se,ARGV[14])then gt=2 end\ncn=el(ARGV[9],gt,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function hr()end", endEndHold_, "if(ARGV[15] or '')~='' then pcall(g,'LREM',cr,0,ARGV[15])end\nlocal d=hp(ARGV[4])\nreturn jq(d,cn)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "091cd5b3461c28dbc0d2d79215a72059d3b2b584", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal z\nlocal function es()\nel(z,g('DEL',e,ff))\nend\nlocal function hr()end", endEndHold_, "local pi=(#ARGV - 8)/2\nlocal qx=ARGV[4]=='1' and 3*pi or 2*pi\nlocal le,op={'ends',al},nil\nfor q=1,pi do\ne,n=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*pi+q] end\ncr,ff=KEYS[qx+2*q - 1],KEYS[qx+2*q]\nz=ARGV[2*q+8]\nlocal p,d=bk(hp,ARGV[2*q+7])\nif p then\ntable.insert(le,d[3])\nelse\nop=d.err or d\nif string.find(op,'^WRONGTYPE')then op='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif op then error(op,0)end\nreturn le", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "5f3361bb22b3f2b8360ee7c564e20d439dbf2429", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, holdIsLock_, holdRenew_, "cm()\nlocal h,bd=ly(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bd or{'renewed',al,h}", END);

export const lockRenewExclusive: LuaScript = /* @__PURE__ */ script("lock/renew-exclusive", "d2f4c740d3cd4698cea37468e5a66aeb3b21c5a7", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, holdIsLock_, holdRenew_, "local iu,oq", holdRenewEach_, "return qn()", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/renew-many", "c262966dbd18a9fcf98067f439573b2920e3e788", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, "local cy", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, holdRenewEach_, "return qn()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "d6144388edc4d31bcc8bf801ccb1aca2d64bb464", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(h or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "9d140075ea62885c71528b6c7e17b6176afebf23", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local jz,nn=ARGV[9],ARGV[10]", stealRob_, "local function lh(l)\nif s~='plain' then ai(e)end\nreturn nk(l,dz)\nend\nlocal nl,lj=ia,dz", stealQuickAnswer_, "local function ah()\ncm()\nreturn fz()\nend", stealFullAnswer_, "return ag()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "0f62ad3b8d4403f405bbd60287ab74ac3740eaf8", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not js(true)then return p(0)end\nlocal d=p(1)\nlocal cn=ku(function()\nreturn el(ARGV[5],g('DEL',e,ff))\nend)\nreturn jq(d,cn)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "436dd0a4fe048352c267f200a6f60aaea8a49d31", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal fb=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not js(true)then return p(0)end\nlocal d=p(1)\nlocal cn=ku(function()\nreturn ma(ARGV[5],g('DEL',e,ff))\nend)\nreturn jq(d,cn)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-reads", "0bb1d76b7cac0314396fdf76e3d8ef9f007e9219", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gi,cy,ei=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function el()\nll('free')\nay(gi,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qb()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-writes", "aa338bf5ca12995e8c2549389c8d3e0474f81783", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gi,cy,ei=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function el(dp)\nll(dp)\nay(gi,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not js(false)then return p(0)end\nlocal d=p(1)\nku(es)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-reads", "3fa60803d8f700e4d403765fd8d2d0eef02f1f9c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, "local cy=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function el()\nay(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qb()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-writes", "f5a9fddf50e1ec70e6d43f0ddc63a127737fdfa1", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, "local cy=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function el()\nay(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not js(false)then return p(0)end\nlocal d=p(1)\nku(es)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "57e7e9366fcd91d9dd137273a68730371cf5d573", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ag(v)end\nif not js(ARGV[7]=='0')then return p(0)end\ngg(e,ARGV[5])\nen(n,ARGV[6])\nreturn qo()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/renew-reads", "949e7df5362c0ba28b8e28895c5f859f4549870c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, "local cy=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ag(v)end\nlocal bx=js(false)\nif not bx then return p(0)end\ngg(e,ARGV[5])\nen(n,ARGV[6])\nfor au=1,bx do\nlocal j=dm(i,au)\nif not gg(j,ARGV[5])then g('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn qo()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "733848862f6ec141fc6e902ea5669ffee6036b13", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ab,cf=ARGV[5],ARGV[6]=='1'\nlocal pw=922337203685477\nlocal c,bf=unpack(b('MGET',fc,k))\nlocal bd=cq(bf)\nif bd then return bd end\nc=c or b('GET',fc)\nlocal ed=c and h(c)or 0\nif bf then\nlocal ln=l()\nreturn ln>0 and{'held',al,ln,ed}or nq()\nend\nif not c then return gh('unset')end\ned=ow(ed,z)\nif ed<#gy then\nif cf then gh('refused')end\nlocal bt=b('ZRANGE',gc,'(' .. aj(ac),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',al,bt and tonumber(bt)<pw and bt - ac or -1,ed}\nend\ng('SET',k,'+','PX',f)\nr('UNLINK',k)\nlocal pb=g('ZADD',gc,'NX',qq(ab))\nif pb==#gy then r('ZREM',gc,unpack(gy))end\ng('DECRBY',fc,pb)\nlocal rr=b('PTTL',fc)\nif rr>0 then g('PEXPIRE',gc,rr)end\nlocal ln=pb==#gy and tonumber(ab)or l()\nif ln<=0 then return nq()end\nreturn{'held',al,ln,ed - pb}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "4549bb5f6447d0c69877e4c3dfc8d44ab7f629a4", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local ed=b('GET',fc)\nlocal ln,dl=l()\nif ed then h(ed)end\nif dl==0 then return nq()end\nlocal d=gh(ln>0 and 'released' or 'lost')\nif ed then\nmx(dl,z,0,g,'ZREM',gc,unpack(gy))\nelse\ng('ZREM',gc,unpack(gy))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "5bafa69054b7e1a89092fa044b24ffa26bccef67", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function ag(ao)\nreturn{'done',al,tonumber(ao)}\nend\nlocal fe=b('GET',k)\nif fe then return ag(fe)end\nlocal ed=b('GET',fc)\nfe=l()>0 and '1' or '0'\nif ed and fe=='1' then ow(h(ed),z)end\nat('SET',k,fe,'PX',f)\nr('UNLINK',k)\nif fe=='1' then\nfor q=4,#KEYS do\nlocal m=g('SET',KEYS[q],'-released','PX',f,'GET')\nif m then r('SET',KEYS[q],m,'PX',f)else r('UNLINK',KEYS[q])end\nend\nif ed then\ng('INCRBY',fc,#gy)\nr('INCRBY',fc,-#gy)\nend\ng('ZREM',gc,unpack(gy))\nif ed then ay(z,#gy)end\nend\nreturn ag(fe)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "b5f4ab75d9a2f344de762e2bcd3608f1e0a2cc4a", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ln,ab=l(),ARGV[5]\nif ln<=0 then return nq()end\nif ab then at('ZADD',gc,'XX','GT',qq(ab))end\nreturn{'leased',al,ln}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "e4fff9f8981d9778401f212ce231a5ecf54aae5a", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local gc,z,ao,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal ed=ek\nif ed and t=='try' then return p(0,at)end\nlocal pf=b('ZRANDMEMBER',gc,3)\nfor bl,kl in ipairs(pf)do\nif #kl~=16 then error('NOT_A_LOCK 3')end\nend\nlocal pj=tonumber(ao)\nif ed and t=='set' then pj=ao - ed - b('ZCARD',gc)end\nif pj==0 and ed then return p(1,at)end\nlocal d=p(1,g)\ng('INCRBY',j,string.format('%.0f',pj))\nif not ed and #pf>0 then\nr('UNLINK',j)\ng('DEL',gc)\nend\nif t~='add' or pj>0 then ay(z,ao)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "ecc0cbc659d4bce52f26eaa5706d17f6edef7e0c", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local ed=b('GET',fc)\nlocal kh=ed and ow(h(ed),ARGV[2])\nreturn{'permits',al,kh or 0,b('ZCOUNT',gc,'(' .. aj(ac),'+inf'),kh and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-read", "1b7f1a7bbcefe9e99bffc7d100bb63a85a708da9", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local cy=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif b('EXISTS',unpack(KEYS))==0 then return dz()end\nelse\nlocal l=iq(true)\nlocal ag\nif l and(not s or(s=='read' and l>=0))then\nag=ia()\nelse\nag=ld(l)\nend\nif ag then return he(ag)end\nend\ncm()\nob()\nlocal ag=fz()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return dz()end\nif s=='read' or(s=='write' and b('HEXISTS',e,i .. ':write')==1)then return dz()end\nif cf then ax('refused',f)end\nreturn he({'busy',al,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-write", "116f490c2a5a71999bc322e0af430f724d046837", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, "local cy=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif b('EXISTS',unpack(KEYS))==0 then return dz()end\nelse\nlocal l=iq(ARGV[6]~='2')\nlocal ag=l==-2 and ia()or ld(l)\nif ag then return he(ag)end\nend\ncm()\nlocal ag=fz()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return dz()end\nlocal bg=string.sub(i,1,-7)\nif k and fh(bg,tonumber(b('HGET',e,bg)or 0))>0 then return ax('upgrade',f)end\nif cf then ax('refused',f)end\nreturn he({'busy',al,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/check-read", "62b197d8d416a346e028c1e03daf8230ef9153f8", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, "local cy=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function eq(h)\nreturn nh(h,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "4347897ec7b7fbd91eb72dbf7fc61e0077ea52fb", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function eq()\nreturn lm(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "bdb05ef308ed4cc324091cfca4da96819a2198fc", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "mj()\nif s=='plain' then ai(e)end\nif s~=ARGV[6] then return ko(0)end\nlocal d=ko(1)\ng('DEL',e)\nay(ARGV[3],s=='write' and '1' or '0')\nmn()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-read", "204179293b8c5222db28665efb2cf34864782904", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, "local cy=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function el()\nay(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function hr()end", readsEndOne_, endEndHold_, "return hp(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-write", "375663f0052b04d9822a39cc376d518016b4a7fa", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, "local cy=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function el()\nay(ARGV[9],'1')\nend", writesEndLast_, "local function hr()end", endEndHold_, "return hp(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/renew-read", "102be1d0317afc3aff3b8e0e4d6584fe5d926e13", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, "local cy=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cm()\nlocal df=iu(ARGV[5] - ARGV[4])\nlocal h,bd=ly(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(bx)\noq(bx,df,ARGV[4])\nend)\nif bd then return bd end\nreturn{'renewed',al,h}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "274f7c6a788f94838152413846c94dd2eb76ea4f", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local sv=s==ARGV[3] or(s=='write' and ARGV[3]=='read' and b('HLEN',e)>2)\nreturn{'status',ARGV[1],sv and l or -2,tonumber(h or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "bcd1afa76ff2a4b49f42174da019c79b546d5a4b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "fc255786411a58552bbcf8e82cb66c848d5fba45", BEGIN, waitersNow_, waitersDigits_, "local e,bf,al,i,qs=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,ap,pl=string.match(b('GET',bf)or '','^(%d+) (%S+) (.*)$')\ndc()\nif pl==qs and ap==i then return{'spends',al,0}end\nif b('HEXISTS',e,i)==0 then return{'ended',al,'lost'}end\nif pl~=qs then\ng('SET',bf,aj(ac).. ' ' .. i .. ' ' .. qs)\nreturn{'spends',al,0}\nend\nlocal rn=math.max(0,ac - q)\nreturn{rn<tonumber(ARGV[4])and 'spends' or 'spent',al,rn}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "9ba0337bbf8ce098f34522e5e665562bdf368433", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gj(b('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "bda3985980f66b74ea05f1e1ed3cc4927647013d", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local ao,rs=ARGV[3],ARGV[6]\nif ek then return p(0,at)end\nlocal d=p(1,g)\nif rs then g('SET',j,ao,'PX',rs)else g('SET',j,ao)end\nay(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "66fcdfbea3bf5866de920fbf864b84fa3d4b9fc6", BEGIN, stateWrite_, "local k,al=KEYS[1],ARGV[1]\nlocal ss=at('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',al,(ss or b('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "37e6a04f1701bfee65d6510c9e54cec826e1d142", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local mf=ARGV[3]\nek=fc()\nif nt then return{'held',al,tonumber(ek or 0)}end\nif not ek then return ax('unset')end\nif tonumber(ek)>=tonumber(mf)then\ng('SET',k,'+' .. mf,'PX',f)\nr('UNLINK',k)\nreturn{'held',al,g('DECRBY',j,mf)}\nend\nif ARGV[4]=='1' then ax('refused')end\nreturn{'busy',al,tonumber(ek)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "ac5236e601fa1a5e688355028a09270599ecfeb1", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local fc=(ek or 0)+ARGV[3]\nlocal d=p(fc,at)\ng('INCRBY',j,ARGV[3])\nqk(ARGV[4],fc)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "2ebfa6e715fecf1b33fbb036c7d338a369af7767", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not nt then return ax('free')end\nlocal su=fc()\nlocal d=ax('released')\nr('SET',k,bf,'PX',f)\nif su then qk(ARGV[3],at('INCRBY',j,nt))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "fce3c247ac15931936467edec161cdd78263bc60", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ek then return p(0,at)end\nlocal d=p(ek,g)\ng('DECRBY',j,ek)\nreturn d", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "01b368d06097cd26d7613892e2f010c77c7b015f", BEGIN, "local sa=86400000\nlocal function te(j,kc)\nlocal aw,pl=string.match(b('GET',j)or '','^(%d+) (.*)$')\nif pl==kc then return aw end\nlocal bc=b('TIME')\nlocal ce=bc[1] .. string.format('%06d',bc[2])\nif aw and(#aw>#ce or(#aw==#ce and aw>=ce))then\nlocal m,sm,sw=string.match(aw,'^(%d-)(%d)(9*)$')\nce=m ..(sm+1).. string.rep('0',#sw)\nend\ng('SET',j,ce .. ' ' .. kc,'PX',sa)\nreturn ce\nend\nlocal function kj(at)\nreturn function(av,bm)\nlocal j=table.remove(av)\nlocal d=at(av,bm)\nif d[1]=='held' then table.insert(d,te(j,bm[2]))end\nreturn d\nend\nend\nlocal rv=10000\nlocal ha,pn=KEYS[1],ARGV[2]\nlocal pr={}\nlocal function sx(e,n,sg)\nif sg=='2' then return end\ntable.insert(pr,string.match(n,'^[^:]+:([^:]*:)').. string.sub(e,#pn+1))\nend\nlocal function rd()\nif #pr==0 then return end\nlocal rm,gy=b('TIME')[1],{}\nfor bl,kp in ipairs(pr)do\ntable.insert(gy,rm - rm % 60 .. '000')\ntable.insert(gy,kp)\nend\npr={}\nif g('ZADD',ha,unpack(gy))>0 then g('ZREMRANGEBYRANK',ha,0,-rv - 1)end\nend\nlocal mk={}\nmk['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nmk['fair-read-write/acquire-write']=kj(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nmk['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nmk['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nmk['read-write/steal-write']=kj(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nmk['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gi=KEYS[1],ARGV[2]", rwQueueTell_, "local bv,hz={unpack(ARGV,3)},{}\ndc()\nfor bl,x in ipairs(bv)do\ntable.insert(hz,aj(ac))\ntable.insert(hz,x)\nend\nat('ZADD',be,'XX',unpack(hz))\nif b('PTTL',be)<lr then\nfor bl,j in ipairs({as,dw,be})do g('PEXPIRE',j,ep)end\nend\nlocal l=b('PTTL',e)\nlocal s=l==-2 and 'free' or b('HGET',e,'mode')or 'plain'\nlocal bl,bt=gk(as)\nlocal bl,no=gk(dw)\nif gf and(s=='free' or s=='read')then ge(s)end\nlocal d={'touched',ARGV[1],s,l,bt or 0,no or 0}\nfor bl,ao in ipairs(b('ZMSCORE',as,unpack(bv)))do table.insert(d,tonumber(ao or 0))end\nreturn d\nend\nmk['web-locks/snapshot']=function(KEYS,ARGV)\nlocal ha,pn,m,cf,ng=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal qu=100\nlocal ry=500\nlocal cp=15000\nlocal bc=b('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal function so(e)\nlocal cw,pm={},1\nfor bl,u in ipairs(b('HKEYS',e))do\nif u=='mode' then\npm=0\nelse\ntable.insert(cw,u)\nend\nend\nreturn cw,pm\nend\nlocal function tg(e,cl,ra,lc)\nlocal rp=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal as,be=ARGV[6] .. cl .. ARGV[7] .. rp,ARGV[6] .. cl .. ARGV[8] .. rp\nlocal bv=b('ZRANGE',as,ra,ra+lc - 1)\nif #bv==0 then return{},0 end\nlocal rg={}\nfor q,am in ipairs(b('ZMSCORE',be,unpack(bv)))do\nif tonumber(am or 0)>ac - cp then table.insert(rg,bv[q])end\nend\nreturn rg,#bv\nend\nlocal pp=0\nif m~='' then\nif b('ZSCORE',ha,cf)==m then\npp=b('ZRANK',ha,cf)+(ng>0 and 0 or 1)\nelse\npp,ng=b('ZCOUNT',ha,'-inf','(' .. m),0\nend\nend\nlocal d,po={'page',ARGV[1],'','',0},ry\nlocal jj=b('ZRANGE',ha,pp,pp+qu - 1,'WITHSCORES')\nfor q=1,#jj,2 do\nlocal cl,kp=string.match(jj[q],'^([^:]*):(.*)$')\nlocal nf,cw,pm=pcall(so,pn .. kp)\nlocal ri,bv,h=pcall(tg,pn .. kp,cl,ng,po)\ncw,bv,h=nf and cw or{},ri and bv or{},ri and h or 0\nif #cw+h+ng==0 then\ng('ZREM',ha,jj[q])\nelse\nif ng>0 then cw={}end\nfor bl,bb in ipairs({kp,nf and pm or 0,#cw,#bv})do table.insert(d,bb)end\nfor bl,bb in ipairs(cw)do table.insert(d,bb)end\nfor bl,bb in ipairs(bv)do table.insert(d,bb)end\npo=po - h\nif po<=0 then\nd[3],d[4],d[5]=jj[q+1],jj[q],ng+h\nreturn d\nend\nend\nng=0\nend\nif #jj==2*qu then d[3],d[4]=jj[#jj],jj[#jj - 1] end\nreturn d\nend\nlocal rz={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal le={'batch',ARGV[1]}\nlocal pe,mh=2,3\nwhile ARGV[mh] do\nlocal kp,re,qw=ARGV[mh],ARGV[mh+1],ARGV[mh+2]\nlocal av,bm={},{ARGV[1]}\nfor q=pe,pe+re - 1 do table.insert(av,KEYS[q])end\nfor q=mh+3,mh+2+qw do table.insert(bm,ARGV[q])end\nif rz[kp] then sx(av[1],av[2],bm[6])end\nif kp=='web-locks/snapshot' then pcall(rd)end\nlocal d=bn(mk[kp],av,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(le,d)\npe,mh=pe+re,mh+3+qw\nend\npcall(rd)\nreturn le", END);
