// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local c=redis.call\nlocal a={}\nlocal function h(x,...)\nlocal d=redis.call(x,...)\na[#a+1]={}\nreturn d\nend\nlocal function s(...)\na[#a]={...}\nend\nlocal function ay(z,bq)\nredis.pcall('PUBLISH',z,bq)\nif #a>0 then a[#a]={}end\nend\nlocal function bk(ae,...)\nlocal m=#a\nlocal o,d=pcall(ae,...)\nif o then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bo(ae,at,bn)\nlocal o,d,bp=bk(ae,at,bn)\nif o then return d end\nlocal b=type(d)=='table' and d.err or d\nif not string.find(b,'^%u+ ')then b='ERR ' .. b end\nreturn{err=b ..(bp and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bo(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function aw(x,j,...)\nlocal o,d=pcall(h,x,j,...)\nif o then return d end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn h(x,j,...)\nend";

const onceCounter_ =
  "local function gg(b)\nif not b then return false end\nif #b>16 or not(b=='0' or string.find(b,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn b\nend";

const onceKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function ac(an)\nreturn{'done',aj,tonumber(an)}\nend\nlocal function o(an,kd)\nkd('SET',k,an,'PX',f)\ns('UNLINK',k)\nreturn ac(an)\nend";

const onceValue_ =
  "local ei,ex=unpack(c('MGET',j,k))\nif ex then return ac(ex)end\nei=gg(ei or c('GET',j))";

const stateLock_ =
  "local e,p,k,aj,g,bz=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]\nlocal w,az,ak,v='','','',''";

const stateOwnerStateExists_ =
  "local ao,bv=false,false\nlocal function bu(bc,cm)\nao,bv=bc~=false,bc\nw,az,ak=string.match(bc or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(cm or '')or az\nend";

const stateLoadState_ =
  "local function co()\nif k then\nbu(unpack(c('MGET',p,k)))\nelse\nbu(c('GET',p))\nend\nend";

const stateLostHow_ =
  "local function cj(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bl(t)\nreturn{'ended',aj,t}\nend\nlocal function cs()\nlocal t,av=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bl(t),av end\nend\nlocal function bt(b,f)\nif ao then\nlocal l=c('PTTL',p)\nif l>tonumber(f)then f=l end\nend\naw('SET',p,b .. ak,'PX',f)\nif ao then s('SET',p,bv,'PX',f)else s('UNLINK',p)end\nend";

const stateRememberEnd_ =
  "local function ax(t,f,av)\nlocal b='-' .. t ..(av or '')\nif k then\naw('SET',k,b,'PX',f)\nif v=='' then s('UNLINK',k)else s('SET',k,v,'PX',f)end\nelse\nbt(w .. '|' .. b,f)\nend\nreturn bl(t)\nend";

const lockHashMode_ =
  "local r,i\nlocal function ab(ai)\nreturn string.rep('%x',ai)\nend\nlocal cb='^' .. table.concat({ab(8),ab(4),ab(4),ab(4),ab(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bw()\nreturn w~='' or string.sub(v,1,1)=='+'\nend";

const lockHashStateKeyOf_ =
  "local function bi(u)\nlocal m=string.match(p,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(p,#m+#g+1)\nend";

const lockHashIsOwner_ =
  "local function cc(u)\nif string.find(string.gsub(u,':write$',''),cb)then return true end\nif KEYS.locked and(u~=g or g=='')then error('KEY_NOT_LOCKED')end\nlocal af=c('GET',bi(u))\nreturn af and(string.sub(af,1,1)~='|' or string.sub(af,1,2)=='|+')\nend";

const lockHashIsCount_ =
  "local function bj(b)\nreturn #b<=6 and string.find(b,'^[1-9]%d*$')~=nil\nend\nlocal function ah(j)\nfor as,ba in ipairs(KEYS)do\nif ba==j then error('NOT_A_LOCK ' .. as)end\nend\nend";

const lockHashTimeLeft_ =
  "local function ch()\nlocal l=c('PTTL',e)\nif l==-1 then ah(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function ca()\nlocal n=c('HRANDFIELD',e,5,'WITHVALUES')\nr,i=#n>0 and 'plain',n[1]==g and n[2]\nif #n>2 then\nr,i=unpack(c('HMGET',e,'mode',g))\nif g=='mode' then i=false end\nif(r~='read' and r~='write')or(i and not bj(i))then ah(e)end\nend\nlocal ag=i and bw()\nfor q=1,#n,2 do\nif n[q]~='mode' or r=='plain' then\nif not bj(n[q+1])then ah(e)end\nag=ag or cc(n[q])\nend\nend\nif r and not ag then ah(e)end\nreturn n\nend";

const grantLeaseMs_ =
  "local aa,f,fj=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local eb=ARGV[6]=='3'\nlocal ci=eb or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal cx,eh,gb=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dj(be,ar)\nlocal j=cx .. be .. ':rwlock_timeout:' .. ar\nif KEYS.locked and not KEYS.locked[j] then error('KEY_NOT_LOCKED')end\nreturn j\nend";

const readsBegin_ =
  "local function ef(aa)\nlocal l=r and c('PTTL',e)or -2\nif r=='write' then\nh('HSET',e,g,1)\nelse\nh('HSET',e,'mode','read',g,1)\nend\nif l==-2 then s('UNLINK',e)else s('HDEL',e,g)end\nh('SET',dj(g,1),'1','PX',aa)\ns('UNLINK',dj(g,1))\nif l<tonumber(aa)then h('PEXPIRE',e,aa)end\nend";

const grantTake_ =
  "local function ea()\nif k then\nh('SET',k,'+' .. bz,'PX',f)\ns('UNLINK',k)\nak=ARGV[8]\nbt(bz .. '|' .. az,f)\nelse\nh('SET',p,'|+' .. ARGV[8],'PX',f)\ns('UNLINK',p)\nend\nef(aa)\nreturn{'held',aj,1,tonumber(aa),k and bz or ''}\nend";

const readHoldsOwnLeft_ =
  "local function jh(el)\nlocal l=k and c('PTTL',k)\nreturn l and(l==-1 and math.huge or l - el)\nend";

const readHoldsLives_ =
  "local cp={}\nlocal function ds(be,ar)\nlocal j=dj(be,ar)\ncp[j]=cp[j] or c('PTTL',j)\nreturn cp[j]\nend";

const readHoldsSCRIPTMS_ =
  "local fs=10";

const readHoldsOWNMS_ =
  "local ja=5";

const readHoldsSlotOf_ =
  "local function jj(i,cw)\nif not k then return 1,ds(g,1),true end\nlocal q,l,du=1,math.huge,false\nlocal jc=az=='+' and w=='' and i>1\nfor ar=i,jc and 2 or 1,-1 do\nlocal ba=ds(g,ar)\nlocal fe=ba>cw - fs\nlocal jg=ba<l and(ar>1 or l>cw+ja or ba<l - fs)\nif(fe and not du)or(fe==du and jg)then\nq,l,du=ar,ba,fe\nend\nend\nreturn q,l,du\nend";

const readHoldsReadLeft_ =
  "local function nq(i,el)\nlocal cw=jh(el)\nlocal bf,l=jj(i,cw)\nlocal ek=cw or math.huge\nfor bf,ba in ipairs({l,c('PTTL',e)})do\nif ba~=-1 then ek=math.min(ek,ba)end\nend\nreturn ek==math.huge and -1 or math.max(ek,0)\nend";

const readsHoldLeft_ =
  "local function em(i,f)\nreturn nq(i,f - ARGV[4])\nend\nlocal function et()\nreturn r=='read' or r=='write'\nend\nlocal fa=64\nlocal function eu(aa,bf,f)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nh('SET',dj(g,i),'1','PX',aa)\ns('UNLINK',dj(g,i))\nh('PEXPIRE',k,f)\nreturn i,tonumber(aa)\nend";

const grantSettled_ =
  "local function fl()\nlocal bm=cs()\nif bm then return bm end\nlocal ag=not k or v~=''\nca()\nif i and ag then\nlocal ck=string.sub(v,2)\nif w~='' and w~=ck then return ax(cj('lost'),f)end\nif not k and not ao and r=='plain' then\nak=ARGV[8]\nbt('|+',f)\nh('PEXPIRE',e,aa,'GT')\nend\nreturn{'held',aj,tonumber(i),em(tonumber(i),f),ck}\nend\nif i and et()then\nif fj then return ax('reentered',f)end\nif tonumber(i)>=fa then return ax('crowded',f)end\nlocal l=ch()\nif string.sub(w,1,1)=='!' then w=bz end\nlocal ct=math.max(l,tonumber(aa))\nh('SET',k,'+' .. w,'PX',f+ct)\ns('UNLINK',k)\nbt(w .. '|' .. az,f)\nlocal by,al=eu(aa,ct,f)\nif l<ct then h('PEXPIRE',e,aa)end\nreturn{'held',aj,by,al,w}\nend\nif v~='' or(ao and not k)then return ax(cj('lost'),f)end\nend";

const grantIsLast_ =
  "local function gk()\nif eb and KEYS.locked then error('KEY_NOT_LOCKED')end\nreturn ci\nend";

const grantWithHolder_ =
  "local function gz(ac)\nif not eb or ac[1]~='busy' then return ac end\nlocal u,fk=unpack(c('HRANDFIELD',e,2))\nif u=='mode' and fk then u=fk end\nif u then\ntable.insert(ac,u)\ntable.insert(ac,c('GET',bi(u))or '')\nend\nreturn ac\nend";

const waitersNow_ =
  "local ad,bd\nlocal function cv()\nbd=c('TIME')\nad=bd[1]*1000+math.floor(bd[2]/1000)\nend";

const waitersDigits_ =
  "local function ai(an)\nreturn string.format('%.0f',an)\nend";

const waitersHEAD_ =
  "local dx='[%w._%%-]*'\nlocal function dm(dy)\nreturn 'leasehound:' .. dy\nend";

const readHoldsMOSTWALKED_ =
  "local dr=80\nlocal function ez(be,i)\nif i>dr then return math.max(c('PTTL',e),0)end\nlocal bs=0\nfor ar=1,i do\nbs=math.max(bs,ds(be,ar))\nend\nreturn bs\nend";

const rwQueueQueue_ =
  "local au,dt,bg=KEYS[3],KEYS[4],KEYS[5]\nlocal cq=15000";

const rwQueueKEPTMS_ =
  "local fn=60000\nlocal mf=45000";

const rwQueueMOSTDROPPED_ =
  "local fb=64\nlocal gt=256\nlocal fx=false\nlocal hf='^' .. dx .. ':wake:[%w-]+$'\nlocal function ff(y)\nreturn string.sub(y,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fr(y)\nif h('ZREM',au,y)==0 then return false end\nh('ZREM',bg,y)\nif ff(y)then h('ZREM',dt,y)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function fm(y,bd)\nlocal aq=tonumber(bd or 0)\nif aq<=ad then return aq end\nh('ZADD',bg,ai(ad),y)\nreturn ad\nend\nlocal function gh(fh,fc)\nlocal br=c('ZRANGE',fh,0,0,'WITHSCORES')\nif #br==0 then return false end\nif br[1]==fc then return fc end\nif not ad then cv()end\nlocal aq=fm(br[1],c('ZSCORE',bg,br[1]))\nif aq>ad - cq then return br[1],tonumber(br[2]),aq+cq end\nbr=c('ZRANGE',fh,0,fb - 1,'WITHSCORES')\nlocal bx,fd,dp={},{},nil\nfor q=1,#br,2 do table.insert(bx,br[q])end\nlocal hn=c('ZMSCORE',bg,unpack(bx))\nfor q,y in ipairs(bx)do\naq=fm(y,hn[q])\nif aq>ad - cq then\ndp=q\nbreak\nend\ntable.insert(fd,y)\nend\nfx=true\nfor bf,j in ipairs({au,dt,bg})do h('ZREM',j,unpack(fd))end\nif dp then return bx[dp],tonumber(br[2*dp]),aq+cq end\nreturn #bx==fb and 'more'\nend";

