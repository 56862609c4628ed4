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
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function ag(ao)\nreturn{'done',al,tonumber(ao)}\nend\nlocal function p(ao,kg)\nkg('SET',k,ao,'PX',f)\nr('UNLINK',k)\nreturn ag(ao)\nend";

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
  "local function ch(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bh(t)\nreturn{'ended',al,t}\nend\nlocal function cr()\nlocal t,ap=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bh(t),ap end\nend\nlocal function ca(c,f)\nif aq then\nlocal l=b('PTTL',n)\nif l>tonumber(f)then f=l end\nend\nat('SET',n,c .. an,'PX',f)\nif aq then r('SET',n,bs,'PX',f)else r('UNLINK',n)end\nend";

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
  "local function dl(bg,au)\nreturn cy .. bg .. ':rwlock_timeout:' .. au\nend";

const readsBegin_ =
  "local function ee(ab)\nlocal l=s and b('PTTL',e)or -2\nif s=='write' then\ng('HSET',e,i,1)\nelse\ng('HSET',e,'mode','read',i,1)\nend\nif l==-2 then r('UNLINK',e)else r('HDEL',e,i)end\ng('SET',dl(i,1),'1','PX',ab)\nr('UNLINK',dl(i,1))\nif l<tonumber(ab)then g('PEXPIRE',e,ab)end\nend";

const grantTake_ =
  "local function dz()\nif k then\ng('SET',k,'+' .. by,'PX',f)\nr('UNLINK',k)\nan=ARGV[8]\nca(by .. '|' .. az,f)\nelse\ng('SET',n,'|+' .. ARGV[8],'PX',f)\nr('UNLINK',n)\nend\nee(ab)\nreturn{'held',al,1,tonumber(ab),k and by or ''}\nend";

const readHoldsOwnLeft_ =
  "local function iu(ef)\nlocal l=k and b('PTTL',k)\nreturn l and(l==-1 and math.huge or l - ef)\nend";

const readHoldsLives_ =
  "local cu={}\nlocal function dv(bg,au)\nlocal j=dl(bg,au)\ncu[j]=cu[j] or b('PTTL',j)\nreturn cu[j]\nend";

const readHoldsSCRIPTMS_ =
  "local gd=10";

const readHoldsOWNMS_ =
  "local ja=5";

const readHoldsSlotOf_ =
  "local function jk(h,df)\nif not k then return 1,dv(i,1),true end\nlocal q,l,dx=1,math.huge,false\nlocal jd=az=='+' and w=='' and h>1\nfor au=h,jd and 2 or 1,-1 do\nlocal bb=dv(i,au)\nlocal fq=bb>df - gd\nlocal ji=bb<l and(au>1 or l>df+ja or bb<l - gd)\nif(fq and not dx)or(fq==dx and ji)then\nq,l,dx=au,bb,fq\nend\nend\nreturn q,l,dx\nend";

const readHoldsReadLeft_ =
  "local function ng(h,ef)\nlocal df=iu(ef)\nlocal bl,l=jk(h,df)\nlocal eo=df or math.huge\nfor bl,bb in ipairs({l,b('PTTL',e)})do\nif bb~=-1 then eo=math.min(eo,bb)end\nend\nreturn eo==math.huge and -1 or math.max(eo,0)\nend";

const readsHoldLeft_ =
  "local function eq(h,f)\nreturn ng(h,f - ARGV[4])\nend\nlocal function ex()\nreturn s=='read' or s=='write'\nend\nlocal fi=64\nlocal function ez(ab,bl,f)\nlocal h=g('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\ng('SET',dl(i,h),'1','PX',ab)\nr('UNLINK',dl(i,h))\ng('PEXPIRE',k,f)\nreturn h,tonumber(ab)\nend";

const grantSettled_ =
  "local function fz()\nlocal bd=cr()\nif bd then return bd end\nlocal ah=not k or v~=''\nbz()\nif h and ah then\nlocal ci=string.sub(v,2)\nif w~='' and w~=ci then return ax(ch('lost'),f)end\nreturn{'held',al,tonumber(h),eq(tonumber(h),f),ci}\nend\nif h and ex()then\nif fx then return ax('reentered',f)end\nif tonumber(h)>=fi then return ax('crowded',f)end\nlocal l=ck()\nif string.sub(w,1,1)=='!' then w=by end\nlocal dd=math.max(l,tonumber(ab))\ng('SET',k,'+' .. w,'PX',f+dd)\nr('UNLINK',k)\nca(w .. '|' .. az,f)\nlocal bx,ad=ez(ab,dd,f)\nif l<dd then g('PEXPIRE',e,ab)end\nreturn{'held',al,bx,ad,w}\nend\nif v~='' or(aq and not k)then return ax(ch('lost'),f)end\nend";

const grantWithHolder_ =
  "local function hd(ag)\nif not ev or ag[1]~='busy' then return ag end\nlocal u,fy=unpack(b('HRANDFIELD',e,2))\nif u=='mode' and fy then u=fy end\nif u then\ntable.insert(ag,u)\ntable.insert(ag,not KEYS.locked and b('GET',bi(u))or '')\nend\nreturn ag\nend";

const waitersNow_ =
  "local ac,bc\nlocal function dc()\nbc=b('TIME')\nac=bc[1]*1000+math.floor(bc[2]/1000)\nend";

const waitersDigits_ =
  "local function aj(ao)\nreturn string.format('%.0f',ao)\nend";

const waitersHEAD_ =
  "local ec='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dm(dy)\nreturn 'leasehound:' .. dy\nend";

const readHoldsMOSTWALKED_ =
  "local dt=80\nlocal function fh(bg,h)\nif h>dt then return math.max(b('PTTL',e),0)end\nlocal bw=0\nfor au=1,h do\nbw=math.max(bw,dv(bg,au))\nend\nreturn bw\nend";

const rwQueueQueue_ =
  "local as,dw,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cq=15000";

const rwQueueKEPTMS_ =
  "local ep=60000\nlocal lq=45000";

const rwQueueMOSTDROPPED_ =
  "local fj=64\nlocal gx=256\nlocal gf=false\nlocal hm='^' .. ec .. ':wake:[%w-]+$'\nlocal function ft(x)\nreturn string.sub(x,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fg(x)\nif g('ZREM',as,x)==0 then return false end\ng('ZREM',be,x)\nif ft(x)then g('ZREM',dw,x)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function ga(x,bc)\nlocal am=tonumber(bc or 0)\nif am<=ac then return am end\ng('ZADD',be,aj(ac),x)\nreturn ac\nend\nlocal function gk(fv,fn)\nlocal bu=b('ZRANGE',fv,0,0,'WITHSCORES')\nif #bu==0 then return false end\nif bu[1]==fn then return fn end\nif not ac then dc()end\nlocal am=ga(bu[1],b('ZSCORE',be,bu[1]))\nif am>ac - cq then return bu[1],tonumber(bu[2]),am+cq end\nbu=b('ZRANGE',fv,0,fj - 1,'WITHSCORES')\nlocal bv,fp,dp={},{},nil\nfor q=1,#bu,2 do table.insert(bv,bu[q])end\nlocal ia=b('ZMSCORE',be,unpack(bv))\nfor q,x in ipairs(bv)do\nam=ga(x,ia[q])\nif am>ac - cq then\ndp=q\nbreak\nend\ntable.insert(fp,x)\nend\ngf=true\nfor bl,j in ipairs({as,dw,be})do g('ZREM',j,unpack(fp))end\nif dp then return bv[dp],tonumber(bu[2*dp]),am+cq end\nreturn #bv==fj and 'more'\nend";

const rwQueueTell_ =
  "local function cb(x,cz,ao)\nlocal cg=string.match(x,'^.|[^|]*|([^|]*)|')\nif string.find(cg,'^%d%d%d%d%d%d$')then\nay(gi,cz .. cg .. ao)\nelseif string.find(cg,hm)then\nay(dm(cg),cz .. ao .. ' ' .. e)\nend\nreturn cg\nend\nlocal function ge(dn)\nlocal bt,ao=gk(as)\nif not bt or bt=='more' then return end\nif ft(bt)then\nif dn=='free' then cb(bt,'2',aj(ao))end\nreturn\nend\nlocal m=b('ZRANGE',dw,0,0,'WITHSCORES')[2]\nlocal af={}\nfor bl,bg in ipairs(b('ZRANGE',as,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,gx))do\nlocal cg=string.match(bg,'^.|[^|]*|([^|]*)|')\nif not af[cg] then af[cb(bg,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function lj(m)\nlocal nd=b('ZRANGE',as,gx - 1,gx - 1,'WITHSCORES')\nif nd[1] and(not m or tonumber(nd[2])<m)then\ncb(nd[1],'3',m and aj(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function id(x)\nif not fg(x)then return end\nlocal ht=b('HGET',e,'mode')\nif ht~='write' then ge(ht and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function md(x)\nif not ac then dc()end\nlocal ar,ao=b('ZRANK',as,x),0\nif not ar then\nlocal kl=b('ZRANGE',as,-1,-1,'WITHSCORES')\nao=(tonumber(kl[2])or 0)+1\ng('ZADD',as,aj(ao),x)\nif ft(x)then g('ZADD',dw,aj(ao),x)end\nar=b('ZCARD',as)- 1\nend\ng('ZADD',be,aj(ac),x)\nif ao>0 or b('PTTL',be)<lq then\nfor bl,j in ipairs({as,dw,be})do g('PEXPIRE',j,ep)end\nend\nreturn ar+1,ao\nend";

const readsForgetOutlived_ =
  "local function oa()\nif not k or aq or v~='' then return end\nbz()\nif not h or not ex()or fh(i,tonumber(h))>0 then return end\nck()\ng(b('HLEN',e)==2 and 'DEL' or 'HDEL',e,i)\nend";

const fairReadWriteBlock_2 =
  "if b('EXISTS',unpack(KEYS))==0 then return dz()end\nlocal function ny(qd,m)\nlocal ag=dz()\npcall(function()\nif qd and fg(ei)and not gf then lj(m)end\nif gf then ge('read')end\nend)\nreturn ag\nend\ncm()\noa()\nlocal ag=fz()\nif ag then\nif k then pcall(id,ei)end\nreturn ag\nend\nif k and s=='write' and b('HEXISTS',e,i .. ':write')==1 then return ny(true,0)end\nlocal l=ck()\nlocal dn=l==-2 and 'free' or s=='read' and 'read'\nlocal kr=l\nif dn then\nlocal nc=tonumber(b('ZSCORE',as,ei)or nil)\nlocal nn,ao,mt=gk(dw)\nif not nn or(nc and ao and ao>nc)then return ny(nc,ao)end\nkr=nn=='more' and 0 or mt+1 - ac\nif gf then ge(dn)end\nend\nif cf then\nid(ei)\nax('refused',f)\nreturn hd({'busy',al,l,0,-1,0})\nend\nlocal ar,ao=md(ei)\nreturn{'busy',al,l,ar,kr,ao}";

const writesBegin_ =
  "local function ee(ab)\ng('HSET',e,'mode','write',i,1)\nr('UNLINK',e)\ng('PEXPIRE',e,ab)\nr('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function ll(f,ef)\nlocal l=b('PTTL',e)\nif not k then return l end\nlocal jm=b('PTTL',n)\nif jm~=-1 then\nlocal df=jm - ef\nl=math.max(l==-1 and df or math.min(l,df),0)\nend\ng('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function eq(bl,f)\nreturn ll(f,f - ARGV[4])\nend\nlocal function ex()\nreturn s=='write'\nend\nlocal fi=1000\nlocal function ez(ab)\nlocal h=g('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\nreturn h,tonumber(ab)\nend";