const rwQueueTell_ =
  "local function cd(y,da,an)\nlocal cf=string.match(y,'^.|[^|]*|([^|]*)|')\nif string.find(cf,'^%d%d%d%d%d%d$')then\nay(gb,da .. cf .. an)\nelseif string.find(cf,hf)then\nay(dm(cf),da .. an .. ' ' .. e)\nend\nreturn cf\nend\nlocal function fw(dk)\nlocal bh,an=gh(au)\nif not bh or bh=='more' then return end\nif ff(bh)then\nif dk=='free' then cd(bh,'2',ai(an))end\nreturn\nend\nlocal m=c('ZRANGE',dt,0,0,'WITHSCORES')[2]\nlocal af={}\nfor bf,be in ipairs(c('ZRANGE',au,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,gt))do\nlocal cf=string.match(be,'^.|[^|]*|([^|]*)|')\nif not af[cf] then af[cd(be,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function mm(m)\nlocal np=c('ZRANGE',au,gt - 1,gt - 1,'WITHSCORES')\nif np[1] and(not m or tonumber(np[2])<m)then\ncd(np[1],'3',m and ai(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function hu(y)\nif not fr(y)then return end\nlocal hk=c('HGET',e,'mode')\nif hk~='write' then fw(hk and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function mo(y)\nif not ad then cv()end\nlocal as,an=c('ZRANK',au,y),0\nif not as then\nlocal ko=c('ZRANGE',au,-1,-1,'WITHSCORES')\nan=(tonumber(ko[2])or 0)+1\nh('ZADD',au,ai(an),y)\nif ff(y)then h('ZADD',dt,ai(an),y)end\nas=c('ZCARD',au)- 1\nend\nh('ZADD',bg,ai(ad),y)\nif an>0 or c('PTTL',bg)<mf then\nfor bf,j in ipairs({au,dt,bg})do h('PEXPIRE',j,fn)end\nend\nreturn as+1,an\nend";

const readsForgetOutlived_ =
  "local function om()\nif not k or ao or v~='' then return end\nca()\nif not i or not et()or ez(g,tonumber(i))>0 then return end\nch()\nh(c('HLEN',e)==2 and 'DEL' or 'HDEL',e,g)\nend";

const fairReadWriteBlock_2 =
  "if c('EXISTS',unpack(KEYS))==0 then return ea()end\nlocal function ok(qs,m)\nlocal ac=ea()\npcall(function()\nif qs and fr(eh)and not fx then mm(m)end\nif fx then fw('read')end\nend)\nreturn ac\nend\nco()\nom()\nlocal ac=fl()\nif ac then\nif k then pcall(hu,eh)end\nreturn ac\nend\nif k and r=='write' and c('HEXISTS',e,g .. ':write')==1 then return ok(true,0)end\nlocal l=ch()\nlocal dk=l==-2 and 'free' or r=='read' and 'read'\nlocal kz=l\nif dk then\nlocal no=tonumber(c('ZSCORE',au,eh)or nil)\nlocal nz,an,nf=gh(dt)\nif not nz or(no and an and an>no)then return ok(no,an)end\nkz=nz=='more' and 0 or nf+1 - ad\nif fx then fw(dk)end\nend\nif gk()then\nhu(eh)\nax('refused',f)\nreturn gz({'busy',aj,l,0,-1,0})\nend\nlocal as,an=mo(eh)\nreturn{'busy',aj,l,as,kz,an}";

const writesBegin_ =
  "local function ef(aa)\nh('HSET',e,'mode','write',g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,aa)\ns('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function lw(f,el)\nlocal l=c('PTTL',e)\nif not k then return l end\nlocal jk=c('PTTL',p)\nif jk~=-1 then\nlocal cw=jk - el\nl=math.max(l==-1 and cw or math.min(l,cw),0)\nend\nh('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function em(bf,f)\nreturn lw(f,f - ARGV[4])\nend\nlocal function et()\nreturn r=='write'\nend\nlocal fa=1000\nlocal function eu(aa)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nreturn i,tonumber(aa)\nend";

const grantTakeNew_ =
  "local function hm()\nif not h('SET',p,'|+' .. ARGV[8],'PX',f,'NX')then return end\ns('UNLINK',p)\nef(aa)\nreturn{'held',aj,1,tonumber(aa),''}\nend";

const fairReadWriteWasAnswered_ =
  "local rs=ARGV[6]=='2'\nlocal function iv()\nlocal l=c('PTTL',e)\nif l>=0 and c('EXISTS',p)==0 then\nlocal as,an=mo(eh)\nreturn{'busy',aj,l,as,l,an}\nend\nif l~=-2 then return end\nlocal bh=c('ZRANGE',au,0,0)[1]\nlocal ac=(not bh or bh==eh)and hm()\nif ac and bh then pcall(fr,eh)end\nreturn ac\nend\nif rs and not k then\nlocal ac=iv()\nif ac then return ac end\nelseif c('EXISTS',unpack(KEYS))==0 then\nreturn ea()\nend\nco()\nlocal ac=fl()\nif ac then\nif k then pcall(hu,eh)end\nreturn ac\nend\nlocal l=ch()\nlocal kz=l\nif l==-2 then\nlocal bh,bf,nf=gh(au,eh)\nif not bh or bh==eh then\nac=ea()\nif bh then pcall(fr,eh)end\nreturn ac\nend\nkz=bh=='more' and 0 or nf+1 - ad\nif fx then fw('free')end\nelseif k then\nlocal be=string.sub(g,1,-7)\nif ez(be,tonumber(c('HGET',e,be)or 0))>0 then\nhu(eh)\nreturn ax('upgrade',f)\nend\nend\nif gk()then\nhu(eh)\nax('refused',f)\nreturn gz({'busy',aj,l,0,-1,0})\nend\nlocal as,an=mo(eh)\nreturn{'busy',aj,l,as,kz,an}";

const forceLock_ =
  "local e,p,g,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local n";

const forceStored_ =
  "local ex=c('GET',KEYS[2])\nif ex then return{'forced',ARGV[1],tonumber(ex)}end";

const forceLookAtLock_ =
  "local function mt()\nn=ca()\nif r then ch()end\nend";

const forceForced_ =
  "local function kr(ej)\naw('SET',KEYS[2],ej,'PX',ARGV[2])\ns('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],ej}\nend";

const forceTellHolders_ =
  "local function my()\nlocal af=n[9] and '* ' or ''\nfor q=1,#n,2 do af=af .. n[q] .. ' ' end\nay(ARGV[5],af .. 'lost')\nend";

const stateExtended_ =
  "local es,dw={},{}";

const stateKeep_ =
  "local function fg(j,al,gf)\nif h('PEXPIRE',j,al,'GT')==0 and(gf or dw[e])then h('PEXPIRE',j,al,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local gd=60000\nlocal function fu()\nreturn ao or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gb,cx,eh=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function di()\nif c('PTTL',e)<0 then return false end\nlocal o,dv=pcall(ca)\nif string.find(tostring(dv),'KEY_NOT_LOCKED')then error(dv,0)end\nif not o then return false end\nif string.find(g,':write$')then return r=='write' end\nreturn(r=='plain')==(cx=='')\nend\nlocal function dh(cy)\nif k and v=='' and not cy then return nil end\nlocal ck=v~='' and string.sub(v,2)or cy or ''\nlocal i=(w=='' or w==ck)and c('HGET',e,g)or nil\nif i and not bw()and not di()then return nil end\nreturn i\nend";

const readHoldsSetLife_ =
  "local function lp(be,ar,al)\nlocal j=dj(be,ar)\ncp[j]=al or -2\nif al then h('SET',j,'1','PX',al)else h('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function ir(df)\nif df>dr then return true end\nlocal bs,by=0,0\nlocal cr=c('HGETALL',e)\nfor q=2,#cr,2 do by=by+(tonumber(cr[q])or 0)end\nif by>dr then return true end\nfor q=1,#cr,2 do\nbs=math.max(bs,ez(cr[q],tonumber(cr[q+1])or 0))\nend\nif bs>0 then\nh('PEXPIRE',e,bs)\nelse\nh('DEL',e)\nend\nreturn bs>0\nend";

const readHoldsTimeoutKeys_ =
  "local function mn(i)\nlocal at={}\nfor ar=1,math.min(i,dr)do at[ar]=dj(g,ar)end\nreturn at\nend";

const rwQueueWakeNext_ =
  "local function lu(dk)\npcall(fw,dk)\nend";

const rwQueueGiveUp_ =
  "local function ik()\nif eh~='' then hu(eh)end\nend";

const endFirst_ =
  "local bh,ix,f,eq=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal av=eq=='' and '' or ' ' .. eq";

const fairReadWriteFreed_ =
  "local function ej()\nlu('free')\nay(gb,'0')\nend";

const readsShortenLock_ =
  "local function kw(gp,df)\nif gp<c('PTTL',e)- fs or c('HGET',e,'mode')=='write' then return end\nif not ir(df or c('HLEN',e))then ej()end\nend\nlocal function mi(by)\nlocal at,df=mn(by),c('HLEN',e)\nif df==2 then\nh('DEL',e,unpack(at))\nreturn ej()\nend\nlocal gp=ez(g,by)\nh('HDEL',e,g)\ns('HSET',e,g,i or 1)\nkw(gp,df)\npcall(h,'DEL',unpack(at))\nend";

const readsEndLast_ =
  "local function ft()\nmi(1)\nend";

const readsEndOne_ =
  "local function ij(iy,i,gq)\nlocal lh=ds(g,i)\nlocal ar,gp,du=jj(i,jh(ARGV[7] - iy))\ngq()\nh('HINCRBY',e,g,-1)\nlp(g,i)\nif ar<i and lh>0 and(du or lh>gp)then\nlp(g,ar,lh)\nelseif ar<i and du then\nlp(g,ar)\nend\nkw(gp)\nend";

const endEndHold_ =
  "local function ii(cy,iz)\nlocal gj,gi=true,nil\nif not k then\ngj,gi=pcall(c,'HGET',e,g)\nend\nif gi=='1' then\nlocal o,m=pcall(h,'SET',p,'|-released' .. av,'PX',f,'GET')\nif o and m then s('SET',p,m,'PX',f)end\nif o and not m then s('UNLINK',p)end\nif o and(m and string.sub(m,1,2)=='|+' or not m and(bh and iz or di()))then\nft(true)\nreturn bl('released')\nend\nif o and not m then return ax('taken',gd)end\nif o then\nlocal eg=f+c('PTTL',e)\nh('SET',p,m,'PX',eg)\ns('SET',p,m,'PX',eg)\nend\nend\nco()\nlocal bm,iw=cs()\nif bm and av~='' and iw~=eq and(bm[3]=='released' or string.find(bm[3],'^still'))then\nreturn bl('released-elsewhere')\nend\nif bm then return bm end\nlocal i=(gj or fu())and dh(bh and cy)\nif not i then\nlocal t=cj(c('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ax(t,fu()and f or gd)\nik()\nreturn d\nend\nif tonumber(i)>1 then\nlocal t='still:' .. i - 1\nij(ix,tonumber(i),function()\nax(t,f,av)\nend)\nif k then pcall(fg,p,f)end\nreturn bl(t)\nend\nlocal d=ax('released',f,av)\nft()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return ii(ARGV[4])";

const stateExtend_ =
  "local function gw(j,al)\nif h('PEXPIRE',j,al,'GT')==1 then return true end\nif not es[j] and h('PEXPIRE',j,al,'NX')==1 then dw[j]=true end\nes[j]=true\nreturn dw[j]\nend";

const exclusiveEndOne_ =
  "local function ij(iy,bf,gq)\ngw(e,iy)\ngq()\nh('HINCRBY',e,g,-1)\nend";

const fairReadWriteFreed_2 =
  "local function ej(dk)\nlu(dk)\nay(gb,'1')\nend";

const writesEndLast_ =
  "local function ft()\nlocal df,dk=c('HLEN',e),'free'\nif df==2 then\nh('DEL',e)\nelse\nh('HSET',e,'mode','read')\ns('HSET',e,'mode','write')\nh('HDEL',e,g)\ns('HSET',e,g,i or 1)\nif ir(df)then dk='read' end\nend\nej(dk)\nend";

const exclusiveBegin_ =
  "local function ef(aa)\nh('HINCRBY',e,g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,aa)\ns('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function em(bf,f)\nlocal l=c('PTTL',e)\nif k then h('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function et()\nreturn r=='plain'\nend\nlocal fa=1000\nlocal function eu(bf,l)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nreturn i,l\nend";

const waitersMAILBOX_ =
  "local fo=dx .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cd(am,...)\nay(dm(am),table.concat({...},' '))\nend";

const queueQueue_ =
  "local au,cu,bg=KEYS[3],KEYS[4],KEYS[5]\nlocal cq=15000\nlocal dq=2000\nlocal fz=100\nlocal md=10\nlocal jm=false\nlocal function ey(x,j,dg)\nfor q=1,#dg,dq do\nh(x,j,unpack(dg,q,math.min(q+dq - 1,#dg)))\nend\nend\nlocal function ed()\nreturn c('ZDIFF',2,cu,bg,'WITHSCORES')\nend\nlocal function ip()\nlocal ci=c('LINDEX',au,-1)\nreturn ci,tonumber(ci and c('ZSCORE',cu,ci)or nil)\nend";

const queueLeave_ =
  "local function fr(gl,dc)\nlocal bx=c('LRANGE',au,0,fz)\nlocal ka=#bx>fz\nlocal ha=ka and ed()or c('ZRANGE',cu,0,-1,'WITHSCORES')\nlocal hc,ci,fp={},nil,nil\nfor q=1,#ha,2 do\nhc[ha[q]]=ha[q+1]\nend\nif ka then\nci,fp=ip()\nbx=(#ha>0 or dc>md)and c('LRANGE',au,0,-1)\nend\nlocal hb,dd,en,hr=0,{},{},{}\nfor bf,y in ipairs(bx or{})do\nif gl[y] then\nhb=hb+fy\ntable.insert(en,y)\nelse\ntable.insert(hr,y)\nif hb>0 and hc[y] then\ntable.insert(dd,ai(hc[y] - hb))\ntable.insert(dd,y)\nend\nend\nend\nif not bx then\nfor y in pairs(gl)do\nif h('LREM',au,0,y)>0 then table.insert(en,y)end\nend\nelseif #en==1 then\nh('LREM',au,0,en[1])\nelseif #en>1 then\nh('DEL',au)\ney('RPUSH',au,hr)\nend\ney('ZREM',cu,en)\nif fp then\nlocal jz=fp - #en*fy\nci,fp=ip()\nif fp and fp>jz and not hc[ci] then\ntable.insert(dd,ai(jz))\ntable.insert(dd,ci)\nend\nend\ney('ZADD',cu,dd)\nif bx and #hr==0 then h('DEL',bg)end\nend\nlocal function la()\nlocal hd=c('ZRANGEBYSCORE',bg,'-inf',ai(ad - cq))\nif #hd==0 then return end\nlocal gl={}\nfor bf,y in ipairs(hd)do\ngl[y]=true\nend\nfr(gl,#hd)\ney('ZREM',bg,hd)\njm=true\nend\nlocal function mj()\nwhile true do\nlocal cl=c('LINDEX',au,0)\nif not cl then return false end\nif not ad then cv()end\nlocal aq=tonumber(c('ZSCORE',bg,cl)or nil)\nif aq and aq>ad then\nlocal ge={}\nfor bf,y in ipairs(c('ZRANGEBYSCORE',bg,'(' .. ai(ad),'+inf'))do\ntable.insert(ge,ai(ad))\ntable.insert(ge,y)\nend\naw('ZADD',bg,ge[1],ge[2])\ney('ZADD',bg,ge)\naq=ad\nend\nlocal ew=not aq and tonumber(c('ZSCORE',cu,cl)or nil)\nlocal ke=aq and aq+cq or ew or 0\nif ke>ad then return cl,ke,aq~=nil end\nif aq then\nla()\nelse\nh('LPOP',au)\nh('ZREM',cu,cl)\njm=true\nend\nend\nend\nlocal function ly(bh)\nlocal gm=h('ZPOPMIN',cu,fz+1)\nlocal m,dd,l={},{},false\nfor q=#gm,1,-1 do table.insert(m,gm[q])end\nif #gm>0 then s('ZADD',cu,unpack(m))end\nlocal function it(dg)\nfor q=2,#dg,2 do\nif dg[q - 1]==bh then\nl=true\nelse\ntable.insert(dd,ai(dg[q] - fy))\ntable.insert(dd,dg[q - 1])\nend\nend\nend\nit(gm)\nif #gm>2*fz then\nif not l then h('ZREM',cu,bh)end\nit(ed())\nit({ip()})\nend\ney('ZADD',cu,dd)\nif #dd==0 and c('EXISTS',au)==0 then h('DEL',bg)end\nend\nlocal function kv(y)\nif KEYS.locked then return end\nlocal b=redis.pcall('GET',(string.gsub(bi(y),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(b)=='string' and b or nil\nend\nlocal function kx(ec,...)\nlocal am=string.match(ec or '','^~?(' .. fo .. ') ')\nif am then cd(am,...)end\nreturn am\nend\nlocal function mh(dz,y,ec)\nif not kx(ec,'try',y,0)then ay(dz .. y,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local qf=30000\nlocal qe=86400000\nlocal function ol()\nlocal ac=ea()\nbk(ly,g)\nreturn ac\nend\nlocal function ot(ew)\nlocal pi=ew - ad+fy+cq\nif c('PTTL',bg)<pi then h('PEXPIRE',bg,ai(pi))end\nend\nlocal function rb(as,qk,dd)\nwhile true do\nlocal n=c('LRANGE',au,as+1,as+fz)\nfor bf,y in ipairs(n)do\nif c('ZSCORE',bg,y)then return end\nlocal ew=c('ZSCORE',cu,y)\nif ew then\ntable.insert(dd,ai(ew+qk))\ntable.insert(dd,y)\nend\nend\nif #n<fz then return end\nas=as+fz\nend\nend\nlocal po=false\nlocal function ac()\nlocal hg=c('EXISTS',e,p,k or p)\nif hg==0 then\nlocal cl=h('LPOP',au)\nif not cl then\ns('EXISTS',au)\nreturn ea()\nend\ns('LPUSH',au,cl)\nif cl==g then return ol()end\nh('LPUSH',au,cl)\nelse\nlocal je=not k and hg==1\nif not je then co()end\nlocal ac=not(je and ARGV[6]=='2')and fl()\nif ac then return ac end\nend\nlocal l=ch()\ncv()\nlocal as=c('LPOS',au,g)\nlocal go=as and h('ZADD',bg,ai(ad),g)==1\nif go then ot(ad+(as+1)*fy)end\nla()\nlocal cl,op\nif l==-2 then\ncl,op=mj()\nend\nif l==-2 and not cl then\nh('DEL',bg)\nreturn ea()\nend\nif l==-2 and cl==g then\nh('LPOP',au)\ns('LPUSH',au,g)\nreturn ol()\nend\nif jm then\nas=c('LPOS',au,g)\nif l==-2 then mh(ARGV[10],cl,kv(cl))end\nend\nif gk()then\nif as then\nfr({[g]=true},1)\nh('ZREM',bg,g)\nend\nax('refused',f)\nreturn gz({'busy',aj,l,as and as+1 or 0,-1})\nend\nlocal ag=as and tonumber(c('ZSCORE',cu,g)or nil)\nif ag and ag<ad - qe then ag=nil end\nlocal ew=ag\nif not as then\nlocal ko=c('LINDEX',au,-1)\new=(ko and c('ZSCORE',cu,ko)or ad+math.max(l,0))+fy\nas=h('RPUSH',au,g)- 1\npo=true\nh('ZADD',bg,ai(ad),g)\nend\nlocal on=ad+(as+1)*fy\nif not ew or ew<on - fy+qf then ew=on end\nif ew~=ag then\nlocal dd={ai(ew),g}\nif ag and not go then rb(as,ew - ag,dd)end\ney('ZADD',cu,dd)\not(ew)\nend\nreturn{'busy',aj,l,as+1,l==-2 and op+1 - ad or l}\nend";

const waitersTellWanted_ =
  "local function ph(u,fv)\nlocal cl=string.match(fv or '','^[^\\n]*\\n@(' .. dx .. ') ')\nif cl then ay('leasehound-ends:' .. cl .. ':' .. e,u .. ' wanted')end\nend";

const waitersIsHeard_ =
  "local function gy(am,z)\nam=dm(am)\nlocal ce=redis.pcall('PUBSUB','NUMSUB',am,z or am)\nreturn ce.err~=nil or ce[2]~=0,ce[4]\nend";

const waitersDated_ =
  "local function ne(b)\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. ai(ad).. ' '))\nend";

const waitersIsCluster_ =
  "local function os()\nlocal ms=redis.pcall('INFO','cluster')\nreturn type(ms)=='string' and string.find(ms,'cluster_enabled:1',1,true)~=nil\nend\nlocal function oi()\nlocal o,oj=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn o and oj=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function oy(b,ce)\nb=ne(b)\nif ce~='1' or string.find(b,'^~')then return b end\nlocal ox=oi()and gy(string.match(b,'^%S+'))and not os()\nreturn(ox and '' or '~').. b\nend";

const waitersSECRET_ =
  "local ib=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local kh=20";

const waitersTellGranted_ =
  "local function kp(am,dl,...)\nlocal b='granted ' .. table.concat({...},' ')\ncd(am,b,string.sub(redis.sha1hex(dl .. b .. dl),1,kh))\nend";

const waitersSTANDINGMS_ =
  "local ic=150000\nlocal ia='^(~?)(' .. fo .. ') (%S+) (' .. ib .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op]k?)(.*)$'";

const waitersMOSTDIGITS_ =
  "local jn=15\nlocal de,io=0,false\nlocal fi=false\nlocal function hq(b,z)\nlocal ap,am,g,dl,aa,f,gv,t,ak=string.match(b,ia)\nif not ap or string.find(ak,'^[^\\n]')or math.max(#aa,#f)>jn then return end\nif ad - gv>=ic then return end\nfi=false\nif ap=='' or z then\nlocal ho=string.sub(t,2,2)\nlocal hh,dh=gy(am,z)\nif ho=='p' then dh=nil end\nif ap=='' then\nif not hh then return end\nde,io=z and dh or 0,ho=='o'\nend\nfi=hh and dh==0\nend\nif KEYS.locked and string.sub(t,3)~='k' then\nap,fi='~',false\nend\nreturn ap,am,g,dl,aa,f,t,ak\nend";

const waitersStanding_ =
  "local cn,ga=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal fn=160000\nlocal function gc()\nh('SET',ga,'1','PX',fn)\nend";

const waitersCALLEDMS_ =
  "local gs=65\nlocal jo=30\nlocal hz=50\nlocal aq=0\nlocal function hi(as,da,al)\nlocal b=c('LINDEX',cn,as)\nif not b then return false end\nlocal am,g=string.match(b,'^~?(' .. fo .. ') (%S+)')\nif am then cd(am,da,g,al)end\nreturn true\nend\nlocal function il(da,al)\nif hi(0,da,al)then gc()end\nend";

const waitersIsOpen_ =
  "local function im(g)\nreturn KEYS.locked or c('EXISTS',bi(g))==0\nend\nlocal function id(al,z)\nif not ad then cv()end\nwhile aq<hz do\naq=aq+1\nlocal b=c('LINDEX',cn,0)\nif not b then return end\nlocal ap,am,g=hq(b,z)\nif de>0 then al=jo end\nlocal hj=ap and im(g)\nif hj and(ap=='' or al>0)then\ngc()\ncd(am,al==0 and 'try' or 'next',g,al)\nif al==0 or ap=='~' or de>0 then hi(1,'next',al+gs)end\nreturn\nend\nh('LPOP',cn)\nif hj then\ncd(am,'try',g,0)\nal=gs\nend\nend\nil(al==0 and 'try' or 'next',al)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local kg=5000\nlocal jb=50\nlocal function jq(g,aa,f,ak)\nif ak then\nif not h('SET',bi(g),'|+' .. ak,'PX',f,'NX')then return false end\ns('UNLINK',bi(g))\nend\nh('HINCRBY',e,g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,aa)\ns('UNLINK',e)\nreturn true\nend\nlocal function kj(ap,g,aa,f,ak)\nlocal dn=math.min(tonumber(aa),ap=='' and kg or jb)\nlocal jd=jq(g,dn,f,not KEYS.locked and ap=='' and ak)\nreturn jd and dn or nil\nend";

const waitersWithGrant_ =
  "local function lv(d,db,ep)\nif not db and not ep then return d end\ntable.insert(d,ep and 'passed' or 'granted')\nfor bf,kq in ipairs(ep or db)do table.insert(d,kq)end\nreturn d\nend";

const queueTellNext_ =
  "local function mm(dz,dn)\nlocal y=c('LINDEX',au,0)\nif not y or kx(kv(y),'next',y,dn)then return end\nif c('ZSCORE',bg,y)then return end\nh('ZADD',cu,'XX','LT',ai(ad+dn+fy),y)\nay(dz .. y,'0')\nend\nlocal function oo(dz,y,ec)\nlocal ap,am,g,dl,aa,f,bf,ak=hq(ec)\nif ap~='' or g~=y then return end\nlocal dn=kj(ap,g,aa,f,ak)\nif not dn then return end\nh('LPOP',au)\nly(g)\nkp(am,dl,g,ai(ad),dn,ai(ad),0,0)\npcall(mm,dz,dn)\nreturn{g,dn}\nend\nlocal function nt(dz,hp)\nlocal cl,ec\nlocal o,db=bk(function()\nlocal bf,kb\ncl,bf,kb=mj()\nec=kb and kv(cl)\nreturn ec and oo(dz,cl,ec)\nend)\nlocal bw=o and db or(not o and redis.pcall('EXISTS',e)==1)\nif bw then\nif hp==2 then pcall(gc)end\nreturn o and db\nend\nif cl then pcall(mh,dz,cl,ec)end\nif hp==2 then pcall(id,0)end\nend";

const stateTimeouts_ =
  "local cx=''";