const grantTakeNew_ =
  "local function hz()\nif not g('SET',n,'|+' .. ARGV[8],'PX',f,'NX')then return end\nr('UNLINK',n)\nee(ab)\nreturn{'held',al,1,tonumber(ab),''}\nend";

const fairReadWriteWasAnswered_ =
  "local qt=ARGV[6]=='2'\nlocal function iv()\nlocal l=b('PTTL',e)\nif l>=0 and b('EXISTS',n)==0 then\nlocal ar,ao=md(ei)\nreturn{'busy',al,l,ar,l,ao}\nend\nif l~=-2 then return end\nlocal bt=b('ZRANGE',as,0,0)[1]\nlocal ag=(not bt or bt==ei)and hz()\nif ag and bt then pcall(fg,ei)end\nreturn ag\nend\nif qt and not k then\nlocal ag=iv()\nif ag then return ag end\nelseif b('EXISTS',unpack(KEYS))==0 then\nreturn dz()\nend\ncm()\nlocal ag=fz()\nif ag then\nif k then pcall(id,ei)end\nreturn ag\nend\nlocal l=ck()\nlocal kr=l\nif l==-2 then\nlocal bt,bl,mt=gk(as,ei)\nif not bt or bt==ei then\nag=dz()\nif bt then pcall(fg,ei)end\nreturn ag\nend\nkr=bt=='more' and 0 or mt+1 - ac\nif gf then ge('free')end\nelseif k then\nlocal bg=string.sub(i,1,-7)\nif fh(bg,tonumber(b('HGET',e,bg)or 0))>0 then\nid(ei)\nreturn ax('upgrade',f)\nend\nend\nif cf then\nid(ei)\nax('refused',f)\nreturn hd({'busy',al,l,0,-1,0})\nend\nlocal ar,ao=md(ei)\nreturn{'busy',al,l,ar,kr,ao}";

const forceLock_ =
  "local e,n,i,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local o";

const forceStored_ =
  "local fe=b('GET',KEYS[2])\nif fe then return{'forced',ARGV[1],tonumber(fe)}end";

const forceLookAtLock_ =
  "local function mi()\no=bz()\nif s then ck()end\nend";

const forceForced_ =
  "local function kn(el)\nat('SET',KEYS[2],el,'PX',ARGV[2])\nr('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],el}\nend";

const forceTellHolders_ =
  "local function mm()\nlocal af=o[9] and '* ' or ''\nfor q=1,#o,2 do af=af .. o[q] .. ' ' end\nay(ARGV[5],af .. 'lost')\nend";

const stateExtended_ =
  "local eg,di={},{}";

const stateKeep_ =
  "local function en(j,ad,fo)\nif g('PEXPIRE',j,ad,'GT')==0 and(fo or di[e])then g('PEXPIRE',j,ad,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local fl=60000\nlocal function fa()\nreturn aq or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gi,cy,ei=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function db()\nif b('PTTL',e)<0 or not pcall(bz)then return false end\nif string.find(i,':write$')then return s=='write' end\nreturn(s=='plain')==(cy=='')\nend\nlocal function dq(ct)\nif k and v=='' and not ct then return nil end\nlocal ci=v~='' and string.sub(v,2)or ct or ''\nlocal h=(w=='' or w==ci)and b('HGET',e,i)or nil\nif h and not bq()and not db()then return nil end\nreturn h\nend";

const readHoldsSetLife_ =
  "local function lf(bg,au,ad)\nlocal j=dl(bg,au)\ncu[j]=ad or -2\nif ad then g('SET',j,'1','PX',ad)else g('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function ir(dg)\nif dg>dt then return true end\nlocal bw,bx=0,0\nlocal cw=b('HGETALL',e)\nfor q=2,#cw,2 do bx=bx+(tonumber(cw[q])or 0)end\nif bx>dt then return true end\nfor q=1,#cw,2 do\nbw=math.max(bw,fh(cw[q],tonumber(cw[q+1])or 0))\nend\nif bw>0 then\ng('PEXPIRE',e,bw)\nelse\ng('DEL',e)\nend\nreturn bw>0\nend";

const readHoldsTimeoutKeys_ =
  "local function mb(h)\nlocal av={}\nfor au=1,math.min(h,dt)do av[au]=dl(i,au)end\nreturn av\nend";

const rwQueueWakeNext_ =
  "local function lk(dn)\npcall(ge,dn)\nend";

const rwQueueGiveUp_ =
  "local function hq()\nif ei~='' then id(ei)end\nend";

const endFirst_ =
  "local bt,hw,f,ej=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal ap=ej=='' and '' or ' ' .. ej";

const fairReadWriteFreed_ =
  "local function el()\nlk('free')\nay(gi,'0')\nend";

const readsShortenLock_ =
  "local function kp(gu,dg)\nif gu<b('PTTL',e)- gd or b('HGET',e,'mode')=='write' then return end\nif not ir(dg or b('HLEN',e))then el()end\nend\nlocal function ls(bx)\nlocal av,dg=mb(bx),b('HLEN',e)\nif dg==2 then\ng('DEL',e,unpack(av))\nreturn el()\nend\nlocal gu=fh(i,bx)\ng('HDEL',e,i)\nr('HSET',e,i,h or 1)\nkp(gu,dg)\npcall(g,'DEL',unpack(av))\nend";

const readsEndLast_ =
  "local function es()\nls(1)\nend";

const readsEndOne_ =
  "local function hp(hx,h,gh)\nlocal la=dv(i,h)\nlocal au,gu,dx=jk(h,iu(ARGV[7] - hx))\ngh()\ng('HINCRBY',e,i,-1)\nlf(i,h)\nif au<h and la>0 and(dx or la>gu)then\nlf(i,au,la)\nelseif au<h and dx then\nlf(i,au)\nend\nkp(gu)\nend";

const endEndHold_ =
  "local function ho(ct)\nlocal fs,fr=true,nil\nif not k then\nfs,fr=pcall(b,'HGET',e,i)\nend\nif fr=='1' then\nlocal p,m=pcall(g,'SET',n,'|-released' .. ap,'PX',f,'GET')\nif p and m then r('SET',n,m,'PX',f)end\nif p and not m then r('UNLINK',n)end\nif p and(m and string.sub(m,1,2)=='|+' or not m and db())then\nes(true)\nreturn bh('released')\nend\nif p and not m then return ax('taken',fl)end\nif p then\nlocal du=f+b('PTTL',e)\ng('SET',n,m,'PX',du)\nr('SET',n,m,'PX',du)\nend\nend\ncm()\nlocal bd,hv=cr()\nif bd and ap~='' and hv~=ej and(bd[3]=='released' or string.find(bd[3],'^still'))then\nreturn bh('released-elsewhere')\nend\nif bd then return bd end\nlocal h=(fs or fa())and dq(bt and ct)\nif not h then\nlocal t=ch(b('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ax(t,fa()and f or fl)\nhq()\nreturn d\nend\nif tonumber(h)>1 then\nlocal t='still:' .. h - 1\nhp(hw,tonumber(h),function()\nax(t,f,ap)\nend)\nif k then pcall(en,n,f)end\nreturn bh(t)\nend\nlocal d=ax('released',f,ap)\nes()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return ho(ARGV[4])";

const stateExtend_ =
  "local function gg(j,ad)\nif g('PEXPIRE',j,ad,'GT')==1 then return true end\nif not eg[j] and g('PEXPIRE',j,ad,'NX')==1 then di[j]=true end\neg[j]=true\nreturn di[j]\nend";

const exclusiveEndOne_ =
  "local function hp(hx,bl,gh)\ngg(e,hx)\ngh()\ng('HINCRBY',e,i,-1)\nend";

const fairReadWriteFreed_2 =
  "local function el(dn)\nlk(dn)\nay(gi,'1')\nend";

const writesEndLast_ =
  "local function es()\nlocal dg,dn=b('HLEN',e),'free'\nif dg==2 then\ng('DEL',e)\nelse\ng('HSET',e,'mode','read')\nr('HSET',e,'mode','write')\ng('HDEL',e,i)\nr('HSET',e,i,h or 1)\nif ir(dg)then dn='read' end\nend\nel(dn)\nend";

const exclusiveBegin_ =
  "local function ee(ab)\ng('HINCRBY',e,i,1)\nr('UNLINK',e)\ng('PEXPIRE',e,ab)\nr('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function eq(bl,f)\nlocal l=b('PTTL',e)\nif k then g('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function ex()\nreturn s=='plain'\nend\nlocal fi=1000\nlocal function ez(bl,l)\nlocal h=g('HINCRBY',e,i,1)\nr('HINCRBY',e,i,-1)\nreturn h,l\nend";

const waitersMAILBOX_ =
  "local ey=ec .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cb(ak,...)\nay(dm(ak),table.concat({...},' '))\nend";

const queueQueue_ =
  "local as,cp,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cq=15000\nlocal dj=2000\nlocal fk=100\nlocal kq=10\nlocal iw=false\nlocal function em(y,j,dh)\nfor q=1,#dh,dj do\ng(y,j,unpack(dh,q,math.min(q+dj - 1,#dh)))\nend\nend\nlocal function ea()\nreturn b('ZDIFF',2,cp,be,'WITHSCORES')\nend\nlocal function hs()\nlocal cf=b('LINDEX',as,-1)\nreturn cf,tonumber(cf and b('ZSCORE',cp,cf)or nil)\nend";