const fenceMarkKey_ =
  "local oc,aj,cg=KEYS[1],ARGV[1],ARGV[2]\nlocal function qi(ap)\nif not ap then return true end\nif not string.find(ap,'^%d+$')then error('the mark of this resource is no number')end\nreturn #ap<#cg or(#ap==#cg and ap<=cg)\nend\nlocal function qr(ap,cz)\nif ap==cg then return false end\nlocal bd=c('TIME')\nif tonumber(cg)<=(bd[1]+60)*1e6+bd[2] then return false end\nlocal bb=tonumber(c('GET',cz)or '')\nreturn not bb or bb<tonumber(cg)\nend\nlocal function rh(ap)\nif ap~=cg then h('SET',oc,cg)end\nend";

const grantLooked_ =
  "local ht\nlocal function iq(is)\nif is or KEYS.locked then\nlocal di,n=pcall(ca)\nif not di or i then return end\nht=n\nend\nif r==false then return -2 end\nreturn c('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function je()\nreturn c('EXISTS',p)==0\nend";

const grantRefuseNew_ =
  "local function ll(l)\nif not l or l<0 then return end\nlocal go\nif gk()then\ngo=aw('SET',p,'|-refused','PX',f,'NX')\nelse\ngo=je()\nend\nif go then return{'busy',aj,l}end\nend";

const waitersMOST_ =
  "local dq='9223372036854775807'";

const fencedTokenKey_ =
  "local cz=KEYS[3]";

const waitersReadToken_ =
  "local function km()\nlocal bb=c('GET',cz)\nreturn bb~='' and bb\nend\nlocal function kl(b)\nreturn string.find(b,'^%d+$')and(#b<#dq or(#b==#dq and b<=dq))\nend\nlocal function iu(bb,hv)\nlocal cg=hv[1] .. string.format('%06d',hv[2])\nbb=bb or ''\nlocal hw=#bb<#cg or(#bb==#cg and bb<cg)\nif hw then h('SET',cz,cg)else h('INCR',cz)end\nif bb=='' then s('UNLINK',cz)else s('SET',cz,bb)end\nreturn hw and cg or c('GET',cz)\nend";

const fencedWithToken_ =
  "local function kf(ac,cg)\ntable.insert(ac,cg)\nreturn ac\nend\nlocal function jf()\nlocal bb=km()\nif bb and not kl(bb)then ah(cz)end\nreturn bb\nend\nlocal function mx(bb)\nif bb==dq then ah(cz)end\nlocal cg=iu(bb,c('TIME'))\nreturn kf(ea(),cg)\nend\nlocal function pg()\nlocal pj,bb=pcall(jf)\nlocal ac=pj and bb~=dq and hm()\nreturn ac and kf(ac,iu(bb,c('TIME')))\nend\nlocal function pb()\nco()\nlocal bb=k and v=='' and jf()\nlocal ac=fl()\nif ac and ac[1]=='held' then kf(ac,bb or jf()or iu(nil,c('TIME')))end\nreturn ac,bb\nend";

const fencedQuickAnswer_ =
  "local function iv()\nif k then return c('EXISTS',e,p,k)==0 and mx(jf())end\nlocal l=iq(ARGV[6]~='2')\nreturn l==-2 and pg()or ll(l)\nend\nlocal function jp()\nlocal ac,bb=pb()\nif ac then return ac end\nlocal l=ch()\nif l==-2 then\nif not k then bb=jf()end\nreturn mx(bb)\nend\nif gk()then ax('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function ac()\nreturn gz(iv()or jp())\nend";

const lockHashIsRandom_ =
  "local function qt(u)\nreturn string.find(u,':%d%d%d%d%d%d%d%d%d%d%d%d+$')~=nil\nend";

const standHolder_ =
  "local hs,oq\nlocal kb=0\nlocal function je()\nlocal n=ht or c('HRANDFIELD',e,2,'WITHVALUES')\nlocal gx={p}\nif #n==2 and not KEYS.locked then table.insert(gx,bi(n[1]))end\nif n[1]==g then return false end\nlocal cw,ed=unpack(c('MGET',unpack(gx)))\nhs,oq=n[1],ed\nlocal mb=#n==2 and qt(n[1])\nif ed then mb=string.sub(ed,1,1)~='!' end\nkb=mb and 1 or 0\nreturn not cw\nend";

const waitersLeaveList_ =
  "local function li(g)\nfor bf,b in ipairs(c('LRANGE',cn,0,-1))do\nif string.match(b,'^%S+ (%S+)')==g then h('LREM',cn,0,b)end\nend\nend\nlocal function hx(g,b)\nif KEYS.locked then\npcall(li,g)\nelseif(b or '')~='' then\npcall(h,'LREM',cn,0,b)\nend\nend";

const standMarked_ =
  "local function qy(b)\nlocal ce=ARGV[12]~='' and redis.pcall('PUBSUB','NUMSUB',ARGV[12])\nif not ce or ce.err then return b end\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(ce[2]==0 and 'o' or 'p')))\nend\nlocal function pc()\ncv()\nlocal b=qy(oy(ARGV[10],ARGV[11]))\nlocal as=ARGV[9]~='' and c('LPOS',cn,ARGV[9])\nif as then\nh('LSET',cn,as,b)\nelse\nh('RPUSH',cn,b)\nph(hs,oq)\nend\nh('PEXPIRE',cn,fn)\ngc()\nreturn b\nend";

const standAnswerOrStand_ =
  "local function qj()\nif KEYS.locked and ci then hx(g)end\nlocal d=ac()\nif d[1]=='busy' and not ci then\nif ARGV[10]=='' then return d end\nlocal o,b=pcall(pc)\nif o then\ntable.insert(d,ad)\ntable.insert(d,b)\ntable.insert(d,kb)\nend\nelseif not(KEYS.locked and ci)then\nhx(g,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local hy=60000\nlocal na=64";

const stealRob_ =
  "local function nr(u,l)\nlocal ed=bi(u)\nlocal f=math.max(l+hy,c('PTTL',ed))\nlocal fv='!' .. jw .. '|'\nlocal m=h('SET',ed,fv .. '-' .. jw,'PX',f,'GET')\nif m then s('SET',ed,m,'PX',f)else s('UNLINK',ed)end\nlocal af=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not af then return end\nh('SET',ed,fv .. af,'PX',f)\ns('SET',ed,m,'PX',f)\nend\nlocal function nu(l,nw)\nlocal lo={}\nfor bf,u in ipairs(c('HRANDFIELD',e,na+1))do\nif u~='mode' or r=='plain' then\nnr(u,l)\ntable.insert(lo,u)\nend\nend\nh('UNLINK',e)\nlocal gx=table.concat(lo,' ')\nay(ny,gx .. ' ' .. jw)\nlocal ac=nw()\ntable.insert(ac,gx)\nreturn ac\nend";

const stealQuickAnswer_ =
  "local function iv()\nif k then return c('EXISTS',e,p,k)==0 and lt()end\nlocal l=iq(true)\nif l==-2 then return nv()end\nif l and l>=0 and c('EXISTS',p)==0 then return ls(l)end\nend";

const stealFullAnswer_ =
  "local function jp()\nlocal ac=ag()\nif ac then return ac end\nlocal l=ch()\nif l==-2 then return lt()end\nreturn ls(l)\nend\nlocal function ac()\nreturn iv()or jp()\nend";

const waitingREFUSED_ =
  "local me,oa=-1,-2\nlocal function ml(dz)\nlocal ce=redis.pcall('PUBSUB','NUMSUB',unpack(dz))\nif ce.err then return nil end\nlocal kc={}\nfor q=2,#ce,2 do table.insert(kc,ce[q])end\nreturn kc\nend";

const waitingFollowers_ =
  "local function qo(z)\nreturn(ml({z})or{me})[1]\nend";

const lockHashLONGESTVALUE_ =
  "local of=500\nlocal function ow(j)\nlocal ei=redis.pcall('GETRANGE',j,0,of)\nif type(ei)~='string' then return nil end\nreturn string.match(ei,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function qw(hl,nm)\nreturn 'light\\n' .. hl .. ' ' .. nm\nend";

const waitingMOSTLISTED_ =
  "local lx=100";

const waitingRequestsIn_ =
  "local function rl(gn,nj)\nlocal ji,kn,ag={},{},{}\nfor bf,b in ipairs(gn)do\nlocal ap,am,g,bf,bf,bf,gv,t=string.match(b,ia)\nif ap and not ag[g] and not nj[g] then\nag[g]=true\nlocal z=ap=='' and dm(am)\ntable.insert(ji,{b,z,tonumber(gv),string.sub(t,2,2)=='p'})\ntable.insert(kn,bi(g))\nend\nend\nreturn ji,kn\nend\nlocal function rr(ji,dz,lr)\nlocal mg={unpack(dz)}\nfor bf,ec in ipairs(ji)do\nif ec[2] then table.insert(mg,ec[2])end\nend\nlocal ce=ml(mg)\nlocal an,bh,de,q=0,nil,ce and 0 or me,#dz\nfor ku=1,ce and q or 0 do de=de+ce[ku] end\nif #ji>0 then cv()end\nfor ku,ec in ipairs(ji)do\nlocal b,z,gv,qm=unpack(ec)\nif z then q=q+1 end\nlocal gy=not ce or not z or ce[q]>0\nif gy and ad - gv<ic and(lr[ku] or '')=='' then\nan=an+1\nbh=bh or b\nif qm and de>0 then de=oa end\nend\nend\nreturn an,bh,de\nend";

const inspectLONGESTSTATE_ =
  "local qg=700\nlocal function rp(at)\nlocal gn=#at>0 and c('MGET',unpack(at))or{}\nfor q=1,#at do gn[q]=string.sub(gn[q] or '',1,qg)end\nreturn gn\nend";

const inspectMOSTBYTES_ =
  "local og=50000\nlocal function nl(b)\nlocal bf,oz=string.gsub(b,'[^%w:{}_./ -]','')\nreturn #b+5*oz+3\nend";

const inspectLOOKEDAT_ =
  "local pk=5\nlocal function qq(n)\nif r=='plain' then return 1 end\nlocal dc=#n/2\nif dc==pk then dc=c('HLEN',e)end\nreturn dc - 1\nend";

const permitsCount_ =
  "local function i(b)\nreturn tonumber(gg(b))\nend";

const permitsPermits_ =
  "local ev,fq,aj=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local bd=c('TIME')\nlocal ad=bd[1]*1000+math.floor(bd[2]/1000)\nlocal mq=1000";

const lockQuickAnswer_ =
  "local function iv()\nif k then return c('EXISTS',e,p,k)==0 and ea()end\nlocal l=iq(ARGV[6]~='2')\nreturn l==-2 and hm()or ll(l)\nend\nlocal function jp()\nco()\nlocal ac=fl()\nif ac then return ac end\nlocal l=ch()\nif l==-2 then return ea()end\nif gk()then ax('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function ac()\nreturn gz(iv()or jp())\nend";

const holdBlock_ =
  "co()\nlocal bm=cs()\nif bm then return bm end\nlocal i=dh()\nif not i then return ax(cj('lost'),ARGV[4])end\nreturn{'counted',aj,tonumber(i),em(tonumber(i))}";

const waitersTokenKey_ =
  "local cz";

const waitersChainSince_ =
  "local ig,ih,ie\nlocal nb=1000\nlocal mz=2000\nlocal ky=99\nlocal function nx()\ncz='redisson_lock_token:' .. string.match(cn,'^[^:]+:[^:]*:standing:(.*)$')\nif KEYS.locked and not KEYS.locked[cz] then return false end\nlocal o,bb=pcall(km)\nreturn o and(not bb or(kl(bb)and bb~=dq)),bb\nend\nlocal function jr(ap,am,g,dl,aa,f,t,ak)\nlocal lf,bb=true,nil\nlocal lj=string.find(t,'^t')\nif lj then\nlf,bb=nx()\nend\nif not lf then return cd(am,'try',g,0)end\nlocal dn=kj(ap,g,aa,f,ak)\nif not dn then return end\nlocal cg=lj and iu(bb,bd)or nil\nif ap=='~' then\ncd(am,'try',g,ai(ig))\nelse\nkp(am,dl,g,ai(ad),dn,ai(ig),ih,ie,cg)\nend\nreturn{g,dn,cg}\nend\nlocal function lk(z)\nay(z,'1000000')\nay(z,'0')\nend\nlocal function ju(z)\nlk(z)\npcall(id,0,z)\nend\nlocal function lg(b,mk)\nreturn math.min(math.max(tonumber(b)or 0,0),mk)\nend\nlocal function nk()\nif de==0 or not io then return false end\nlocal lq=c('LLEN',cn)+2\nreturn ih*de>=math.max(lq+de,ie*lq)\nend\nlocal function ns(z,hl,jx,jv,jy)\nif not ad then cv()end\nig=math.min(tonumber(hl)or ad,ad)\nih=lg(jx,ky - 1)+1\nie=lg(jv,ky)\nlocal nn=ie>ih and mz or nb\nif ad - ig>=nn then return ju(z)end\nwhile aq<hz do\naq=aq+1\nlocal b=h('LPOP',cn)\nif not b then\nay(z,'0')\nreturn\nend\nlocal ap,am,g,dl,aa,f,t,ak=hq(b,z)\nif ap=='' and nk()then\nh('LPUSH',cn,b)\nreturn ju(z)\nend\nif ap=='~' and im(g)then\nlocal ln=fi and jr(ap,am,g,dl,aa,f,t,ak)\nif ln then\nhx(g)\nelse\nlk(z)\ncd(am,'try',g,0)\nend\npcall(id,ln and jb or gs)\nreturn\nend\nlocal db=ap=='' and jr(ap,am,g,dl,aa,f,t,ak)\nif db then\nhx(g)\npcall(il,'next',db[2])\nif de>0 and jy~='1' then ay(z,'1')end\nreturn db\nend\nend\nju(z)\nend\nlocal function ej(z,hp,hl,jx,jv,jy)\naq=0\nif hp==2 then\nlocal o,db=bk(ns,z,hl,jx,jv,jy)\nif o then return db end\nif redis.pcall('EXISTS',e)==1 then return end\nend\nay(z,'0')\nend";

const holdRenew_ =
  "local function pa(aa,f,eg,ou,lm)\nlocal bm=cs()\nif bm then return nil,bm end\nlocal i=dh()\nif not i then return nil,ax(cj('lost'),f)end\ngw(e,aa)\nif lm then lm(tonumber(i))end\nif k then\nif ao then\nfg(p,eg)\nelse\nbt(string.sub(v,2).. '|',eg)\nend\nfg(k,eg,lm)\nelseif KEYS.locked and not ao then\nbt('|+',eg)\nelseif ou then\nfg(p,eg)\nend\nreturn tonumber(i)\nend";

const readHoldsRenewSlot_ =
  "local function rj(i,cw,aa)\nlocal ar=1\nif i>1 then ar=jj(i,cw)end\nlocal j=dj(g,ar)\nif not gw(j,aa)then h('SET',j,'1','PX',aa,'NX')end\ncp[j]=nil\nend";

const lockHashLock_ =
  "local e,p,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "ca()\nlocal l=ch()";

const ownerAnswer_ =
  "local function ac(eo)\nreturn{'done',aj,tonumber(eo)}\nend\nlocal function o(eo)\naw('SET',k,eo,'PX',ARGV[4])\ns('UNLINK',k)\nreturn ac(eo)\nend";

const ownerHeldCount_ =
  "local function js(jt)\nca()\nif r and(r=='plain')~=jt then ah(e)end\nif r then ch()end\nreturn i and tonumber(i)\nend";

const ownerENDED_ =
  "local he='released-elsewhere'\nlocal hy=60000\nlocal function lb(ki)\nlocal f=math.max(c('PTTL',e)+hy,c('PTTL',p))\naw('SET',p,'!' .. he .. '|-' .. he,'PX',f)\nif ao then s('SET',p,bv,'PX',f)else s('UNLINK',p)end\nlocal le=ki()\nay(ARGV[6],g .. ' ' .. he)\nreturn le\nend";

const ownerBlock_ =
  "co()";

const ownerEndReads_ =
  "local function qn()\nif v~='' then return ac(v)end\nlocal by=js(false)\nif not by then return o(0)end\nlocal d=o(1)\nlb(function()\nmi(tonumber(by))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function rk()\no(1)\nreturn{'done',aj,1,w}\nend";

const permitsGiveBack_ =
  "local function ni(dc,z,ek,ng,...)\nlocal ee=aw('INCRBY',ev,dc)\ns('INCRBY',ev,-dc)\nng(...)\nif ee>=ek then ay(z,ai(ee))end\nend";

const permitsSweep_ =
  "local function pe(ee,z)\nlocal kk,gr=unpack(c('ZRANGE',fq,0,0,'WITHSCORES'))\nif kk and #kk~=16 then error('NOT_A_LOCK 2')end\nif not kk or tonumber(gr)>ad then return ee end\nlocal lc=c('ZCOUNT',fq,'-inf',ai(ad))\nlocal dc=math.min(lc,mq)\nni(dc,z,1,h,'ZREMRANGEBYRANK',fq,0,dc - 1)\nreturn ee+lc\nend";

const permitExpirableRecord_ =
  "local k,z,f=KEYS[3],ARGV[2],ARGV[4]\nlocal nc=setmetatable({},{\n__index=function(er,ab)\ner[ab]=string.char(tonumber(ab,16))\nreturn er[ab]\nend,\n})\nlocal gu,er={},string.gsub(ARGV[3],'..',nc)\nlocal function l()\nlocal ek,dc=math.huge,0\nfor bf,gr in ipairs(c('ZMSCORE',fq,unpack(gu)))do\nek=math.min(ek,gr and gr - ad or 0)\nif gr then dc=dc+1 end\nend\nreturn ek,dc\nend";

const permitExpirableEnded_ =
  "local function bl(t)\nreturn{'ended',aj,t}\nend\nlocal function gq(t)\nlocal m=aw('SET',k,'-' .. t,'PX',f,'GET')\nif m then s('SET',k,m,'PX',f)else s('UNLINK',k)end\nreturn bl(t)\nend\nlocal function cs(ap)\nif ap and string.sub(ap,1,1)=='-' then return bl(string.sub(ap,2))end\nend";

const permitExpirableScored_ =
  "local function rn(aa)\nlocal dg,gr={},ai(ad+aa)\nfor bf,ra in ipairs(gu)do\ntable.insert(dg,gr)\ntable.insert(dg,ra)\nend\nreturn unpack(dg)\nend";

const permitExpirableLostEnd_ =
  "local function ob()\nreturn cs(c('GET',k))or gq('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#er,16 do\ntable.insert(gu,string.sub(er,q,q+15))\nend";

const readWriteTimeouts_ =
  "local cx=ARGV[9]\nlocal jw,ny=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function ls(l)\nif r=='plain' then ah(e)end\nreturn nu(l,ea)\nend\nlocal nv,lt=hm,ea";

const readWriteKnown_ =
  "local function ag()\nco()\nreturn fl()\nend";

const readWriteBlock_ =
  "return ac()";

const semaphoreKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bl(t)\nreturn{'ended',aj,t}\nend\nlocal function ax(t)\naw('SET',k,'-' .. t,'PX',f)\ns('UNLINK',k)\nreturn bl(t)\nend\nlocal ei,ap=unpack(c('MGET',j,k))\nlocal function ev()\nreturn gg(ei or c('GET',j))\nend";

const semaphoreTaken_ =
  "local od=ap and string.match(ap,'^%+(%d+)$')\nif ap and not od then return bl(string.sub(ap,2))end";