const queueLeave_ =
  "local function fg(fu,dk)\nlocal bv=b('LRANGE',as,0,fk)\nlocal jf=#bv>fk\nlocal gn=jf and ea()or b('ZRANGE',cp,0,-1,'WITHSCORES')\nlocal gp,cf,er={},nil,nil\nfor q=1,#gn,2 do\ngp[gn[q]]=gn[q+1]\nend\nif jf then\ncf,er=hs()\nbv=(#gn>0 or dk>kq)and b('LRANGE',as,0,-1)\nend\nlocal go,cx,eh,hb=0,{},{},{}\nfor bl,x in ipairs(bv or{})do\nif fu[x] then\ngo=go+fb\ntable.insert(eh,x)\nelse\ntable.insert(hb,x)\nif go>0 and gp[x] then\ntable.insert(cx,aj(gp[x] - go))\ntable.insert(cx,x)\nend\nend\nend\nif not bv then\nfor x in pairs(fu)do\nif g('LREM',as,0,x)>0 then table.insert(eh,x)end\nend\nelseif #eh==1 then\ng('LREM',as,0,eh[1])\nelseif #eh>1 then\ng('DEL',as)\nem('RPUSH',as,hb)\nend\nem('ZREM',cp,eh)\nif er then\nlocal jc=er - #eh*fb\ncf,er=hs()\nif er and er>jc and not gp[cf] then\ntable.insert(cx,aj(jc))\ntable.insert(cx,cf)\nend\nend\nem('ZADD',cp,cx)\nif bv and #hb==0 then g('DEL',be)end\nend\nlocal function kj()\nlocal gq=b('ZRANGEBYSCORE',be,'-inf',aj(ac - cq))\nif #gq==0 then return end\nlocal fu={}\nfor bl,x in ipairs(gq)do\nfu[x]=true\nend\nfg(fu,#gq)\nem('ZREM',be,gq)\niw=true\nend\nlocal function kz()\nwhile true do\nlocal cl=b('LINDEX',as,0)\nif not cl then return false end\nif not ac then dc()end\nlocal am=tonumber(b('ZSCORE',be,cl)or nil)\nif am and am>ac then\nlocal fm={}\nfor bl,x in ipairs(b('ZRANGEBYSCORE',be,'(' .. aj(ac),'+inf'))do\ntable.insert(fm,aj(ac))\ntable.insert(fm,x)\nend\nat('ZADD',be,fm[1],fm[2])\nem('ZADD',be,fm)\nam=ac\nend\nlocal eu=not am and tonumber(b('ZSCORE',cp,cl)or nil)\nlocal jo=am and am+cq or eu or 0\nif jo>ac then return cl,jo,am~=nil end\nif am then\nkj()\nelse\ng('LPOP',as)\ng('ZREM',cp,cl)\niw=true\nend\nend\nend\nlocal function km(bt)\nlocal fw=g('ZPOPMIN',cp,fk+1)\nlocal m,cx,l={},{},false\nfor q=#fw,1,-1 do table.insert(m,fw[q])end\nif #fw>0 then r('ZADD',cp,unpack(m))end\nlocal function hu(dh)\nfor q=2,#dh,2 do\nif dh[q - 1]==bt then\nl=true\nelse\ntable.insert(cx,aj(dh[q] - fb))\ntable.insert(cx,dh[q - 1])\nend\nend\nend\nhu(fw)\nif #fw>2*fk then\nif not l then g('ZREM',cp,bt)end\nhu(ea())\nhu({hs()})\nend\nem('ZADD',cp,cx)\nif #cx==0 and b('EXISTS',as)==0 then g('DEL',be)end\nend\nlocal function jx(x)\nif KEYS.locked then return end\nlocal c=redis.pcall('GET',(string.gsub(bi(x),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(c)=='string' and c or nil\nend\nlocal function jy(ds,...)\nlocal ak=string.match(ds or '','^~?(' .. ey .. ') ')\nif ak then cb(ak,...)end\nreturn ak\nend\nlocal function ks(eb,x,ds)\nif not jy(ds,'try',x,0)then ay(eb .. x,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local ps=30000\nlocal pr=86400000\nlocal function nz()\nlocal ag=dz()\nbk(km,i)\nreturn ag\nend\nlocal function og(eu)\nlocal ox=eu - ac+fb+cq\nif b('PTTL',be)<ox then g('PEXPIRE',be,aj(ox))end\nend\nlocal function qj(ar,py,cx)\nwhile true do\nlocal o=b('LRANGE',as,ar+1,ar+fk)\nfor bl,x in ipairs(o)do\nif b('ZSCORE',be,x)then return end\nlocal eu=b('ZSCORE',cp,x)\nif eu then\ntable.insert(cx,aj(eu+py))\ntable.insert(cx,x)\nend\nend\nif #o<fk then return end\nar=ar+fk\nend\nend\nlocal pc=false\nlocal function ag()\nlocal ku=b('EXISTS',e,n,k or n)\nif ku==0 then\nlocal cl=g('LPOP',as)\nif not cl then\nr('EXISTS',as)\nreturn dz()\nend\nr('LPUSH',as,cl)\nif cl==i then return nz()end\ng('LPUSH',as,cl)\nelse\nlocal jg=not k and ku==1\nif not jg then cm()end\nlocal ag=not(jg and ARGV[6]=='2')and fz()\nif ag then return ag end\nend\nlocal l=ck()\ndc()\nlocal ar=b('LPOS',as,i)\nlocal gr=ar and g('ZADD',be,aj(ac),i)==1\nif gr then og(ac+(ar+1)*fb)end\nkj()\nlocal cl,oc\nif l==-2 then\ncl,oc=kz()\nend\nif l==-2 and not cl then\ng('DEL',be)\nreturn dz()\nend\nif l==-2 and cl==i then\ng('LPOP',as)\nr('LPUSH',as,i)\nreturn nz()\nend\nif iw then\nar=b('LPOS',as,i)\nif l==-2 then ks(ARGV[10],cl,jx(cl))end\nend\nif cf then\nif ar then\nfg({[i]=true},1)\ng('ZREM',be,i)\nend\nax('refused',f)\nreturn hd({'busy',al,l,ar and ar+1 or 0,-1})\nend\nlocal ah=ar and tonumber(b('ZSCORE',cp,i)or nil)\nif ah and ah<ac - pr then ah=nil end\nlocal eu=ah\nif not ar then\nlocal kl=b('LINDEX',as,-1)\neu=(kl and b('ZSCORE',cp,kl)or ac+math.max(l,0))+fb\nar=g('RPUSH',as,i)- 1\npc=true\ng('ZADD',be,aj(ac),i)\nend\nlocal ob=ac+(ar+1)*fb\nif not eu or eu<ob - fb+ps then eu=ob end\nif eu~=ah then\nlocal cx={aj(eu),i}\nif ah and not gr then qj(ar,eu - ah,cx)end\nem('ZADD',cp,cx)\nog(eu)\nend\nreturn{'busy',al,l,ar+1,l==-2 and oc+1 - ac or l}\nend";

const waitersIsHeard_ =
  "local function hc(ak,z)\nak=dm(ak)\nlocal cn=redis.pcall('PUBSUB','NUMSUB',ak,z or ak)\nreturn cn.err~=nil or cn[2]~=0,cn[4]\nend";

const waitersDated_ =
  "local function ms(c)\nreturn(string.gsub(c,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. aj(ac).. ' '))\nend";

const waitersIsCluster_ =
  "local function od()\nlocal mh=redis.pcall('INFO','cluster')\nreturn type(mh)=='string' and string.find(mh,'cluster_enabled:1',1,true)~=nil\nend\nlocal function nv()\nlocal p,nw=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn p and nw=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function om(c,cn)\nc=ms(c)\nif cn~='1' or string.find(c,'^~')then return c end\nlocal ok=nv()and hc(string.match(c,'^%S+'))and not od()\nreturn(ok and '' or '~').. c\nend";

const waitersSECRET_ =
  "local ii=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local jb=20";

const waitersTellGranted_ =
  "local function jn(ak,da,...)\nlocal c='granted ' .. table.concat({...},' ')\ncb(ak,c,string.sub(redis.sha1hex(da .. c .. da),1,jb))\nend";

const waitersSTANDINGMS_ =
  "local ij=150000\nlocal ih='^(~?)(' .. ey .. ') (%S+) (' .. ii .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op])(.*)$'\nlocal ig=15\nlocal dr,hk=0,false\nlocal function gv(c,z)\nlocal bf,ak,i,da,ab,f,hy,t,an=string.match(c,ih)\nif not bf or string.find(an,'^[^\\n]')or math.max(#ab,#f)>ig then return end\nif ac - hy>=ij then return end\nif bf=='' then\nlocal gs=string.sub(t,2)\nlocal im,dq=hc(ak,z)\nif not im then return end\ndr,hk=z and gs~='p' and dq or 0,gs=='o'\nend\nreturn bf,ak,i,da,ab,f,t,an\nend";

const waitersStanding_ =
  "local cs,ff=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal ep=160000\nlocal function fd()\ng('SET',ff,'1','PX',ep)\nend";

const waitersCALLEDMS_ =
  "local gb=65\nlocal ik=30\nlocal he=50\nlocal am=0\nlocal function gl(ar,cz,ad)\nlocal c=b('LINDEX',cs,ar)\nif not c then return false end\nlocal ak,i=string.match(c,'^~?(' .. ey .. ') (%S+)')\nif ak then cb(ak,cz,i,ad)end\nreturn true\nend\nlocal function hi(cz,ad)\nif gl(0,cz,ad)then fd()end\nend\nlocal function hj(i)\nreturn KEYS.locked or b('EXISTS',bi(i))==0\nend\nlocal function hf(ad,z)\nif not ac then dc()end\nwhile am<he do\nam=am+1\nlocal c=b('LINDEX',cs,0)\nif not c then return end\nlocal bf,ak,i=gv(c,z)\nif dr>0 then ad=ik end\nlocal gm=bf and hj(i)\nif gm and(bf=='' or ad>0)then\nfd()\ncb(ak,ad==0 and 'try' or 'next',i,ad)\nif ad==0 or bf=='~' or dr>0 then gl(1,'next',ad+gb)end\nreturn\nend\ng('LPOP',cs)\nif gm then\ncb(ak,'try',i,0)\nad=gb\nend\nend\nhi(ad==0 and 'try' or 'next',ad)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local iz=5000\nlocal function je(i,ab,f,an)\nif not g('SET',bi(i),'|+' .. an,'PX',f,'NX')then return end\nr('UNLINK',bi(i))\nlocal cv=math.min(tonumber(ab),iz)\ng('HINCRBY',e,i,1)\nr('UNLINK',e)\ng('PEXPIRE',e,cv)\nr('UNLINK',e)\nreturn cv\nend";

const waitersWithGrant_ =
  "local function jq(d,co)\nif not co then return d end\ntable.insert(d,'granted')\nfor bl,jp in ipairs(co)do table.insert(d,jp)end\nreturn d\nend";

const queueTellNext_ =
  "local function lj(eb,cv)\nlocal x=b('LINDEX',as,0)\nif not x or jy(jx(x),'next',x,cv)then return end\nif b('ZSCORE',be,x)then return end\ng('ZADD',cp,'XX','LT',aj(ac+cv+fb),x)\nay(eb .. x,'0')\nend\nlocal function mx(eb,x,ds)\nlocal bf,ak,i,da,ab,f,bl,an=gv(ds)\nif bf~='' or i~=x then return end\nlocal cv=je(i,ab,f,an)\nif not cv then return end\ng('LPOP',as)\nkm(i)\njn(ak,da,i,aj(ac),cv,aj(ac),0,0)\npcall(lj,eb,cv)\nreturn{i,cv}\nend\nlocal function lz(eb,gt)\nlocal cl,ds\nlocal p,co=bk(function()\nlocal bl,io\ncl,bl,io=kz()\nds=io and jx(cl)\nreturn ds and mx(eb,cl,ds)\nend)\nlocal bq=p and co or(not p and redis.pcall('EXISTS',e)==1)\nif bq then\nif gt==2 then pcall(fd)end\nreturn p and co\nend\nif cl then pcall(ks,eb,cl,ds)end\nif gt==2 then pcall(hf,0)end\nend";

const stateTimeouts_ =
  "local cy=''";

const fenceMarkKey_ =
  "local nq,al,ce=KEYS[1],ARGV[1],ARGV[2]\nlocal function pw(bf)\nif not bf then return true end\nif not string.find(bf,'^%d+$')then error('the mark of this resource is no number')end\nreturn #bf<#ce or(#bf==#ce and bf<=ce)\nend\nlocal function qb(bf,de)\nif bf==ce then return false end\nlocal bc=b('TIME')\nif tonumber(ce)<=(bc[1]+60)*1e6+bc[2] then return false end\nlocal aw=tonumber(b('GET',de)or '')\nreturn not aw or aw<tonumber(ce)\nend\nlocal function ql(bf)\nif bf~=ce then g('SET',nq,ce)end\nend";

const grantLooked_ =
  "local ib\nlocal function iq(is)\nif is then\nlocal db,o=pcall(bz)\nif not db or h then return end\nib=o\nend\nif s==false then return -2 end\nreturn b('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function jg()\nreturn b('EXISTS',n)==0\nend";

const grantRefuseNew_ =
  "local function lc(l)\nif not l or l<0 then return end\nlocal gr\nif cf then\ngr=at('SET',n,'|-refused','PX',f,'NX')\nelse\ngr=jg()\nend\nif gr then return{'busy',al,l}end\nend";

const waitersMOST_ =
  "local dj='9223372036854775807'";

const fencedTokenKey_ =
  "local de=KEYS[3]";