const semaphoreNotify_ =
  "local function rd(z,ev)\nif ev>=0 then ay(z,ev)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "37a0bd544eaf209086eab6f411020f3df3af08dc", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ei then return o(0,aw)end\nlocal l=ei - 1\nlocal d=o(math.max(l,0),aw)\nh('DECR',j)\nif l>0 then return d end\ns('INCR',j)\nh('DEL',j)\nif l==0 then ay(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "6026b2fa12c624e7301892459a1fff8643ebdb6e", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ei then return o(0,aw)end\nlocal d=o(1,aw)\nh('DEL',j)\nay(ARGV[3],'1')\nay(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-read", "3f21d30cdd5d76bdfc63575d31c7bce970394e0a", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-write", "45c22522a0c3b9ff7ecdb15bf74ce676e883abdd", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "5f9ce2d0d85b019a3dce1545f5db49e7f266b2b8", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "mt()\nlocal gb=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if r=='plain' then ah(e)end\nif r~=ARGV[6] then return kr(0)end\nlocal d=kr(1)\nh('DEL',e)\npcall(fw,'free')\nay(gb,r=='write' and '1' or '0')\nmy()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ script("fair-read-write/release-read", "e3cdf38c9bbe7fa0154bb3c4e613bbf9ab7c4362", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/release-write", "f7fed865a6395c9b9002e9e31cf7e099221e15de", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "cf8a7769b2910ae1f4f20301fa7e796e8fe983ca", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal fy=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return ac()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "8300579197c73ab9a2a58dfcd417ab62e5c715da", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersTell_, waitersTellWanted_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal fy=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local fn=cq+5000\nlocal ss=100\nlocal function tc(as)\nlocal hs=c('HRANDFIELD',e)\nlocal fv=hs and c('GET',bi(hs))\nph(hs,fv)\nif not fv or string.sub(fv,1,1)=='!' or as>ss then return 0 end\nif as==1 then return 1 end\nfor bf,aq in ipairs(c('ZMSCORE',bg,unpack(c('LRANGE',au,0,as - 2))))do\nif not aq then return 0 end\nend\nreturn 1\nend\nlocal function pc(as)\nlocal b=oy(ARGV[12],ARGV[13])\nlocal m=h('SET',KEYS[6],b,'PX',fn,'GET')\nreturn b,m==ARGV[11] and not po and 1 or tc(as)\nend\nlocal d=ac()\nif d[1]~='busy' or ci or KEYS.locked then return d end\nlocal o,b,mb=pcall(pc,d[4])\nif o then\nfor bf,kq in ipairs({ad,b,mb})do table.insert(d,kq)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "14251be4ef0cdad478254307637c7c03912b5bba", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "mt()\nlocal fy=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if r=='read' or r=='write' then ah(e)end\nif not r then return kr(0)end\nlocal d=kr(1)\nlocal db=nt(ARGV[3],h('DEL',e,ga))\nmy()\nreturn lv(d,db)", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "be6c5d0de01d81efea7ea92838d892fe2fe4f16d", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, "local function rc()\nreturn(ARGV[12] or '')~=''\nend\nlocal function re()\nlocal jd=jq(ARGV[12],ARGV[13],ARGV[14],ARGV[15])\nreturn jd and{ARGV[12],tonumber(ARGV[13])}or nil\nend", waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal fy=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local db,ep\nlocal function ft()\nif not rc()then\ndb=nt(ARGV[9],h('DEL',e,ga))\nreturn\nend\nh('DEL',e)\nlocal o,jr=bk(function()\nreturn c('LINDEX',au,0)==ARGV[12] and re()\nend)\nep=o and jr\nif not ep then\ndb=nt(ARGV[9],1+h('DEL',ga))\nreturn\nend\nbk(function()\nh('LPOP',au)\nly(ARGV[12])\nend)\nend\nlocal function ik()\nif ARGV[11]=='1' and c('LPOS',au,g)then\nfr({[g]=true},1)\nh('ZREM',bg,g)\nend\nif c('EXISTS',e)==0 then db=nt(ARGV[9])end\nend", endEndHold_, "local d=ii(ARGV[4])\nreturn lv(d,db,ep)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "0bc176da395e6b2c3ee260b42c9cb4e9d8e41c26", BEGIN, fenceMarkKey_, "local ap=c('GET',oc)\nif not qi(ap)then return{'fenced',aj,0}end\nif qr(ap,KEYS[2])then return{'ahead',aj}end\nrh(ap)\nreturn{'fenced',aj,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "0ff3a36bdab4fe72128b866f108c0073b3e88956", BEGIN, stateWrite_, fenceMarkKey_, "local k,tg,f,ei=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal ap,o=unpack(c('MGET',oc,k))\nif o=='1' then return{'fenced',aj,1}end\nif o=='ahead' then return{'ahead',aj}end\nif o then return{'withdrawn',aj}end\nif not ap then ap=c('GET',oc)end\nif not qi(ap)then return{'fenced',aj,0}end\nif not ei then\naw('SET',k,'0','PX',f)\nreturn{'withdrawn',aj}\nend\nif qr(ap,KEYS[4])then\nh('SET',k,'ahead','PX',f)\nreturn{'ahead',aj}\nend\nh('SET',tg,ei,'GET')\nrh(ap)\nh('SET',k,'1','PX',f)\nreturn{'fenced',aj,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "25c454607840057196ede1ec1570a9662d258f51", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn ac()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "fb3e273c9a1d383c28c6da408cd9a53c8f71becc", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standHolder_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersTellWanted_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, waitersLeaveList_, fencedWithToken_, fencedQuickAnswer_, standMarked_, standAnswerOrStand_, "k=nil\nreturn qj()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "d696b0ce8aff7f41d57ef24a7f094ecb80f85fd8", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal jw,ny=ARGV[9],ARGV[10]", stealRob_, "local nv,ag=pg,pb\nlocal function lt()\nreturn mx(jf())\nend\nlocal function ls(l)\nif r~='plain' then ah(e)end\nlocal bb=jf()\nif bb==dq then ah(cz)end\nreturn nu(l,function()\nreturn mx(bb)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return ac()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "680fc86cd8c024cb7099b5dc19e19efbf438f2ed", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal ry='!' .. ARGV[9] .. '|'\nlocal b=c('GET',KEYS[3])\nlocal l=b and(string.sub(b,1,1)=='=' or string.sub(b,1,#ry)==ry)and c('PTTL',KEYS[3])or 0\nlocal function jl()\nreturn{'found',aj,b,l}\nend\nif l>0 then\nif h('SET',p,'|-lost','PX',f,'NX')then return jl()end\nelseif c('EXISTS',e,p)==0 then\nreturn ea()\nend\nco()\nlocal ac=fl()\nif ac and ac[1]=='ended' and l>0 then return jl()end\nif ac then return ac end\nlocal te=ch()\nif ci then ax('refused',f)end\nreturn{'busy',aj,te,c('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "b1c095c4d75b6412a3142fc0eea48b56f4a340d7", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, endFirst_, "k=nil\nlocal function ft(tq)\nlocal qu,m=false,nil\nif tq then\nqu,m=pcall(h,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qu and m then s('SET',KEYS[3],m,'PX',ARGV[11])end\nif qu and not m then s('UNLINK',KEYS[3])end\nlocal hp=h('DEL',e,ga)\nay(ARGV[9],'1')\nif hp==2 then pcall(id,0)end\nend\nlocal function ik()end", endEndHold_, "return ii(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "e37d71fec6c5f2d76aa28fe70b462b309e79c1e1", BEGIN, onceCounter_, waitingREFUSED_, waitingFollowers_, "local an=gg(c('GET',KEYS[1]))\nlocal l=c('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],an and 1 or 0,tonumber(an or 0),l,qo(ARGV[2])}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "1e8a03e405a41dde7df7bfdc3f28e3fc0fdc6949", BEGIN, lockHashMode_, "local e,p,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, waitersNow_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSTANDINGMS_, "local cx=ARGV[3]", readHoldsTimeoutKey_, waitingMOSTLISTED_, waitingREFUSED_, waitingRequestsIn_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectLOOKEDAT_, "local oh=100\nlocal sv=4\nlocal su=tonumber(ARGV[5])\nlocal aj,au,bg,cn=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nlocal fu,n=pcall(ca)\nif not fu then\nlocal hs,hl,nm=ow(e)\nif not hs then ca()end\nlocal l=ch()\nreturn{'lock',aj,'light',l,1,1,0,0,0,hs,1,l,qw(hl,nm)}\nend\nlocal l=r and ch()or -2\nlocal cr,ce,nj={},{},{}\nlocal function sg(jl)\nfor q=1,#jl,2 do\nlocal u=jl[q]\nif #cr<oh and not nj[u] and(u~='mode' or r=='plain')then\nif not bj(jl[q+1])then ah(e)end\nnj[u]=true\ntable.insert(cr,u)\ntable.insert(ce,tonumber(jl[q+1]))\nend\nend\nend\nlocal function ts()\nlocal nd='0'\nfor bf=1,sv do\nlocal mc=c('HSCAN',e,nd,'COUNT',2*oh)\nnd=mc[1]\nsg(mc[2])\nif nd=='0' or #cr==oh then return end\nend\nend\nif #n/2<pk then sg(n)else ts()end\nlocal df=r and qq(n)or 0\nlocal ri=0\nlocal function tx(be,by)\nif ri+by>su then return l end\nri=ri+by\nlocal bs=0\nfor ar=1,by do\nbs=math.max(bs,c('PTTL',dj(be,ar)))\nend\nreturn math.min(bs,l)\nend\nlocal function uf(df,pd)\nlocal sf=df>1 and c('PTTL',pd)or -1\nif sf<0 then return l end\nreturn math.max(math.min(l,sf - ARGV[4]),0)\nend\nlocal function tn(u,by,df,pd)\nif r=='plain' then return l end\nif string.find(u,':write$')then return uf(df,pd)end\nreturn tx(u,by)\nend\nlocal function qv(bh,x,j)\nreturn #bh<lx and #bh or c(x,j)\nend\nlocal function ub()\nlocal hg=c('EXISTS',cn,au,KEYS[6])\nif hg==0 then return{},0,{}end\nlocal gn=redis.pcall('LRANGE',cn,0,lx - 1)\nif gn.err or #gn>0 then hg=hg - 1 end\nif gn.err then gn={}end\nif hg==0 then return{},0,gn end\nlocal ld=c('TYPE',au).ok\nif ld=='list' then\nlocal bh=c('LRANGE',au,0,lx - 1)\nreturn bh,qv(bh,'LLEN',au),gn\nend\nif ld~='none' then ah(au)end\nau,bg=KEYS[6],KEYS[7]\nif c('TYPE',au).ok~='zset' then ah(au)end\nlocal bh=c('ZRANGE',au,0,lx - 1)\nreturn bh,qv(bh,'ZCARD',au),gn\nend\nlocal function tz(bx)\nif #bx==0 then return{}end\nlocal aq=redis.pcall('ZMSCORE',bg,unpack(bx))\ncv()\nlocal dg={}\nfor q=1,#bx do\nlocal ci=tonumber(aq[q] or nil)\ndg[q]=ci and math.max(ad - ci,0)or -1\nend\nreturn dg\nend\nlocal mv,py,gn=ub()\nlocal ua=tz(mv)\nlocal ji,at=rl(py>0 and{}or gn,nj)\nlocal kn={}\nfor q,u in ipairs(cr)do kn[q]=bi(u)end\nfor bf,j in ipairs(at)do table.insert(kn,j)end\nlocal lr=rp(kn)\nlocal function to()\nif py>0 then return py end\nlocal an,bf,de=rr(ji,{ARGV[6],ARGV[7]},{unpack(lr,#cr+1)})\nif de<0 then return de end\nreturn an+de+qv(gn,'LLEN',cn)- #gn\nend\nlocal d={'lock',aj,r or 'free',l,df,0,py,0,to()}\nlocal er=0\nlocal function cd(sn,kt,b,...)\ner=er+nl(kt)+nl(b)+30\nif er>og then return end\nd[sn]=d[sn]+1\nfor bf,ba in ipairs({kt,...})do table.insert(d,ba)end\nend\nfor q,u in ipairs(cr)do\ncd(6,u,lr[q],ce[q],tn(u,ce[q],df,kn[q]),lr[q])\nend\nfor q,y in ipairs(mv)do cd(8,y,'',ua[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "84e7de378c87b2be99847711e735b920b49a72a0", BEGIN, onceCounter_, waitingREFUSED_, waitingFollowers_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local oh=100\nlocal qh=922337203685477\nlocal function tm(er)\nreturn(string.gsub(er,'.',function(tf)\nreturn string.format('%02x',string.byte(tf))\nend))\nend\nlocal b=c('GET',ev)\nlocal ee=b and i(b)\nlocal lc=c('ZCOUNT',fq,'-inf',ai(ad))\nlocal pq=c('ZCARD',fq)- lc\nlocal af=c('ZRANGE',fq,'(' .. ai(ad),'+inf','BYSCORE','LIMIT',0,oh,'WITHSCORES')\nlocal d={'permits',aj,b and 1 or 0,(ee or 0)+(b and lc or 0),pq}\ntable.insert(d,qo(ARGV[2]))\ntable.insert(d,c('PTTL',ev))\ntable.insert(d,#af/2)\nfor q=1,#af,2 do\nif #af[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gr=tonumber(af[q+1])\ntable.insert(d,tm(af[q]))\ntable.insert(d,gr>=qh and -1 or gr - ad)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "54f649f9ef6aafddc1a1aad3dee2f6c0e7ff2261", BEGIN, inspectMOSTBYTES_, "local nd,qc,mp=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dq=1000\nlocal oe=1000\nlocal dc,ql=math.min(dq,mp),og\nlocal jl,sb={},false\nlocal function sz(at,gn)\nfor bf,j in ipairs(gn)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(at,j)end\nend\nend\nlocal function eu(at)\nlocal er,n=0,{}\nfor bf,j in ipairs(at)do\nif #j<=oe then\ner=er+nl(j)\ntable.insert(n,j)\nend\nend\nif er>ql and(#jl>0 or dc>1)then return false end\nql=ql - er\nfor bf,j in ipairs(n)do table.insert(jl,j)end\nreturn true\nend\nlocal function sk(ld)\nreturn redis.pcall('SCAN',nd,'MATCH',ARGV[3],'COUNT',dc,'TYPE',ld)\nend\nrepeat\nlocal mc=sk('hash')\nif mc.err then return{'refused',ARGV[1],mc.err}end\nif ARGV[6]=='1' then sz(mc[2],sk('string')[2])end\nqc=qc - dc\nif #jl+#mc[2]>mp and dc>mp - #jl then\ndc=mp - #jl\nelseif eu(mc[2])then\nnd,dc,sb=mc[1],dq,mc[1]=='0'\nelseif #jl>0 then\nqc=0\nelse\ndc=math.floor(dc/2)\nend\nuntil sb or #jl>=mp or qc<=0\nreturn{'scanned',ARGV[1],nd,unpack(jl)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "2bf95c740808a3783d2af001afede01184505b0a", BEGIN, lockHashMode_, "local e,p\nlocal g,w,v='','',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, waitingREFUSED_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectLOOKEDAT_, "local oe=1000\nlocal function tw(n)\nlocal bh=1\nfor q=1,#n,2 do\nlocal sa=r~='plain' and n[q]=='mode'\nif sa and bh==q then\nbh=q+2\nelseif not sa and string.find(n[q],':write$')then\nbh=q\nend\nend\nreturn n[bh],n[bh+1]\nend\nlocal pl={'',-2,0,'',0}\nlocal function ti(j)\nlocal hs,hl,nm=ow(j)\nlocal l=hs and c('PTTL',j)or -2\nif l<=0 then return pl end\nlocal ld='light'\nreturn{ld,l,1,hs,1},qw(hl,nm)\nend\nlocal function th(j,pd)\ne,p=j,pd\nlocal fu,n=pcall(ca)\nif not fu then return ti(j)end\nif not r then return pl end\nlocal l=c('PTTL',e)\nlocal u,by=tw(n)\nif l<=0 or not u or #u>oe then return pl end\nreturn{r,l,qq(n),u,tonumber(by)}\nend\nlocal ps={}\nlocal function qz(ma,hg)\nhg=hg or c('EXISTS',unpack(ma))\nif hg==0 then return hg end\nif 4*hg<#ma then\nlocal si=math.floor(#ma/2)\nlocal m,ta={unpack(ma,1,si)},{unpack(ma,si+1)}\nlocal rx=c('EXISTS',unpack(m))\nqz(m,rx)\nqz(ta,hg - rx)\nreturn hg\nend\nfor bf,dg in ipairs(ma)do\nlocal pr=redis.pcall('LLEN',dg)\nif type(pr)~='number' then pr=redis.pcall('ZCARD',dg)end\nps[dg]=type(pr)=='number' and pr or 0\nend\nreturn hg\nend\nlocal rt,kn,qx,dz={},{},{},{}\nlocal rg,rm,ma,rf={},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,au,sj,dg=unpack(KEYS,4*q - 3,4*q)\nlocal nh\nnh,qx[q]=th(j,ARGV[q+3])\nrt[q],kn[q]=nh,bi(nh[4])\nif nh~=pl and not qx[q] then\ntable.insert(rg,au)\ntable.insert(rm,sj)\ntable.insert(ma,dg)\nfor bf,as in ipairs({au,sj,dg})do table.insert(rf,as)end\nlocal pf=string.find(j,'{',1,true)and j or '{' .. j .. '}'\ntable.insert(dz,ARGV[2] .. pf)\ntable.insert(dz,ARGV[3] .. pf)\nend\nend\nlocal lr=rp(kn)\nlocal hg=#rf>0 and c('EXISTS',unpack(rf))or 0\nfor bf,ba in ipairs({rg,rm,ma})do\nif hg>0 then hg=hg - qz(ba)end\nend\nlocal ce=#dz>0 and ml(dz)\nlocal bx={}\nfor ku,dg in ipairs(ma)do\nlocal mv=(ps[rg[ku]] or 0)+(ps[rm[ku]] or 0)\nlocal de=ce and ce[2*ku - 1]+ce[2*ku]\nbx[dg]=mv>0 and mv or de and(ps[dg] or 0)+de or me\nend\nlocal d,er={'summaries',ARGV[1]},0\nfor q,nh in ipairs(rt)do\nlocal fv=qx[q] or lr[q]\ner=er+nl(nh[4])+nl(fv)+50\nif q>1 and er>og then return d end\nfor bf,tk in ipairs(nh)do table.insert(d,tk)end\ntable.insert(d,fv)\ntable.insert(d,bx[KEYS[4*q]] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "c606b371195b14b6159260a650ad50451e35bfc1", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return ac()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "e5269a02f7fbb4959220a48bce20e00a1d4306b3", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function ba(ud)\nfor q=1,#KEYS,2 do\ne,p=KEYS[q],KEYS[q+1]\nlocal ac=ud(q)\nif ac then return ac end\nend\nend\nlocal function sp()\nba(function()\nea()\nend)\nreturn{'held',aj,1,tonumber(aa)}\nend\nif c('EXISTS',unpack(KEYS))==0 then return sp()end\nlocal ov,pn,hr\nlocal bm=ba(function(q)\nco()\nlocal ac=fl()\nif ac and ac[1]=='ended' then return ac end\nif ac then\nlocal l=ac[4]<0 and tonumber(aa)or ac[4]\nov=math.min(l,ov or l)\nelse\nhr=true\nlocal l=ch()\nif l~=-2 and not pn then pn={'busy',aj,l,(q+1)/2}end\nend\nend)\nif bm then return bm end\nif ov and hr then return bl('lost')end\nif ov then return{'held',aj,1,ov}end\nif not pn then return sp()end\nif ci then\nba(function()\nh('SET',p,'|-refused','PX',f)\nend)\nend\nreturn pn", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "614afcd40ca453df47ba5f40f16b01c718fbf5a0", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standHolder_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersTellWanted_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, waitersLeaveList_, standMarked_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn qj()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "9aae747cee5a6fcb65bb7fad850c5af63d484b7c", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, "local function em()\nif k then h('PEXPIRE',k,ARGV[4]+c('PTTL',e),'GT')end\nreturn c('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "f858580c3c064a10a53af2614ef9d65113d6d2cf", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local di=pcall(mt)\nlocal hs=not di and ow(e)\nif hs then\nch()\nn={hs}\nlocal d=kr(1)\nh('DEL',e)\nmy()\nreturn d\nend\nif not di then mt()end\nif r=='read' or r=='write' then ah(e)end\nif not r then return kr(0)end\nlocal d=kr(1)\nlocal db=ej(ARGV[3],h('DEL',e,ga))\nmy()\nreturn lv(d,db)", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "504a2fe75860a57f2a1d1fa66d1951f1768052da", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, "local function rc()\nreturn(ARGV[16] or '')~=''\nend\nlocal function re()\nlocal jd=jq(ARGV[16],ARGV[17],ARGV[18],ARGV[19])\nreturn jd and{ARGV[16],tonumber(ARGV[17])}or nil\nend", waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function tb(b)\nlocal fv=KEYS.locked and bi(string.match(b,'^%S+ (%S+)'))\nif fv and not(KEYS.locked[fv] and c('EXISTS',fv)==0)then return end\ncv()\nh('RPUSH',cn,ne(b))\nh('PEXPIRE',cn,fn)\nend\nlocal db,ep\nlocal function ki()\nif not rc()then return h('DEL',e,ga)end\nh('DEL',e)\nlocal o,jr=bk(re)\nhx(ARGV[16],ARGV[20])\nep=o and jr\nif not ep then return 1+h('DEL',ga)end\nend\nlocal function ft()\nlocal hp=ki()\nif not hp then return end\nif(ARGV[14] or '')~='' and pcall(tb,ARGV[14])then hp=2 end\ndb=ej(ARGV[9],hp,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function ik()\nhx(g)\nend", endEndHold_, "if not bh then hx(g,ARGV[15])end\nlocal d=ii(ARGV[4],(ARGV[10] or '')~='')\nreturn lv(d,db,ep)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "f7ecd07cd8bd716593a9be7621efef82533ef185", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal z\nlocal function ft()\nej(z,h('DEL',e,ga))\nend\nlocal function ik()end", endEndHold_, "local pt=(#ARGV - 8)/2\nlocal rv=ARGV[4]=='1' and 3*pt or 2*pt\nlocal mw,dv={'ends',aj},nil\nfor q=1,pt do\ne,p=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*pt+q] end\ncn,ga=KEYS[rv+2*q - 1],KEYS[rv+2*q]\nz=ARGV[2*q+8]\nlocal o,d=bk(ii,ARGV[2*q+7])\nif o then\ntable.insert(mw,d[3])\nelse\ndv=d.err or d\nif string.find(dv,'^WRONGTYPE')then dv='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif dv then error(dv,0)end\nreturn mw", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "a12001066970596ca56fb53e67a53850ee72f64b", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, holdRenew_, "co()\nif not ao then ak=ARGV[7] end\nlocal i,bm=pa(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bm or{'renewed',aj,i}", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ script("lock/renew-many", "d4bb57d6aa2501afc96c1d381d2f2da564a1bdfd", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local cx", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, "local function ty()\nlocal rw,el=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal by=(#ARGV - 3)/6\nlocal mg,pz={},0\nfor q=1,by do\ntable.insert(mg,KEYS[2*q])\nend\nfor q=2*by+1,#KEYS do\ntable.insert(mg,KEYS[q])\nend\nlocal sd=c('MGET',unpack(mg))\nlocal mw={'renewals',ARGV[1]}\nfor q=1,by do\nlocal aa,f,qp\ng,bz,aa,f,qp,cx=unpack(ARGV,6*q - 2,6*q+3)\ne,p,k=KEYS[2*q - 1],KEYS[2*q],nil\nif qp=='1' then\npz=pz+1\nk=KEYS[2*by+pz]\nend\nbu(sd[q],k and sd[by+pz])\nlocal ro=cx~=''\nlocal cw=ro and jh(el)\nlocal l=rw and not ro and c('PTTL',e)\nif l and k then l=math.min(l,c('PTTL',p)- el,c('PTTL',k)- el)end\nlocal i,bm\nif l and l>rw then\nbm=cs()or not dh()and ax(cj('lost'),f)\nelse\nl=tonumber(aa)\ni,bm=pa(aa,f,l+el,qp=='2',ro and function(by)\nrj(by,cw,aa)\nend)\nend\ntable.insert(mw,bm and bm[3] or l)\nend\nreturn mw\nend\nreturn ty()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "aa5453534b1f7d335bbac1baf8a5e96d4614a98e", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(i or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "9aa6b39347a17aac42be31756d082c66a416cdbf", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local jw,ny=ARGV[9],ARGV[10]", stealRob_, "local function ls(l)\nif r~='plain' then ah(e)end\nreturn nu(l,ea)\nend\nlocal nv,lt=hm,ea", stealQuickAnswer_, "local function ag()\nco()\nreturn fl()\nend", stealFullAnswer_, "return ac()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "effdb40661c415a27a06e140a902cbc918fa36b1", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not js(true)then return o(0)end\nlocal d=o(1)\nlocal db=lb(function()\nreturn ej(ARGV[5],h('DEL',e,ga))\nend)\nreturn lv(d,db)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "c7d8699e2ca111cebd20fa7ac414c824c4f383ee", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal fy=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not js(true)then return o(0)end\nlocal d=o(1)\nlocal db=lb(function()\nreturn nt(ARGV[5],h('DEL',e,ga))\nend)\nreturn lv(d,db)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ script("owner/release-queued-reads", "d2a2ec536078d0c6d054634cd3edc93f5f06a173", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, "k=KEYS[6]\nlocal gb,cx,eh=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ej()\nlu('free')\nay(gb,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qn()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ script("owner/release-queued-writes", "efe6795d794f5c22b153817afc285fe7984e6e0d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, "k=KEYS[6]\nlocal gb,cx,eh=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ej(dk)\nlu(dk)\nay(gb,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not js(false)then return o(0)end\nlocal d=o(1)\nlb(ft)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ script("owner/release-reads", "038769f17aa80a3f98e06fc23e53dada0159df82", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function ej()\nay(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qn()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ script("owner/release-writes", "1e0a86997849cdada9715f460b49f66993d44622", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function ej()\nay(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not js(false)then return o(0)end\nlocal d=o(1)\nlb(ft)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "dc5615bbe3ab2f074ead653786c61eebed9a3600", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ac(v)end\nif not js(ARGV[7]=='0')then return o(0)end\ngw(e,ARGV[5])\nfg(p,ARGV[6])\nreturn rk()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ script("owner/renew-reads", "60fa40aeffe34516273bd5a9fd588552366815f6", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ac(v)end\nlocal by=js(false)\nif not by then return o(0)end\ngw(e,ARGV[5])\nfg(p,ARGV[6])\nfor ar=1,by do\nlocal j=dj(g,ar)\nif not gw(j,ARGV[5])then h('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn rk()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "af5edcff474bbf98216627bc8a59a5015af20832", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local aa,ci=ARGV[5],ARGV[6]=='1'\nlocal qh=922337203685477\nlocal b,ap=unpack(c('MGET',ev,k))\nlocal bm=cs(ap)\nif bm then return bm end\nb=b or c('GET',ev)\nlocal ee=b and i(b)or 0\nif ap then\nlocal lz=l()\nreturn lz>0 and{'held',aj,lz,ee}or ob()\nend\nif not b then return gq('unset')end\nee=pe(ee,z)\nif ee<#gu then\nif ci then gq('refused')end\nlocal bh=c('ZRANGE',fq,'(' .. ai(ad),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',aj,bh and tonumber(bh)<qh and bh - ad or -1,ee}\nend\nh('SET',k,'+','PX',f)\ns('UNLINK',k)\nlocal pm=h('ZADD',fq,'NX',rn(aa))\nif pm==#gu then s('ZREM',fq,unpack(gu))end\nh('DECRBY',ev,pm)\nlocal sq=c('PTTL',ev)\nif sq>0 then h('PEXPIRE',fq,sq)end\nlocal lz=pm==#gu and tonumber(aa)or l()\nif lz<=0 then return ob()end\nreturn{'held',aj,lz,ee - pm}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "a56b58af8f5ee6c499be6025aa99fd45ed2a2977", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local ee=c('GET',ev)\nlocal lz,dc=l()\nif ee then i(ee)end\nif dc==0 then return ob()end\nlocal d=gq(lz>0 and 'released' or 'lost')\nif ee then\nni(dc,z,0,h,'ZREM',fq,unpack(gu))\nelse\nh('ZREM',fq,unpack(gu))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "bde7254eb5b72140d94239a1adba12206888c4f7", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function ac(an)\nreturn{'done',aj,tonumber(an)}\nend\nlocal ex=c('GET',k)\nif ex then return ac(ex)end\nlocal ee=c('GET',ev)\nex=l()>0 and '1' or '0'\nif ee and ex=='1' then pe(i(ee),z)end\naw('SET',k,ex,'PX',f)\ns('UNLINK',k)\nif ex=='1' then\nfor q=4,#KEYS do\nlocal m=h('SET',KEYS[q],'-released','PX',f,'GET')\nif m then s('SET',KEYS[q],m,'PX',f)else s('UNLINK',KEYS[q])end\nend\nif ee then\nh('INCRBY',ev,#gu)\ns('INCRBY',ev,-#gu)\nend\nh('ZREM',fq,unpack(gu))\nif ee then ay(z,#gu)end\nend\nreturn ac(ex)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "b4e39b05bb27a89b40269a64e3dc22aa33730fde", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local lz,aa=l(),ARGV[5]\nif lz<=0 then return ob()end\nif aa then aw('ZADD',fq,'XX','GT',rn(aa))end\nreturn{'leased',aj,lz}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "902207513077ab1d1ddfc02798dc474ba469dc88", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local fq,z,an,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal ee=ei\nif ee and t=='try' then return o(0,aw)end\nlocal pq=c('ZRANDMEMBER',fq,3)\nfor bf,kk in ipairs(pq)do\nif #kk~=16 then error('NOT_A_LOCK 3')end\nend\nlocal pu=tonumber(an)\nif ee and t=='set' then pu=an - ee - c('ZCARD',fq)end\nif pu==0 and ee then return o(1,aw)end\nlocal d=o(1,h)\nh('INCRBY',j,string.format('%.0f',pu))\nif not ee and #pq>0 then\ns('UNLINK',j)\nh('DEL',fq)\nend\nif t~='add' or pu>0 then ay(z,an)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "e4a2a01da4dbcc808156eb31b8c87f112d829583", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local ee=c('GET',ev)\nlocal kd=ee and pe(i(ee),ARGV[2])\nreturn{'permits',aj,kd or 0,c('ZCOUNT',fq,'(' .. ai(ad),'+inf'),kd and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ script("read-write/acquire-read", "22ef842a1e5f4a6954ea78d466b658f01c1a5a4d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local cx=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return ea()end\nelse\nlocal l=iq(true)\nlocal ac\nif l and(not r or(r=='read' and l>=0))then\nac=hm()\nelse\nac=ll(l)\nend\nif ac then return gz(ac)end\nend\nco()\nom()\nlocal ac=fl()\nif ac then return ac end\nlocal l=ch()\nif l==-2 then return ea()end\nif r=='read' or(r=='write' and c('HEXISTS',e,g .. ':write')==1)then return ea()end\nif gk()then ax('refused',f)end\nreturn gz({'busy',aj,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("read-write/acquire-write", "8753eea01fd7ab6b54172a29352b5a8d9610f533", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, "local cx=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return ea()end\nelse\nlocal l=iq(ARGV[6]~='2')\nlocal ac=l==-2 and hm()or ll(l)\nif ac then return gz(ac)end\nend\nco()\nlocal ac=fl()\nif ac then return ac end\nlocal l=ch()\nif l==-2 then return ea()end\nlocal be=string.sub(g,1,-7)\nif k and ez(be,tonumber(c('HGET',e,be)or 0))>0 then return ax('upgrade',f)end\nif gk()then ax('refused',f)end\nreturn gz({'busy',aj,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ script("read-write/check-read", "9e17b3e3a2e472524662d5f26e80eda496048e82", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function em(i)\nreturn nq(i,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "5e0eb22acdfee990fc082709c1354a4971635d4c", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function em()\nreturn lw(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "18cc03302e128e5cc64eadb112e7f436a7c27363", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "mt()\nif r=='plain' then ah(e)end\nif r~=ARGV[6] then return kr(0)end\nlocal d=kr(1)\nh('DEL',e)\nay(ARGV[3],r=='write' and '1' or '0')\nmy()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ script("read-write/release-read", "1eafb58502bb272c7e93d6a6f458c508691fb754", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function ej()\nay(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function ik()end", readsEndOne_, endEndHold_, "return ii(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("read-write/release-write", "3fea0245bdd09612c5e150c7bb2a71ac1f262b36", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, "local cx=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function ej()\nay(ARGV[9],'1')\nend", writesEndLast_, "local function ik()end", endEndHold_, "return ii(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ script("read-write/renew-read", "aa435aa98b18892a6924a99c44d98c112c8a5893", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "co()\nlocal cw=jh(ARGV[5] - ARGV[4])\nlocal i,bm=pa(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(by)\nrj(by,cw,ARGV[4])\nend)\nif bm then return bm end\nreturn{'renewed',aj,i}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "6cbb9b3acbfe926f10b0e875ae65cefdea8df19c", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local tt=r==ARGV[3] or(r=='write' and ARGV[3]=='read' and c('HLEN',e)>2)\nreturn{'status',ARGV[1],tt and l or -2,tonumber(i or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "68d548e97b5e3332dafa58bebee02a70ba554798", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "0190adec34984ff411b35b327f4551e5f4c3e38f", BEGIN, waitersNow_, waitersDigits_, "local e,ap,aj,g,rq=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,av,pv=string.match(c('GET',ap)or '','^(%d+) (%S+) (.*)$')\ncv()\nif pv==rq and av==g then return{'spends',aj,0}end\nif c('HEXISTS',e,g)==0 then return{'ended',aj,'lost'}end\nif pv~=rq then\nh('SET',ap,ai(ad).. ' ' .. g .. ' ' .. rq)\nreturn{'spends',aj,0}\nend\nlocal sm=math.max(0,ad - q)\nreturn{sm<tonumber(ARGV[4])and 'spends' or 'spent',aj,sm}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "03edb95160a1cda0835bf6ab03eb6dde8418e5d9", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gg(c('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "6083ad4c0880987f503b2e19ba7290550fe3d6f1", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local an,sr=ARGV[3],ARGV[6]\nif ei then return o(0,aw)end\nlocal d=o(1,h)\nif sr then h('SET',j,an,'PX',sr)else h('SET',j,an)end\nay(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "100fa3c7dfdb0aea56bb6d057a6eb12366cf9c44", BEGIN, stateWrite_, "local k,aj=KEYS[1],ARGV[1]\nlocal tp=aw('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',aj,(tp or c('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "709b7a49a90c17a6a0dcec413c4b1ecd12e47efd", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local mp=ARGV[3]\nei=ev()\nif od then return{'held',aj,tonumber(ei or 0)}end\nif not ei then return ax('unset')end\nif tonumber(ei)>=tonumber(mp)then\nh('SET',k,'+' .. mp,'PX',f)\ns('UNLINK',k)\nreturn{'held',aj,h('DECRBY',j,mp)}\nend\nif ARGV[4]=='1' then ax('refused')end\nreturn{'busy',aj,tonumber(ei)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "62e1ed7544e752829beb9e8fb938edc7dd7dc9ce", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local ev=(ei or 0)+ARGV[3]\nlocal d=o(ev,aw)\nh('INCRBY',j,ARGV[3])\nrd(ARGV[4],ev)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "eb9fe8c3ae24156f9939f1f3af6f016d41d822ab", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not od then return ax('free')end\nlocal tr=ev()\nlocal d=ax('released')\ns('SET',k,ap,'PX',f)\nif tr then rd(ARGV[3],aw('INCRBY',j,od))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "ad0c2da1e3aafae6b47a03a373d9668952405968", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ei then return o(0,aw)end\nlocal d=o(ei,h)\nh('DECRBY',j,ei)\nreturn d", END);

export const wantedAsk: LuaScript = /* @__PURE__ */ script("wanted/ask", "9d843ec56f18241b35d8ccdca7878c103b03a09e", BEGIN, "local oe=1000\nlocal ld,z=ARGV[3],ARGV[4]\nlocal e,p,g,w,v='',KEYS[2],ARGV[2],'',''", lockHashStateKeyOf_, waitersNow_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSTANDINGMS_, waitingMOSTLISTED_, waitingREFUSED_, waitingRequestsIn_, "local function ap(fv)\nlocal ag,ak=string.match(fv,'^([^\\n]*)\\n?(.*)$')\nif string.sub(ak,1,1)=='@' or string.find(ag,'|-',1,true)then return end\nredis.pcall('PEXPIRE',p,1,'GT')\nh('SET',p,ag .. '\\n@' .. ARGV[5] .. ' ' .. ak,'KEEPTTL')\nend\nlocal function ks()\nif ld=='none' then return{}end\nif ld=='zset' then return c('ZRANGE',KEYS[1],0,lx - 1)end\nreturn c('LRANGE',KEYS[1],0,lx - 1)\nend\nlocal fv=ARGV[5]~='' and c('GET',p)\nif fv then ap(fv)end\nlocal gn=ks()\nlocal an,bh,so=#gn,gn[1],0\nif ld=='requests' or ld=='none' then\nlocal ji,at=rl(gn,{[g]=true})\nlocal lr=(KEYS.locked or #at==0)and{}or c('MGET',unpack(at))\nan,bh,so=rr(ji,{z},lr)\nend\nreturn{'waiting',ARGV[1],an,so,string.sub(bh or '',1,oe)}", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "48c3f1aa5e0a73c803801ad97ca6a61d4d3460ae", BEGIN, "local sy=86400000\nlocal function uc(j,hs)\nlocal bb,pv=string.match(c('GET',j)or '','^(%d+) (.*)$')\nif pv==hs then return bb end\nlocal bd=c('TIME')\nlocal cg=bd[1] .. string.format('%06d',bd[2])\nif bb and(#bb>#cg or(#bb==#cg and bb>=cg))then\nlocal m,tj,tu=string.match(bb,'^(%d-)(%d)(9*)$')\ncg=m ..(tj+1).. string.rep('0',#tu)\nend\nh('SET',j,cg .. ' ' .. hs,'PX',sy)\nreturn cg\nend\nlocal function kf(aw)\nreturn function(at,bn)\nlocal j=table.remove(at)\nlocal d=aw(at,bn)\nif d[1]=='held' then table.insert(d,uc(j,bn[2]))end\nreturn d\nend\nend\nlocal st=10000\nlocal gx,px=KEYS[1],ARGV[2]\nlocal qd={}\nlocal function tv(e,p,td)\nif td=='2' then return end\ntable.insert(qd,string.match(p,'^[^:]+:([^:]*:)').. string.sub(e,#px+1))\nend\nlocal function sc()\nif #qd==0 then return end\nlocal sl,gu=c('TIME')[1],{}\nfor bf,kt in ipairs(qd)do\ntable.insert(gu,sl - sl % 60 .. '000')\ntable.insert(gu,kt)\nend\nqd={}\nif h('ZADD',gx,unpack(gu))>0 then h('ZREMRANGEBYRANK',gx,0,-st - 1)end\nend\nlocal mu={}\nmu['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nmu['fair-read-write/acquire-write']=kf(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nmu['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nmu['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nmu['read-write/steal-write']=kf(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nmu['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gb=KEYS[1],ARGV[2]", rwQueueTell_, "local bx,gv={unpack(ARGV,3)},{}\ncv()\nfor bf,y in ipairs(bx)do\ntable.insert(gv,ai(ad))\ntable.insert(gv,y)\nend\naw('ZADD',bg,'XX',unpack(gv))\nif c('PTTL',bg)<mf then\nfor bf,j in ipairs({au,dt,bg})do h('PEXPIRE',j,fn)end\nend\nlocal l=c('PTTL',e)\nlocal r=l==-2 and 'free' or c('HGET',e,'mode')or 'plain'\nlocal bf,bh=gh(au)\nlocal bf,nz=gh(dt)\nif fx and(r=='free' or r=='read')then fw(r)end\nlocal d={'touched',ARGV[1],r,l,bh or 0,nz or 0}\nfor bf,an in ipairs(c('ZMSCORE',au,unpack(bx)))do table.insert(d,tonumber(an or 0))end\nreturn d\nend\nmu['web-locks/snapshot']=function(KEYS,ARGV)\nlocal gx,px,m,ci,ep=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal lx=100\nlocal sw=500\nlocal cq=15000\nlocal bd=c('TIME')\nlocal ad=bd[1]*1000+math.floor(bd[2]/1000)\nlocal function tl(e)\nlocal cr,pw={},1\nfor bf,u in ipairs(c('HKEYS',e))do\nif u=='mode' then\npw=0\nelse\ntable.insert(cr,u)\nend\nend\nreturn cr,pw\nend\nlocal function ue(e,cl,rz,mk)\nlocal pf=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal au,bg=ARGV[6] .. cl .. ARGV[7] .. pf,ARGV[6] .. cl .. ARGV[8] .. pf\nlocal bx=c('ZRANGE',au,rz,rz+mk - 1)\nif #bx==0 then return{},0 end\nlocal sh={}\nfor q,aq in ipairs(c('ZMSCORE',bg,unpack(bx)))do\nif tonumber(aq or 0)>ad - cq then table.insert(sh,bx[q])end\nend\nreturn sh,#bx\nend\nlocal qb=0\nif m~='' then\nif c('ZSCORE',gx,ci)==m then\nqb=c('ZRANK',gx,ci)+(ep>0 and 0 or 1)\nelse\nqb,ep=c('ZCOUNT',gx,'-inf','(' .. m),0\nend\nend\nlocal d,qa={'page',ARGV[1],'','',0},sw\nlocal ks=c('ZRANGE',gx,qb,qb+lx - 1,'WITHSCORES')\nfor q=1,#ks,2 do\nlocal cl,kt=string.match(ks[q],'^([^:]*):(.*)$')\nlocal mb,cr,pw=pcall(tl,px .. kt)\nlocal mv,bx,i=pcall(ue,px .. kt,cl,ep,qa)\ncr,bx,i=mb and cr or{},mv and bx or{},mv and i or 0\nif #cr+i+ep==0 then\nh('ZREM',gx,ks[q])\nelse\nif ep>0 then cr={}end\nfor bf,ba in ipairs({kt,mb and pw or 0,#cr,#bx})do table.insert(d,ba)end\nfor bf,ba in ipairs(cr)do table.insert(d,ba)end\nfor bf,ba in ipairs(bx)do table.insert(d,ba)end\nqa=qa - i\nif qa<=0 then\nd[3],d[4],d[5]=ks[q+1],ks[q],ep+i\nreturn d\nend\nend\nep=0\nend\nif #ks==2*lx then d[3],d[4]=ks[#ks],ks[#ks - 1] end\nreturn d\nend\nlocal sx={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal mw={'batch',ARGV[1]}\nlocal pp,mr=2,3\nwhile ARGV[mr] do\nlocal kt,se,ru=ARGV[mr],ARGV[mr+1],ARGV[mr+2]\nlocal at,bn={},{ARGV[1]}\nfor q=pp,pp+se - 1 do table.insert(at,KEYS[q])end\nfor q=mr+3,mr+2+ru do table.insert(bn,ARGV[q])end\nif sx[kt] then tv(at[1],at[2],bn[6])end\nif kt=='web-locks/snapshot' then pcall(sc)end\nlocal d=bo(mu[kt],at,bn)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(mw,d)\npp,mr=pp+se,mr+3+ru\nend\npcall(sc)\nreturn mw", END);