const waitersReadToken_ =
  "local function jv()\nlocal aw=b('GET',de)\nreturn aw~='' and aw\nend\nlocal function ju(c)\nreturn string.find(c,'^%d+$')and(#c<#dj or(#c==#dj and c<=dj))\nend\nlocal function ic(aw,hn)\nlocal ce=hn[1] .. string.format('%06d',hn[2])\naw=aw or ''\nlocal hr=#aw<#ce or(#aw==#ce and aw<ce)\nif hr then g('SET',de,ce)else g('INCR',de)end\nif aw=='' then r('UNLINK',de)else r('SET',de,aw)end\nreturn hr and ce or b('GET',de)\nend";

const fencedWithToken_ =
  "local function ki(ag,ce)\ntable.insert(ag,ce)\nreturn ag\nend\nlocal function jh()\nlocal aw=jv()\nif aw and not ju(aw)then ai(de)end\nreturn aw\nend\nlocal function ml(aw)\nif aw==dj then ai(de)end\nlocal ce=ic(aw,b('TIME'))\nreturn ki(dz(),ce)\nend\nlocal function ow()\nlocal oy,aw=pcall(jh)\nlocal ag=oy and aw~=dj and hz()\nreturn ag and ki(ag,ic(aw,b('TIME')))\nend\nlocal function oq()\ncm()\nlocal aw=k and v=='' and jh()\nlocal ag=fz()\nif ag and ag[1]=='held' then ki(ag,aw or jh()or ic(nil,b('TIME')))end\nreturn ag,aw\nend";

const fencedQuickAnswer_ =
  "local function iv()\nif k then return b('EXISTS',e,n,k)==0 and ml(jh())end\nlocal l=iq(ARGV[6]~='2')\nreturn l==-2 and ow()or lc(l)\nend\nlocal function jr()\nlocal ag,aw=oq()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then\nif not k then aw=jh()end\nreturn ml(aw)\nend\nif cf then ax('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function ag()\nreturn hd(iv()or jr())\nend";

const standIsOurs_ =
  "local io=0\nlocal function jg()\nlocal o=ib or b('HRANDFIELD',e,2,'WITHVALUES')\nlocal ha={n}\nif #o==2 and not KEYS.locked then table.insert(ha,bi(o[1]))end\nlocal df,ea=unpack(b('MGET',unpack(ha)))\nio=ea and string.sub(ea,1,1)~='!' and 1 or 0\nreturn not df\nend";

const standMarked_ =
  "local function qh(c)\nlocal cn=ARGV[12]~='' and redis.pcall('PUBSUB','NUMSUB',ARGV[12])\nif not cn or cn.err then return c end\nreturn(string.gsub(c,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(cn[2]==0 and 'o' or 'p')))\nend\nlocal function os()\ndc()\nlocal c=qh(om(ARGV[10],ARGV[11]))\nlocal ar=ARGV[9]~='' and b('LPOS',cs,ARGV[9])\nif ar then\ng('LSET',cs,ar,c)\nelse\ng('RPUSH',cs,c)\nend\ng('PEXPIRE',cs,ep)\nfd()\nreturn c\nend";

const standAnswerOrStand_ =
  "local function px()\nlocal d=ag()\nif d[1]=='busy' and not cf then\nlocal p,c=pcall(os)\nif p then\ntable.insert(d,ac)\ntable.insert(d,c)\ntable.insert(d,io)\nend\nelseif ARGV[9]~='' then\npcall(g,'LREM',cs,0,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local ie=60000\nlocal mn=64";

const stealRob_ =
  "local function nh(u,l)\nlocal ea=bi(u)\nlocal f=math.max(l+ie,b('PTTL',ea))\nlocal jl='!' .. jz .. '|'\nlocal m=g('SET',ea,jl .. '-' .. jz,'PX',f,'GET')\nif m then r('SET',ea,m,'PX',f)else r('UNLINK',ea)end\nlocal af=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not af then return end\ng('SET',ea,jl .. af,'PX',f)\nr('SET',ea,m,'PX',f)\nend\nlocal function nj(l,nl)\nlocal le={}\nfor bl,u in ipairs(b('HRANDFIELD',e,mn+1))do\nif u~='mode' or s=='plain' then\nnh(u,l)\ntable.insert(le,u)\nend\nend\ng('UNLINK',e)\nlocal ha=table.concat(le,' ')\nay(nm,ha .. ' ' .. jz)\nlocal ag=nl()\ntable.insert(ag,ha)\nreturn ag\nend";

const stealQuickAnswer_ =
  "local function iv()\nif k then return b('EXISTS',e,n,k)==0 and li()end\nlocal l=iq(true)\nif l==-2 then return nk()end\nif l and l>=0 and b('EXISTS',n)==0 then return lg(l)end\nend";

const stealFullAnswer_ =
  "local function jr()\nlocal ag=ah()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return li()end\nreturn lg(l)\nend\nlocal function ag()\nreturn iv()or jr()\nend";

const inspectSubscriptions_ =
  "local function ou(eb)\nlocal cn=redis.pcall('PUBSUB','NUMSUB',unpack(eb))\nif cn.err then return -1 end\nlocal lh=0\nfor q=2,#cn,2 do lh=lh+cn[q] end\nreturn lh\nend";

const lockHashLONGESTVALUE_ =
  "local nt=500\nlocal function oj(j)\nlocal ek=redis.pcall('GETRANGE',j,0,nt)\nif type(ek)~='string' then return nil end\nreturn string.match(ek,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function qf(gz,nb)\nreturn 'light\\n' .. gz .. ' ' .. nb\nend";

const inspectLONGESTSTATE_ =
  "local pu=700\nlocal function qr(av)\nlocal ma=#av>0 and b('MGET',unpack(av))or{}\nfor q=1,#av do ma[q]=string.sub(ma[q] or '',1,pu)end\nreturn ma\nend";

const inspectMOSTBYTES_ =
  "local nu=50000\nlocal function mz(c)\nlocal bl,on=string.gsub(c,'[^%w:{}_./ -]','')\nreturn #c+5*on+3\nend";

const permitsCount_ =
  "local function h(c)\nreturn tonumber(gj(c))\nend";

const permitsPermits_ =
  "local fc,gc,al=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local bc=b('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal mf=1000";

const lockQuickAnswer_ =
  "local function iv()\nif k then return b('EXISTS',e,n,k)==0 and dz()end\nlocal l=iq(ARGV[6]~='2')\nreturn l==-2 and hz()or lc(l)\nend\nlocal function jr()\ncm()\nlocal ag=fz()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return dz()end\nif cf then ax('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function ag()\nreturn hd(iv()or jr())\nend";

const holdBlock_ =
  "cm()\nlocal bd=cr()\nif bd then return bd end\nlocal h=dq()\nif not h then return ax(ch('lost'),ARGV[4])end\nreturn{'counted',al,tonumber(h),eq(tonumber(h))}";

const waitersTokenKey_ =
  "local de";

const waitersChainSince_ =
  "local il,hh,hg\nlocal lr=1000\nlocal lp=2000\nlocal ka=99\nlocal function mc()\nde='redisson_lock_token:' .. string.match(cs,'^[^:]+:[^:]*:standing:(.*)$')\nlocal p,aw=pcall(jv)\nreturn p and(not aw or(ju(aw)and aw~=dj)),aw\nend\nlocal function lt(ak,i,da,ab,f,t,an)\nlocal kb,aw=true,nil\nlocal ke=string.find(t,'^t')\nif ke then\nkb,aw=mc()\nend\nif not kb then return cb(ak,'try',i,0)end\nlocal cv=je(i,ab,f,an)\nif not cv then return end\nlocal ce=ke and ic(aw,bc)or nil\njn(ak,da,i,aj(ac),cv,aj(il),hh,hg,ce)\nreturn{i,cv,ce}\nend\nlocal function kf(z)\nay(z,'1000000')\nay(z,'0')\nend\nlocal function ip(z)\nkf(z)\npcall(hf,0,z)\nend\nlocal function kd(c,lb)\nreturn math.min(math.max(tonumber(c)or 0,0),lb)\nend\nlocal function lu()\nif dr==0 or not hk then return false end\nlocal kh=b('LLEN',cs)+2\nreturn hh*dr>=math.max(kh+dr,hg*kh)\nend\nlocal function ly(z,gz,ix,it,iy)\nif not ac then dc()end\nil=math.min(tonumber(gz)or ac,ac)\nhh=kd(ix,ka - 1)+1\nhg=kd(it,ka)\nlocal lv=hg>hh and lp or lr\nif KEYS.locked or ac - il>=lv then return ip(z)end\nwhile am<he do\nam=am+1\nlocal c=g('LPOP',cs)\nif not c then\nay(z,'0')\nreturn\nend\nlocal bf,ak,i,da,ab,f,t,an=gv(c,z)\nif bf=='' and lu()then\ng('LPUSH',cs,c)\nreturn ip(z)\nend\nif bf=='~' and hj(i)then\nkf(z)\ncb(ak,'try',i,0)\nhf(gb)\nreturn\nend\nlocal co=bf=='' and lt(ak,i,da,ab,f,t,an)\nif co then\npcall(hi,'next',co[2])\nif dr>0 and iy~='1' then ay(z,'1')end\nreturn co\nend\nend\nip(z)\nend\nlocal function el(z,gt,gz,ix,it,iy)\nam=0\nif gt==2 then\nlocal p,co=bk(ly,z,gz,ix,it,iy)\nif p then return co end\nif redis.pcall('EXISTS',e)==1 then return end\nend\nay(z,'0')\nend";

const holdRenew_ =
  "local function lx(ab,f,du,na,jw)\nlocal bd=cr()\nif bd then return nil,bd end\nlocal h=dq()\nif not h then return nil,ax(ch('lost'),f)end\ngg(e,ab)\nif jw then jw(tonumber(h))end\nif k then\nif aq then\nen(n,du)\nelse\nca(string.sub(v,2).. '|',du)\nend\nen(k,du,jw)\nelseif na then\nen(n,du)\nend\nreturn tonumber(h)\nend";

const holdRenewEach_ =
  "local function qn()\nlocal nx,ef=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal bx=(#ARGV - 3)/6\nlocal mp,lw={},0\nfor q=1,bx do\ntable.insert(mp,KEYS[2*q])\nend\nfor q=2*bx+1,#KEYS do\ntable.insert(mp,KEYS[q])\nend\nlocal oh=b('MGET',unpack(mp))\nlocal ld={'renewals',ARGV[1]}\nfor q=1,bx do\nlocal ab,f,my\ni,by,ab,f,my,cy=unpack(ARGV,6*q - 2,6*q+3)\ne,n,k=KEYS[2*q - 1],KEYS[2*q],nil\nif my=='1' then\nlw=lw+1\nk=KEYS[2*bx+lw]\nend\nbr(oh[q],k and oh[bx+lw])\nlocal ni=cy~=''\nlocal df=ni and iu(ef)\nlocal l=nx and not ni and b('PTTL',e)\nif l and k then l=math.min(l,b('PTTL',n)- ef,b('PTTL',k)- ef)end\nlocal h,bd\nif l and l>nx then\nbd=cr()or not dq()and ax(ch('lost'),f)\nelse\nl=tonumber(ab)\nh,bd=lx(ab,f,l+ef,my=='2',ni and function(bx)\nop(bx,df,ab)\nend)\nend\ntable.insert(ld,bd and bd[3] or l)\nend\nreturn ld\nend";

const readHoldsRenewSlot_ =
  "local function op(h,df,ab)\nlocal au=1\nif h>1 then au=jk(h,df)end\nlocal j=dl(i,au)\nif not gg(j,ab)then g('SET',j,'1','PX',ab,'NX')end\ncu[j]=nil\nend";

const lockHashLock_ =
  "local e,n,i,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "bz()\nlocal l=ck()";

const ownerAnswer_ =
  "local function ag(et)\nreturn{'done',al,tonumber(et)}\nend\nlocal function p(et)\nat('SET',k,et,'PX',ARGV[4])\nr('UNLINK',k)\nreturn ag(et)\nend";

const ownerHeldCount_ =
  "local function js(jt)\nbz()\nif s and(s=='plain')~=jt then ai(e)end\nif s then ck()end\nreturn h and tonumber(h)\nend";

const ownerENDED_ =
  "local hl='released-elsewhere'\nlocal ie=60000\nlocal function kt(kx)\nlocal f=math.max(b('PTTL',e)+ie,b('PTTL',n))\nat('SET',n,'!' .. hl .. '|-' .. hl,'PX',f)\nif aq then r('SET',n,bs,'PX',f)else r('UNLINK',n)end\nlocal ky=kx()\nay(ARGV[6],i .. ' ' .. hl)\nreturn ky\nend";

const ownerBlock_ =
  "cm()";

const ownerEndReads_ =
  "local function qa()\nif v~='' then return ag(v)end\nlocal bx=js(false)\nif not bx then return p(0)end\nlocal d=p(1)\nkt(function()\nls(tonumber(bx))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function qo()\np(1)\nreturn{'done',al,1,w}\nend";

const permitsGiveBack_ =
  "local function mw(dk,z,eo,mu,...)\nlocal ed=at('INCRBY',fc,dk)\nr('INCRBY',fc,-dk)\nmu(...)\nif ed>=eo then ay(z,aj(ed))end\nend";

const permitsSweep_ =
  "local function ov(ed,z)\nlocal kk,gw=unpack(b('ZRANGE',gc,0,0,'WITHSCORES'))\nif kk and #kk~=16 then error('NOT_A_LOCK 2')end\nif not kk or tonumber(gw)>ac then return ed end\nlocal kv=b('ZCOUNT',gc,'-inf',aj(ac))\nlocal dk=math.min(kv,mf)\nmw(dk,z,1,g,'ZREMRANGEBYRANK',gc,0,dk - 1)\nreturn ed+kv\nend";

const permitExpirableRecord_ =
  "local k,z,f=KEYS[3],ARGV[2],ARGV[4]\nlocal mq=setmetatable({},{\n__index=function(ew,aa)\new[aa]=string.char(tonumber(aa,16))\nreturn ew[aa]\nend,\n})\nlocal gy,ew={},string.gsub(ARGV[3],'..',mq)\nlocal function l()\nlocal eo,dk=math.huge,0\nfor bl,gw in ipairs(b('ZMSCORE',gc,unpack(gy)))do\neo=math.min(eo,gw and gw - ac or 0)\nif gw then dk=dk+1 end\nend\nreturn eo,dk\nend";

const permitExpirableEnded_ =
  "local function bh(t)\nreturn{'ended',al,t}\nend\nlocal function gh(t)\nlocal m=at('SET',k,'-' .. t,'PX',f,'GET')\nif m then r('SET',k,m,'PX',f)else r('UNLINK',k)end\nreturn bh(t)\nend\nlocal function cr(bf)\nif bf and string.sub(bf,1,1)=='-' then return bh(string.sub(bf,2))end\nend";

const permitExpirableScored_ =
  "local function qq(ab)\nlocal dh,gw={},aj(ac+ab)\nfor bl,qi in ipairs(gy)do\ntable.insert(dh,gw)\ntable.insert(dh,qi)\nend\nreturn unpack(dh)\nend";

const permitExpirableLostEnd_ =
  "local function np()\nreturn cr(b('GET',k))or gh('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#ew,16 do\ntable.insert(gy,string.sub(ew,q,q+15))\nend";

const readWriteTimeouts_ =
  "local cy=ARGV[9]\nlocal jz,nm=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function lg(l)\nif s=='plain' then ai(e)end\nreturn nj(l,dz)\nend\nlocal nk,li=hz,dz";

const readWriteKnown_ =
  "local function ah()\ncm()\nreturn fz()\nend";

const readWriteBlock_ =
  "return ag()";

const semaphoreKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bh(t)\nreturn{'ended',al,t}\nend\nlocal function ax(t)\nat('SET',k,'-' .. t,'PX',f)\nr('UNLINK',k)\nreturn bh(t)\nend\nlocal ek,bf=unpack(b('MGET',j,k))\nlocal function fc()\nreturn gj(ek or b('GET',j))\nend";

const semaphoreTaken_ =
  "local ns=bf and string.match(bf,'^%+(%d+)$')\nif bf and not ns then return bh(string.sub(bf,2))end";

const semaphoreNotify_ =
  "local function qk(z,fc)\nif fc>=0 then ay(z,fc)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "a7cc9fca02b4afb74421b0b5ec237f9df4941541", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ek then return p(0,at)end\nlocal l=ek - 1\nlocal d=p(math.max(l,0),at)\ng('DECR',j)\nif l>0 then return d end\nr('INCR',j)\ng('DEL',j)\nif l==0 then ay(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "d56a48d789d30ea695e2eb69ca946c073c74de72", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ek then return p(0,at)end\nlocal d=p(1,at)\ng('DEL',j)\nay(ARGV[3],'1')\nay(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-read", "fcd06d9e1ba59bfe806ff25046f4cdd723f62532", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-write", "c362d9df0c1a8915f3aecc6bbc26fd38fd2fd68b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "115f060bf87d9a971207011e24344c6dfc189fc3", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "mi()\nlocal gi=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if s=='plain' then ai(e)end\nif s~=ARGV[6] then return kn(0)end\nlocal d=kn(1)\ng('DEL',e)\npcall(ge,'free')\nay(gi,s=='write' and '1' or '0')\nmm()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-read", "f464c4e17dd8335c92a917a8a3535ba438213d65", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-write", "11435649718775ce30c05947c5ca19199b2d6b35", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "b3c11c82cf20221e887006bed5aa3fb49b2871e0", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal fb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return ag()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "e62078d6162e19ac87f12a1345c2407daea7e7ab", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal fb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local ep=cq+5000\nlocal ru=100\nlocal function sf(ar)\nlocal kc=b('HRANDFIELD',e)\nlocal jl=kc and b('GET',bi(kc))\nif not jl or string.sub(jl,1,1)=='!' or ar>ru then return 0 end\nif ar==1 then return 1 end\nfor bl,am in ipairs(b('ZMSCORE',be,unpack(b('LRANGE',as,0,ar - 2))))do\nif not am then return 0 end\nend\nreturn 1\nend\nlocal function os(ar)\nlocal c=om(ARGV[12],ARGV[13])\nlocal m=g('SET',KEYS[6],c,'PX',ep,'GET')\nreturn c,m==ARGV[11] and not pc and 1 or sf(ar)\nend\nlocal d=ag()\nif d[1]~='busy' or cf or KEYS.locked then return d end\nlocal p,c,ne=pcall(os,d[4])\nif p then\nfor bl,jp in ipairs({ac,c,ne})do table.insert(d,jp)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "10e9c4dd19276ed044e6a460755b0106b3579a87", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "mi()\nlocal fb=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if s=='read' or s=='write' then ai(e)end\nif not s then return kn(0)end\nlocal d=kn(1)\nlocal co=lz(ARGV[3],g('DEL',e,ff))\nmm()\nreturn jq(d,co)", END);

export const fairPass: LuaScript = /* @__PURE__ */ script("fair/pass", "7df94ef8e7379d7c0c5f1ed7be1cb7a271db40bc", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[9] and KEYS[7]\nlocal fb=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local co\nlocal oe=false\nlocal function es()\ng('DEL',e)\noe=true\nend\nlocal function hq()\nif b('EXISTS',e)==0 then co=lz(ARGV[9])end\nend", endEndHold_, "local d=ho(ARGV[4])\nif not oe then return jq(d,co)end\nlocal p,qc=bk(function()\nif b('LINDEX',as,0)~=ARGV[11] then return false end\nif not g('SET',KEYS[6],'|+' .. ARGV[14],'PX',ARGV[13],'NX')then return false end\nr('UNLINK',KEYS[6])\ng('HINCRBY',e,ARGV[11],1)\nr('UNLINK',e)\ng('PEXPIRE',e,ARGV[12])\nreturn true\nend)\nif p and qc then\nbk(function()\ng('LPOP',as)\nkm(ARGV[11])\nend)\ntable.insert(d,'held')\nreturn d\nend\nreturn jq(d,lz(ARGV[9],1+g('DEL',ff)))", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "fdf1758f3be1fb842bf4d938718775099da231f6", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal fb=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local co\nlocal function es()\nco=lz(ARGV[9],g('DEL',e,ff))\nend\nlocal function hq()\nif ARGV[11]=='1' and b('LPOS',as,i)then\nfg({[i]=true},1)\ng('ZREM',be,i)\nend\nif b('EXISTS',e)==0 then co=lz(ARGV[9])end\nend", endEndHold_, "local d=ho(ARGV[4])\nreturn jq(d,co)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "4ceed58067f7a330aa77e1f7d2de0f0819c0a7fe", BEGIN, fenceMarkKey_, "local bf=b('GET',nq)\nif not pw(bf)then return{'fenced',al,0}end\nif qb(bf,KEYS[2])then return{'ahead',al}end\nql(bf)\nreturn{'fenced',al,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "dedf347d89c70927693ae84cc713fe6bc54ba563", BEGIN, stateWrite_, fenceMarkKey_, "local k,sj,f,ek=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal bf,p=unpack(b('MGET',nq,k))\nif p=='1' then return{'fenced',al,1}end\nif p=='ahead' then return{'ahead',al}end\nif p then return{'withdrawn',al}end\nif not bf then bf=b('GET',nq)end\nif not pw(bf)then return{'fenced',al,0}end\nif not ek then\nat('SET',k,'0','PX',f)\nreturn{'withdrawn',al}\nend\nif qb(bf,KEYS[4])then\ng('SET',k,'ahead','PX',f)\nreturn{'ahead',al}\nend\ng('SET',sj,ek,'GET')\nql(bf)\ng('SET',k,'1','PX',f)\nreturn{'fenced',al,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "e85f7fcd8d3628252c74845e3e34224077b4e08f", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn ag()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "624d997b660771f1ac5fe52701dcbea63fa52207", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, fencedWithToken_, fencedQuickAnswer_, standMarked_, standAnswerOrStand_, "k=nil\nreturn px()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "350da10b305c891452bcc8c6b20a81388cacedc3", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal jz,nm=ARGV[9],ARGV[10]", stealRob_, "local nk,ah=ow,oq\nlocal function li()\nreturn ml(jh())\nend\nlocal function lg(l)\nif s~='plain' then ai(e)end\nlocal aw=jh()\nif aw==dj then ai(de)end\nreturn nj(l,function()\nreturn ml(aw)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return ag()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "10e87bff0b9eefbbf9d92e4a346a5f235276ec38", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal qz='!' .. ARGV[9] .. '|'\nlocal c=b('GET',KEYS[3])\nlocal l=c and(string.sub(c,1,1)=='=' or string.sub(c,1,#qz)==qz)and b('PTTL',KEYS[3])or 0\nlocal function kw()\nreturn{'found',al,c,l}\nend\nif l>0 then\nif g('SET',n,'|-lost','PX',f,'NX')then return kw()end\nelseif b('EXISTS',e,n)==0 then\nreturn dz()\nend\ncm()\nlocal ag=fz()\nif ag and ag[1]=='ended' and l>0 then return kw()end\nif ag then return ag end\nlocal sh=ck()\nif cf then ax('refused',f)end\nreturn{'busy',al,sh,b('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "5082e76cda2c61be8f4f29ec286ebf414e4bd0fc", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, endFirst_, "k=nil\nlocal function es(st)\nlocal qe,m=false,nil\nif st then\nqe,m=pcall(g,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qe and m then r('SET',KEYS[3],m,'PX',ARGV[11])end\nif qe and not m then r('UNLINK',KEYS[3])end\nlocal gt=g('DEL',e,ff)\nay(ARGV[9],'1')\nif gt==2 then pcall(hf,0)end\nend\nlocal function hq()end", endEndHold_, "return ho(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "828a37392152a8481680e274e2d4dc22a226f29b", BEGIN, onceCounter_, inspectSubscriptions_, "local ao=gj(b('GET',KEYS[1]))\nlocal l=b('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],ao and 1 or 0,tonumber(ao or 0),l,ou({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "08ca446177f125fe060e6f8100ea3779d90e5aa9", BEGIN, lockHashMode_, "local e,n,i,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local cy=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local mo=100\nlocal rx=4\nlocal rw=tonumber(ARGV[6])\nlocal al,as,be,of=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(bz)then\nlocal kc,gz,nb=oj(e)\nif not kc then bz()end\nlocal l=ck()\nreturn{'lock',al,'light',l,1,1,0,0,0,0,kc,1,l,qf(gz,nb)}\nend\nlocal l=ck()\nlocal function tc()\nlocal cw,cn,dg={},{},0\nif not s then return cw,cn,dg end\ndg=b('HLEN',e)-(s=='plain' and 0 or 1)\nlocal mr,ah='0',{}\nif s~='plain' then ah['mode']=true end\nfor bl=1,rx do\nlocal lo=b('HSCAN',e,mr,'COUNT',2*mo)\nmr=lo[1]\nlocal o=lo[2]\nfor q=1,#o,2 do\nif #cw<mo and not ah[o[q]] then\nif not bj(o[q+1])then ai(e)end\nah[o[q]]=true\ntable.insert(cw,o[q])\ntable.insert(cn,tonumber(o[q+1]))\nend\nend\nif mr=='0' or #cw==mo then break end\nend\nreturn cw,cn,dg\nend\nlocal qm=0\nlocal function sz(bg,bx)\nif qm+bx>rw then return l end\nqm=qm+bx\nlocal bw=0\nfor au=1,bx do\nbw=math.max(bw,b('PTTL',dl(bg,au)))\nend\nreturn math.min(bw,l)\nend\nlocal function ti(dg,ot)\nlocal rf=dg>1 and b('PTTL',ot)or -1\nif rf<0 then return l end\nreturn math.max(math.min(l,rf - ARGV[4]),0)\nend\nlocal function sq(u,bx,dg,ot)\nif s=='plain' then return l end\nif string.find(u,':write$')then return ti(dg,ot)end\nreturn sz(u,bx)\nend\nlocal function td()\nif b('EXISTS',as,KEYS[6])==0 then return{},0 end\nlocal no=b('TYPE',as).ok\nif no=='list' then return b('LRANGE',as,0,mo - 1),b('LLEN',as)end\nif no~='none' then ai(as)end\nas,be=KEYS[6],KEYS[7]\nif b('TYPE',as).ok~='zset' then ai(as)end\nreturn b('ZRANGE',as,0,mo - 1),b('ZCARD',as)\nend\nlocal function ta(bv)\nif #bv==0 then return{}end\nlocal am=redis.pcall('ZMSCORE',be,unpack(bv))\nlocal bc=b('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal dh={}\nfor q=1,#bv do\nlocal cf=tonumber(am[q] or nil)\ndh[q]=cf and math.max(ac - cf,0)or -1\nend\nreturn dh\nend\nlocal cw,cn,dg=tc()\nlocal nr={}\nfor q,u in ipairs(cw)do nr[q]=bi(u)end\nlocal mk=qr(nr)\nlocal bv,th=td()\nlocal tb=ta(bv)\nlocal eb={unpack(ARGV,7)}\nif as==KEYS[3] then\nfor bl,x in ipairs(bv)do table.insert(eb,ARGV[5] .. x)end\nend\nlocal jj=redis.pcall('LLEN',of)\nlocal d={'lock',al,s or 'free',l,dg,0,th,0}\ntable.insert(d,type(jj)=='number' and jj or 0)\ntable.insert(d,ou(eb))\nlocal ew=0\nlocal function cb(ro,ko,c,...)\new=ew+mz(ko)+mz(c)+30\nif ew>nu then return end\nd[ro]=d[ro]+1\nfor bl,bb in ipairs({ko,...})do table.insert(d,bb)end\nend\nfor q,u in ipairs(cw)do\ncb(6,u,mk[q],cn[q],sq(u,cn[q],dg,nr[q]),mk[q])\nend\nfor q,x in ipairs(bv)do cb(8,x,'',tb[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "bd30c2b2d85903d700602948ff414ed5a931fcd0", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local mo=100\nlocal pv=922337203685477\nlocal function sp(ew)\nreturn(string.gsub(ew,'.',function(si)\nreturn string.format('%02x',string.byte(si))\nend))\nend\nlocal c=b('GET',fc)\nlocal ed=c and h(c)\nlocal kv=b('ZCOUNT',gc,'-inf',aj(ac))\nlocal pe=b('ZCARD',gc)- kv\nlocal af=b('ZRANGE',gc,'(' .. aj(ac),'+inf','BYSCORE','LIMIT',0,mo,'WITHSCORES')\nlocal d={'permits',al,c and 1 or 0,(ed or 0)+(c and kv or 0),pe}\ntable.insert(d,ou({ARGV[2]}))\ntable.insert(d,b('PTTL',fc))\ntable.insert(d,#af/2)\nfor q=1,#af,2 do\nif #af[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gw=tonumber(af[q+1])\ntable.insert(d,sp(af[q]))\ntable.insert(d,gw>=pv and -1 or gw - ac)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "56e7b595df5756a0812f4fee1cd5b1bd9d2104f1", BEGIN, inspectMOSTBYTES_, "local mr,pp,me=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dj=1000\nlocal pt=1000\nlocal dk,pz=math.min(dj,me),nu\nlocal kw,rc={},false\nlocal function sb(av,ma)\nfor bl,j in ipairs(ma)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(av,j)end\nend\nend\nlocal function ez(av)\nlocal ew,o=0,{}\nfor bl,j in ipairs(av)do\nif #j<=pt then\new=ew+mz(j)\ntable.insert(o,j)\nend\nend\nif ew>pz and(#kw>0 or dk>1)then return false end\npz=pz - ew\nfor bl,j in ipairs(o)do table.insert(kw,j)end\nreturn true\nend\nlocal function rl(no)\nreturn redis.pcall('SCAN',mr,'MATCH',ARGV[3],'COUNT',dk,'TYPE',no)\nend\nrepeat\nlocal lo=rl('hash')\nif lo.err then return{'refused',ARGV[1],lo.err}end\nif ARGV[6]=='1' then sb(lo[2],rl('string')[2])end\npp=pp - dk\nif #kw+#lo[2]>me and dk>me - #kw then\ndk=me - #kw\nelseif ez(lo[2])then\nmr,dk,rc=lo[1],dj,lo[1]=='0'\nelseif #kw>0 then\npp=0\nelse\ndk=math.floor(dk/2)\nend\nuntil rc or #kw>=me or pp<=0\nreturn{'scanned',ARGV[1],mr,unpack(kw)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "f30031aa66b5334b62661a4fa6a0060f598a9a34", BEGIN, lockHashMode_, "local e,n\nlocal i,w,v='','',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local pt=1000\nlocal rt=5\nlocal function sy(o)\nlocal bt=1\nfor q=1,#o,2 do\nlocal rb=s~='plain' and o[q]=='mode'\nif rb and bt==q then\nbt=q+2\nelseif not rb and string.find(o[q],':write$')then\nbt=q\nend\nend\nreturn o[bt],o[bt+1]\nend\nlocal function sr(o)\nif s=='plain' then return 1 end\nlocal dk=#o/2\nif dk==rt then dk=b('HLEN',e)end\nreturn dk - 1\nend\nlocal oz={'',-2,0,'',0}\nlocal function sl(j)\nlocal kc,gz,nb=oj(j)\nlocal l=kc and b('PTTL',j)or -2\nif l<=0 then return oz end\nlocal no='light'\nreturn{no,l,1,kc,1},qf(gz,nb)\nend\nlocal function sk(j,ot)\ne,n=j,ot\nlocal fa,o=pcall(bz)\nif not fa then return sl(j)end\nif not s then return oz end\nlocal l=b('PTTL',e)\nlocal u,bx=sy(o)\nif l<=0 or not u or #u>pt then return oz end\nreturn{s,l,sr(o),u,tonumber(bx)}\nend\nlocal pg={}\nlocal function ol(ln,ku)\nif #ln==0 then return end\nku=ku or b('EXISTS',unpack(ln))\nif ku==0 then return end\nif 4*ku<#ln then\nlocal rh=math.floor(#ln/2)\nlocal m,sc={unpack(ln,1,rh)},{unpack(ln,rh+1)}\nlocal qy=b('EXISTS',unpack(m))\nol(m,qy)\nreturn ol(sc,ku - qy)\nend\nfor bl,dh in ipairs(ln)do\nlocal pf=redis.pcall('LLEN',dh)\nif type(pf)~='number' then pf=redis.pcall('ZCARD',dh)end\npg[dh]=type(pf)=='number' and pf or 0\nend\nend\nlocal qv,nr,qg,rj,rk,ln={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,as,qp,of=unpack(KEYS,4*q - 3,4*q)\nlocal mv\nmv,qg[q]=sk(j,ARGV[q+1])\nqv[q],nr[q]=mv,bi(mv[4])\nif mv~=oz and not qg[q] then\ntable.insert(rj,as)\ntable.insert(rk,qp)\ntable.insert(ln,of)\nend\nend\nlocal mk=qr(nr)\nol(rj)\nol(rk)\nol(ln)\nlocal d,ew={'summaries',ARGV[1]},0\nfor q,mv in ipairs(qv)do\nlocal jl=qg[q] or mk[q]\new=ew+mz(mv[4])+mz(jl)+50\nif q>1 and ew>nu then return d end\nfor bl,sn in ipairs(mv)do table.insert(d,sn)end\ntable.insert(d,jl)\nlocal bl,as,qp,of=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(pg[as] or 0)+(pg[qp] or 0))\ntable.insert(d,pg[of] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "58a54e213e7c8521040d4d8f8b26b90225f56be8", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return ag()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "5c12375a5f1fc416db656e94f881cc110128e9fc", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function bb(tf)\nfor q=1,#KEYS,2 do\ne,n=KEYS[q],KEYS[q+1]\nlocal ag=tf(q)\nif ag then return ag end\nend\nend\nlocal function rq()\nbb(function()\ndz()\nend)\nreturn{'held',al,1,tonumber(ab)}\nend\nif b('EXISTS',unpack(KEYS))==0 then return rq()end\nlocal oi,pb,hb\nlocal bd=bb(function(q)\ncm()\nlocal ag=fz()\nif ag and ag[1]=='ended' then return ag end\nif ag then\nlocal l=ag[4]<0 and tonumber(ab)or ag[4]\noi=math.min(l,oi or l)\nelse\nhb=true\nlocal l=ck()\nif l~=-2 and not pb then pb={'busy',al,l,(q+1)/2}end\nend\nend)\nif bd then return bd end\nif oi and hb then return bh('lost')end\nif oi then return{'held',al,1,oi}end\nif not pb then return rq()end\nif cf then\nbb(function()\ng('SET',n,'|-refused','PX',f)\nend)\nend\nreturn pb", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "8844f05578bfbf93fc6f75f776745ccce40e9dc2", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, standMarked_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn px()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "3b2862fbf55c15b0c60bc79a31aadf0cdf2e6156", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, holdIsLock_, "local function eq()\nif k then g('PEXPIRE',k,ARGV[4]+b('PTTL',e),'GT')end\nreturn b('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "18e5a8a20907d7028df44c506aabd240969f0314", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local db=pcall(mi)\nlocal kc=not db and oj(e)\nif kc then\nck()\no={kc}\nlocal d=kn(1)\ng('DEL',e)\nmm()\nreturn d\nend\nif not db then mi()end\nif s=='read' or s=='write' then ai(e)end\nif not s then return kn(0)end\nlocal d=kn(1)\nlocal co=el(ARGV[3],g('DEL',e,ff))\nmm()\nreturn jq(d,co)", END);

export const lockLookStanding: LuaScript = /* @__PURE__ */ script("lock/look-standing", "a1f723468e0a30281cc81a4ed45cb4ac96b1d5f6", BEGIN, stateLock_, lockHashStateKeyOf_, waitersNow_, "dc()\nlocal ep=160000\nlocal d,mk={'looked',ARGV[1],ac},{}\nfor q=2,#KEYS,4 do\ntable.insert(mk,KEYS[q])\nend\nlocal ah=b('MGET',unpack(mk))\nlocal function lx(cs,ff,jj,ds)\nlocal ar=b('LPOS',cs,jj)\nif ar then\ng('LSET',cs,ar,ds)\nelse\ng('RPUSH',cs,ds)\nend\ng('PEXPIRE',cs,ep)\ng('SET',ff,'1','PX',ep)\nend\nlocal function io()\nlocal u,sd=unpack(b('HRANDFIELD',e,2))\nreturn KEYS.locked or not sd and b('EXISTS',bi(u))==1\nend\nfor pj=1,#mk do\nlocal q=4*pj\ne,n=KEYS[q - 3],KEYS[q - 2]\nlocal l=ah[pj] and -2 or b('PTTL',e)\nlocal jj,ds=ARGV[2*pj],ARGV[2*pj+1]\nlocal ne=true\nif l>=0 and ds~='' then\npcall(lx,KEYS[q - 1],KEYS[q],jj,ds)\ni=string.match(ds,'^%S+ (%S+)')\nlocal p,ag=pcall(io)\nne=not p or ag\nend\ntable.insert(d,l)\ntable.insert(d,ne and 1 or 0)\nend\nreturn d", END);

export const lockPass: LuaScript = /* @__PURE__ */ script("lock/pass", "63e70da26f92fceda3ac701c137cd26a59b2b120", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[6] and KEYS[4]\nlocal oe=false\nlocal function es()\ng('DEL',e)\noe=true\nend\nlocal function hq()end", endEndHold_, "local d=ho(ARGV[4])\nif not oe then return d end\nlocal p,qc=bk(function()\nif not g('SET',KEYS[3],'|+' .. ARGV[13],'PX',ARGV[12],'NX')then return false end\nr('UNLINK',KEYS[3])\ng('HINCRBY',e,ARGV[10],1)\nr('UNLINK',e)\ng('PEXPIRE',e,ARGV[11])\nreturn true\nend)\nif ARGV[14]~='' then pcall(g,'LREM',cs,0,ARGV[14])end\nif p and qc then\ntable.insert(d,'held')\nreturn d\nend\nlocal gt=1+g('DEL',ff)\nreturn jq(d,el(ARGV[9],gt,ARGV[15],ARGV[16],ARGV[17],ARGV[18]))", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "c719cb00f033c2f0f7052dcd4f2313b2f6220402", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function se(c)\ndc()\ng('RPUSH',cs,ms(c))\ng('PEXPIRE',cs,ep)\nend\nlocal co\nlocal function es()\nlocal gt=g('DEL',e,ff)\nif(ARGV[14] or '')~='' and pcall(se,ARGV[14])then gt=2 end\nco=el(ARGV[9],gt,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function hq()end", endEndHold_, "if(ARGV[15] or '')~='' then pcall(g,'LREM',cs,0,ARGV[15])end\nlocal d=ho(ARGV[4])\nreturn jq(d,co)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "e5d164d24b369acb46313cf85462e23b46962c0e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal z\nlocal function es()\nel(z,g('DEL',e,ff))\nend\nlocal function hq()end", endEndHold_, "local ph=(#ARGV - 8)/2\nlocal qx=ARGV[4]=='1' and 3*ph or 2*ph\nlocal ld,oo={'ends',al},nil\nfor q=1,ph do\ne,n=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*ph+q] end\ncs,ff=KEYS[qx+2*q - 1],KEYS[qx+2*q]\nz=ARGV[2*q+8]\nlocal p,d=bk(ho,ARGV[2*q+7])\nif p then\ntable.insert(ld,d[3])\nelse\noo=d.err or d\nif string.find(oo,'^WRONGTYPE')then oo='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif oo then error(oo,0)end\nreturn ld", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "d35201bb3c6993c90f86f5e8b3d9f8daeac70796", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, holdIsLock_, holdRenew_, "cm()\nlocal h,bd=lx(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bd or{'renewed',al,h}", END);

export const lockRenewExclusive: LuaScript = /* @__PURE__ */ script("lock/renew-exclusive", "5cd331b05de1a02a9c6f367f1471644ab93526fc", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, holdIsLock_, holdRenew_, "local iu,op", holdRenewEach_, "return qn()", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/renew-many", "e1e6adf4c3c5629b1d68c16576880281d3b0793b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, "local cy", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, holdRenewEach_, "return qn()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "d6144388edc4d31bcc8bf801ccb1aca2d64bb464", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(h or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "f6eec8586301a822ce478830be29bd10d22bf7b5", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local jz,nm=ARGV[9],ARGV[10]", stealRob_, "local function lg(l)\nif s~='plain' then ai(e)end\nreturn nj(l,dz)\nend\nlocal nk,li=hz,dz", stealQuickAnswer_, "local function ah()\ncm()\nreturn fz()\nend", stealFullAnswer_, "return ag()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "b0d5a5ebc173001a0cb1c70265d31e4faa92e763", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not js(true)then return p(0)end\nlocal d=p(1)\nlocal co=kt(function()\nreturn el(ARGV[5],g('DEL',e,ff))\nend)\nreturn jq(d,co)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "23f470d3a268e898a535473d55170365dd277405", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal fb=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not js(true)then return p(0)end\nlocal d=p(1)\nlocal co=kt(function()\nreturn lz(ARGV[5],g('DEL',e,ff))\nend)\nreturn jq(d,co)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-reads", "a22794d5681c7742f5e313efece0fc658b76a063", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gi,cy,ei=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function el()\nlk('free')\nay(gi,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qa()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-writes", "6c2082234c543aec1562c90965d9bd2d8ccc98b0", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gi,cy,ei=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function el(dn)\nlk(dn)\nay(gi,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not js(false)then return p(0)end\nlocal d=p(1)\nkt(es)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-reads", "424fb783a3878265b9834039383ed6195be6bd33", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, "local cy=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function el()\nay(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qa()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-writes", "c6b6ecdd08dd2a71bfebe769f9d507afc1ae3c71", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, "local cy=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function el()\nay(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not js(false)then return p(0)end\nlocal d=p(1)\nkt(es)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "02c19ed9d7d59d018d9a12426b8e5363cc47255c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ag(v)end\nif not js(ARGV[7]=='0')then return p(0)end\ngg(e,ARGV[5])\nen(n,ARGV[6])\nreturn qo()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/renew-reads", "39a213972a9575b52a91adb97cb40c9400038b80", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, "local cy=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ag(v)end\nlocal bx=js(false)\nif not bx then return p(0)end\ngg(e,ARGV[5])\nen(n,ARGV[6])\nfor au=1,bx do\nlocal j=dl(i,au)\nif not gg(j,ARGV[5])then g('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn qo()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "8104e4b5e4924d8f016609e751487b9e002d56a2", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ab,cf=ARGV[5],ARGV[6]=='1'\nlocal pv=922337203685477\nlocal c,bf=unpack(b('MGET',fc,k))\nlocal bd=cr(bf)\nif bd then return bd end\nc=c or b('GET',fc)\nlocal ed=c and h(c)or 0\nif bf then\nlocal lm=l()\nreturn lm>0 and{'held',al,lm,ed}or np()\nend\nif not c then return gh('unset')end\ned=ov(ed,z)\nif ed<#gy then\nif cf then gh('refused')end\nlocal bt=b('ZRANGE',gc,'(' .. aj(ac),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',al,bt and tonumber(bt)<pv and bt - ac or -1,ed}\nend\ng('SET',k,'+','PX',f)\nr('UNLINK',k)\nlocal pa=g('ZADD',gc,'NX',qq(ab))\nif pa==#gy then r('ZREM',gc,unpack(gy))end\ng('DECRBY',fc,pa)\nlocal rr=b('PTTL',fc)\nif rr>0 then g('PEXPIRE',gc,rr)end\nlocal lm=pa==#gy and tonumber(ab)or l()\nif lm<=0 then return np()end\nreturn{'held',al,lm,ed - pa}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "00ab2b66d5591066ab9f76ec14b16bee52db11d0", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local ed=b('GET',fc)\nlocal lm,dk=l()\nif ed then h(ed)end\nif dk==0 then return np()end\nlocal d=gh(lm>0 and 'released' or 'lost')\nif ed then\nmw(dk,z,0,g,'ZREM',gc,unpack(gy))\nelse\ng('ZREM',gc,unpack(gy))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "e3fd3597b5aac0a16763ac50631d08f84943fd2b", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function ag(ao)\nreturn{'done',al,tonumber(ao)}\nend\nlocal fe=b('GET',k)\nif fe then return ag(fe)end\nlocal ed=b('GET',fc)\nfe=l()>0 and '1' or '0'\nif ed and fe=='1' then ov(h(ed),z)end\nat('SET',k,fe,'PX',f)\nr('UNLINK',k)\nif fe=='1' then\nfor q=4,#KEYS do\nlocal m=g('SET',KEYS[q],'-released','PX',f,'GET')\nif m then r('SET',KEYS[q],m,'PX',f)else r('UNLINK',KEYS[q])end\nend\nif ed then\ng('INCRBY',fc,#gy)\nr('INCRBY',fc,-#gy)\nend\ng('ZREM',gc,unpack(gy))\nif ed then ay(z,#gy)end\nend\nreturn ag(fe)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "ce6cd64471ea253366c9b62188f8bb496a25737b", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local lm,ab=l(),ARGV[5]\nif lm<=0 then return np()end\nif ab then at('ZADD',gc,'XX','GT',qq(ab))end\nreturn{'leased',al,lm}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "75b66b74e4a087377675a9f709b7191b61cd3ba7", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local gc,z,ao,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal ed=ek\nif ed and t=='try' then return p(0,at)end\nlocal pe=b('ZRANDMEMBER',gc,3)\nfor bl,kk in ipairs(pe)do\nif #kk~=16 then error('NOT_A_LOCK 3')end\nend\nlocal pi=tonumber(ao)\nif ed and t=='set' then pi=ao - ed - b('ZCARD',gc)end\nif pi==0 and ed then return p(1,at)end\nlocal d=p(1,g)\ng('INCRBY',j,string.format('%.0f',pi))\nif not ed and #pe>0 then\nr('UNLINK',j)\ng('DEL',gc)\nend\nif t~='add' or pi>0 then ay(z,ao)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "3290f4ebd7a17e075d656155ffd2864250a51469", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local ed=b('GET',fc)\nlocal kg=ed and ov(h(ed),ARGV[2])\nreturn{'permits',al,kg or 0,b('ZCOUNT',gc,'(' .. aj(ac),'+inf'),kg and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-read", "28e3c8826f810586815c232d75a9b5420be0936f", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local cy=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif b('EXISTS',unpack(KEYS))==0 then return dz()end\nelse\nlocal l=iq(true)\nlocal ag\nif l and(not s or(s=='read' and l>=0))then\nag=hz()\nelse\nag=lc(l)\nend\nif ag then return hd(ag)end\nend\ncm()\noa()\nlocal ag=fz()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return dz()end\nif s=='read' or(s=='write' and b('HEXISTS',e,i .. ':write')==1)then return dz()end\nif cf then ax('refused',f)end\nreturn hd({'busy',al,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-write", "476c5701a6411897aa0c1e1c099720872cbf2c52", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, "local cy=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif b('EXISTS',unpack(KEYS))==0 then return dz()end\nelse\nlocal l=iq(ARGV[6]~='2')\nlocal ag=l==-2 and hz()or lc(l)\nif ag then return hd(ag)end\nend\ncm()\nlocal ag=fz()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return dz()end\nlocal bg=string.sub(i,1,-7)\nif k and fh(bg,tonumber(b('HGET',e,bg)or 0))>0 then return ax('upgrade',f)end\nif cf then ax('refused',f)end\nreturn hd({'busy',al,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/check-read", "b6a1a22d64b041aa90d8f6da81d452dd371dc919", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, "local cy=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function eq(h)\nreturn ng(h,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "33518810bb2ca14549c401e1b8646f1515bc97ea", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function eq()\nreturn ll(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "c662326357dd6c9091307d4b6e49da04799420f8", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "mi()\nif s=='plain' then ai(e)end\nif s~=ARGV[6] then return kn(0)end\nlocal d=kn(1)\ng('DEL',e)\nay(ARGV[3],s=='write' and '1' or '0')\nmm()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-read", "253bd4d3f895cbeadeda605e5bc69d7d2c5a4693", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, "local cy=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function el()\nay(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function hq()end", readsEndOne_, endEndHold_, "return ho(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-write", "8b3bad94197f3a82d1c4d9bc6225577b6528a3d7", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, "local cy=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function el()\nay(ARGV[9],'1')\nend", writesEndLast_, "local function hq()end", endEndHold_, "return ho(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/renew-read", "7a9a56df0ca4fabb30f5f00bd7d6a78c213c345d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, "local cy=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cm()\nlocal df=iu(ARGV[5] - ARGV[4])\nlocal h,bd=lx(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(bx)\nop(bx,df,ARGV[4])\nend)\nif bd then return bd end\nreturn{'renewed',al,h}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "274f7c6a788f94838152413846c94dd2eb76ea4f", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local sv=s==ARGV[3] or(s=='write' and ARGV[3]=='read' and b('HLEN',e)>2)\nreturn{'status',ARGV[1],sv and l or -2,tonumber(h or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "7b6c6c463b0d722ac1b14dd2b060d52946107c52", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "8273f06425ade44877e683aa7d5f2593bc9f9e71", BEGIN, waitersNow_, waitersDigits_, "local e,bf,al,i,qs=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,ap,pk=string.match(b('GET',bf)or '','^(%d+) (%S+) (.*)$')\ndc()\nif pk==qs and ap==i then return{'spends',al,0}end\nif b('HEXISTS',e,i)==0 then return{'ended',al,'lost'}end\nif pk~=qs then\ng('SET',bf,aj(ac).. ' ' .. i .. ' ' .. qs)\nreturn{'spends',al,0}\nend\nlocal rn=math.max(0,ac - q)\nreturn{rn<tonumber(ARGV[4])and 'spends' or 'spent',al,rn}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "9ba0337bbf8ce098f34522e5e665562bdf368433", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gj(b('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "9e38485dcc5ec2e45372270e223f9efb5324797a", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local ao,rs=ARGV[3],ARGV[6]\nif ek then return p(0,at)end\nlocal d=p(1,g)\nif rs then g('SET',j,ao,'PX',rs)else g('SET',j,ao)end\nay(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "66fcdfbea3bf5866de920fbf864b84fa3d4b9fc6", BEGIN, stateWrite_, "local k,al=KEYS[1],ARGV[1]\nlocal ss=at('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',al,(ss or b('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "012f2a19c4e31697c750ce59bb8f974d9840340d", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local me=ARGV[3]\nek=fc()\nif ns then return{'held',al,tonumber(ek or 0)}end\nif not ek then return ax('unset')end\nif tonumber(ek)>=tonumber(me)then\ng('SET',k,'+' .. me,'PX',f)\nr('UNLINK',k)\nreturn{'held',al,g('DECRBY',j,me)}\nend\nif ARGV[4]=='1' then ax('refused')end\nreturn{'busy',al,tonumber(ek)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "bb566a8af1e7ef539f03b3601eaef0af0274ae1f", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local fc=(ek or 0)+ARGV[3]\nlocal d=p(fc,at)\ng('INCRBY',j,ARGV[3])\nqk(ARGV[4],fc)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "bc07a56e702c8372c4d3593a5c98621ccbacdcfc", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not ns then return ax('free')end\nlocal su=fc()\nlocal d=ax('released')\nr('SET',k,bf,'PX',f)\nif su then qk(ARGV[3],at('INCRBY',j,ns))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "295c240839b3ab598e56d3dbb68e8657b8c64a5f", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ek then return p(0,at)end\nlocal d=p(ek,g)\ng('DECRBY',j,ek)\nreturn d", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "e96c9e70375748cfab78c46c6a8fa852c72fb336", BEGIN, "local sa=86400000\nlocal function te(j,kc)\nlocal aw,pk=string.match(b('GET',j)or '','^(%d+) (.*)$')\nif pk==kc then return aw end\nlocal bc=b('TIME')\nlocal ce=bc[1] .. string.format('%06d',bc[2])\nif aw and(#aw>#ce or(#aw==#ce and aw>=ce))then\nlocal m,sm,sw=string.match(aw,'^(%d-)(%d)(9*)$')\nce=m ..(sm+1).. string.rep('0',#sw)\nend\ng('SET',j,ce .. ' ' .. kc,'PX',sa)\nreturn ce\nend\nlocal function ki(at)\nreturn function(av,bm)\nlocal j=table.remove(av)\nlocal d=at(av,bm)\nif d[1]=='held' then table.insert(d,te(j,bm[2]))end\nreturn d\nend\nend\nlocal rv=10000\nlocal ha,pm=KEYS[1],ARGV[2]\nlocal pq={}\nlocal function sx(e,n,sg)\nif sg=='2' then return end\ntable.insert(pq,string.match(n,'^[^:]+:([^:]*:)').. string.sub(e,#pm+1))\nend\nlocal function rd()\nif #pq==0 then return end\nlocal rm,gy=b('TIME')[1],{}\nfor bl,ko in ipairs(pq)do\ntable.insert(gy,rm - rm % 60 .. '000')\ntable.insert(gy,ko)\nend\npq={}\nif g('ZADD',ha,unpack(gy))>0 then g('ZREMRANGEBYRANK',ha,0,-rv - 1)end\nend\nlocal mj={}\nmj['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nmj['fair-read-write/acquire-write']=ki(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nmj['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nmj['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nmj['read-write/steal-write']=ki(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nmj['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gi=KEYS[1],ARGV[2]", rwQueueTell_, "local bv,hy={unpack(ARGV,3)},{}\ndc()\nfor bl,x in ipairs(bv)do\ntable.insert(hy,aj(ac))\ntable.insert(hy,x)\nend\nat('ZADD',be,'XX',unpack(hy))\nif b('PTTL',be)<lq then\nfor bl,j in ipairs({as,dw,be})do g('PEXPIRE',j,ep)end\nend\nlocal l=b('PTTL',e)\nlocal s=l==-2 and 'free' or b('HGET',e,'mode')or 'plain'\nlocal bl,bt=gk(as)\nlocal bl,nn=gk(dw)\nif gf and(s=='free' or s=='read')then ge(s)end\nlocal d={'touched',ARGV[1],s,l,bt or 0,nn or 0}\nfor bl,ao in ipairs(b('ZMSCORE',as,unpack(bv)))do table.insert(d,tonumber(ao or 0))end\nreturn d\nend\nmj['web-locks/snapshot']=function(KEYS,ARGV)\nlocal ha,pm,m,cf,nf=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal qu=100\nlocal ry=500\nlocal cq=15000\nlocal bc=b('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal function so(e)\nlocal cw,pl={},1\nfor bl,u in ipairs(b('HKEYS',e))do\nif u=='mode' then\npl=0\nelse\ntable.insert(cw,u)\nend\nend\nreturn cw,pl\nend\nlocal function tg(e,cl,ra,lb)\nlocal rp=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal as,be=ARGV[6] .. cl .. ARGV[7] .. rp,ARGV[6] .. cl .. ARGV[8] .. rp\nlocal bv=b('ZRANGE',as,ra,ra+lb - 1)\nif #bv==0 then return{},0 end\nlocal rg={}\nfor q,am in ipairs(b('ZMSCORE',be,unpack(bv)))do\nif tonumber(am or 0)>ac - cq then table.insert(rg,bv[q])end\nend\nreturn rg,#bv\nend\nlocal po=0\nif m~='' then\nif b('ZSCORE',ha,cf)==m then\npo=b('ZRANK',ha,cf)+(nf>0 and 0 or 1)\nelse\npo,nf=b('ZCOUNT',ha,'-inf','(' .. m),0\nend\nend\nlocal d,pn={'page',ARGV[1],'','',0},ry\nlocal jj=b('ZRANGE',ha,po,po+qu - 1,'WITHSCORES')\nfor q=1,#jj,2 do\nlocal cl,ko=string.match(jj[q],'^([^:]*):(.*)$')\nlocal ne,cw,pl=pcall(so,pm .. ko)\nlocal ri,bv,h=pcall(tg,pm .. ko,cl,nf,pn)\ncw,bv,h=ne and cw or{},ri and bv or{},ri and h or 0\nif #cw+h+nf==0 then\ng('ZREM',ha,jj[q])\nelse\nif nf>0 then cw={}end\nfor bl,bb in ipairs({ko,ne and pl or 0,#cw,#bv})do table.insert(d,bb)end\nfor bl,bb in ipairs(cw)do table.insert(d,bb)end\nfor bl,bb in ipairs(bv)do table.insert(d,bb)end\npn=pn - h\nif pn<=0 then\nd[3],d[4],d[5]=jj[q+1],jj[q],nf+h\nreturn d\nend\nend\nnf=0\nend\nif #jj==2*qu then d[3],d[4]=jj[#jj],jj[#jj - 1] end\nreturn d\nend\nlocal rz={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal ld={'batch',ARGV[1]}\nlocal pd,mg=2,3\nwhile ARGV[mg] do\nlocal ko,re,qw=ARGV[mg],ARGV[mg+1],ARGV[mg+2]\nlocal av,bm={},{ARGV[1]}\nfor q=pd,pd+re - 1 do table.insert(av,KEYS[q])end\nfor q=mg+3,mg+2+qw do table.insert(bm,ARGV[q])end\nif rz[ko] then sx(av[1],av[2],bm[6])end\nif ko=='web-locks/snapshot' then pcall(rd)end\nlocal d=bn(mj[ko],av,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(ld,d)\npd,mg=pd+re,mg+3+qw\nend\npcall(rd)\nreturn ld", END);
