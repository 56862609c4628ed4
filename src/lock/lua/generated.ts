// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local c=redis.call\nlocal a={}\nlocal function g(x,...)\nlocal d=redis.call(x,...)\na[#a+1]={}\nreturn d\nend\nlocal function s(...)\na[#a]={...}\nend\nlocal function ay(ab,bq)\nredis.pcall('PUBLISH',ab,bq)\nif #a>0 then a[#a]={}end\nend\nlocal function bi(ae,...)\nlocal m=#a\nlocal o,d=pcall(ae,...)\nif o then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bo(ae,av,bm)\nlocal o,d,bp=bi(ae,av,bm)\nif o then return d end\nlocal b=type(d)=='table' and d.err or d\nif not string.find(b,'^%u+ ')then b='ERR ' .. b end\nreturn{err=b ..(bp and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bo(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function aw(x,j,...)\nlocal o,d=pcall(g,x,j,...)\nif o then return d end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn g(x,j,...)\nend";

const onceCounter_ =
  "local function gg(b)\nif not b then return false end\nif #b>16 or not(b=='0' or string.find(b,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn b\nend";

const onceKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function ac(an)\nreturn{'done',aj,tonumber(an)}\nend\nlocal function o(an,jz)\njz('SET',k,an,'PX',f)\ns('UNLINK',k)\nreturn ac(an)\nend";

const onceValue_ =
  "local eg,ex=unpack(c('MGET',j,k))\nif ex then return ac(ex)end\neg=gg(eg or c('GET',j))";

const stateLock_ =
  "local e,p,k,aj,h,bz=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]\nlocal w,az,ak,v='','','',''";

const stateOwnerStateExists_ =
  "local ao,bv=false,false\nlocal function bu(bc,cl)\nao,bv=bc~=false,bc\nw,az,ak=string.match(bc or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(cl or '')or az\nend";

const stateLoadState_ =
  "local function cm()\nif k then\nbu(unpack(c('MGET',p,k)))\nelse\nbu(c('GET',p))\nend\nend";

const stateLostHow_ =
  "local function ci(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bj(t)\nreturn{'ended',aj,t}\nend\nlocal function cs()\nlocal t,au=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bj(t),au end\nend\nlocal function bt(b,f)\nif ao then\nlocal l=c('PTTL',p)\nif l>tonumber(f)then f=l end\nend\naw('SET',p,b .. ak,'PX',f)\nif ao then s('SET',p,bv,'PX',f)else s('UNLINK',p)end\nend";

const stateRememberEnd_ =
  "local function ax(t,f,au)\nlocal b='-' .. t ..(au or '')\nif k then\naw('SET',k,b,'PX',f)\nif v=='' then s('UNLINK',k)else s('SET',k,v,'PX',f)end\nelse\nbt(w .. '|' .. b,f)\nend\nreturn bj(t)\nend";

const lockHashMode_ =
  "local r,i\nlocal function aa(ai)\nreturn string.rep('%x',ai)\nend\nlocal cb='^' .. table.concat({aa(8),aa(4),aa(4),aa(4),aa(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bx()\nreturn w~='' or string.sub(v,1,1)=='+'\nend\nlocal function bh(u)\nlocal m=string.match(p,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(p,#m+#h+1)\nend\nlocal function cc(u)\nif string.find(string.gsub(u,':write$',''),cb)then return true end\nif KEYS.locked and(u~=h or h=='')then error('KEY_NOT_LOCKED')end\nlocal af=c('GET',bh(u))\nreturn af and(string.sub(af,1,1)~='|' or string.sub(af,1,2)=='|+')\nend";

const lockHashIsCount_ =
  "local function bg(b)\nreturn #b<=6 and string.find(b,'^[1-9]%d*$')~=nil\nend\nlocal function ah(j)\nfor as,bb in ipairs(KEYS)do\nif bb==j then error('NOT_A_LOCK ' .. as)end\nend\nend";

const lockHashTimeLeft_ =
  "local function cg()\nlocal l=c('PTTL',e)\nif l==-1 then ah(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function ca()\nlocal n=c('HRANDFIELD',e,5,'WITHVALUES')\nr,i=#n>0 and 'plain',n[1]==h and n[2]\nif #n>2 then\nr,i=unpack(c('HMGET',e,'mode',h))\nif h=='mode' then i=false end\nif(r~='read' and r~='write')or(i and not bg(i))then ah(e)end\nend\nlocal ad=i and bx()\nfor q=1,#n,2 do\nif n[q]~='mode' or r=='plain' then\nif not bg(n[q+1])then ah(e)end\nad=ad or cc(n[q])\nend\nend\nif r and not ad then ah(e)end\nreturn n\nend";

const grantLeaseMs_ =
  "local z,f,fj=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local dx=ARGV[6]=='3'\nlocal ch=dx or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal cx,ee,gb=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dg(bd,ar)\nlocal j=cx .. bd .. ':rwlock_timeout:' .. ar\nif KEYS.locked and not KEYS.locked[j] then error('KEY_NOT_LOCKED')end\nreturn j\nend";

const readsBegin_ =
  "local function ec(z)\nlocal l=r and c('PTTL',e)or -2\nif r=='write' then\ng('HSET',e,h,1)\nelse\ng('HSET',e,'mode','read',h,1)\nend\nif l==-2 then s('UNLINK',e)else s('HDEL',e,h)end\ng('SET',dg(h,1),'1','PX',z)\ns('UNLINK',dg(h,1))\nif l<tonumber(z)then g('PEXPIRE',e,z)end\nend";

const grantTake_ =
  "local function dw()\nif k then\ng('SET',k,'+' .. bz,'PX',f)\ns('UNLINK',k)\nak=ARGV[8]\nbt(bz .. '|' .. az,f)\nelse\ng('SET',p,'|+' .. ARGV[8],'PX',f)\ns('UNLINK',p)\nend\nec(z)\nreturn{'held',aj,1,tonumber(z),k and bz or ''}\nend";

const readHoldsOwnLeft_ =
  "local function jc(ek)\nlocal l=k and c('PTTL',k)\nreturn l and(l==-1 and math.huge or l - ek)\nend";

const readHoldsLives_ =
  "local co={}\nlocal function dr(bd,ar)\nlocal j=dg(bd,ar)\nco[j]=co[j] or c('PTTL',j)\nreturn co[j]\nend";

const readHoldsSCRIPTMS_ =
  "local fr=10";

const readHoldsOWNMS_ =
  "local iv=5";

const readHoldsSlotOf_ =
  "local function jd(i,cw)\nif not k then return 1,dr(h,1),true end\nlocal q,l,dt=1,math.huge,false\nlocal ix=az=='+' and w=='' and i>1\nfor ar=i,ix and 2 or 1,-1 do\nlocal bb=dr(h,ar)\nlocal fe=bb>cw - fr\nlocal jb=bb<l and(ar>1 or l>cw+iv or bb<l - fr)\nif(fe and not dt)or(fe==dt and jb)then\nq,l,dt=ar,bb,fe\nend\nend\nreturn q,l,dt\nend";

const readHoldsReadLeft_ =
  "local function nh(i,ek)\nlocal cw=jc(ek)\nlocal bl,l=jd(i,cw)\nlocal ej=cw or math.huge\nfor bl,bb in ipairs({l,c('PTTL',e)})do\nif bb~=-1 then ej=math.min(ej,bb)end\nend\nreturn ej==math.huge and -1 or math.max(ej,0)\nend";

const readsHoldLeft_ =
  "local function em(i,f)\nreturn nh(i,f - ARGV[4])\nend\nlocal function et()\nreturn r=='read' or r=='write'\nend\nlocal fa=64\nlocal function eu(z,bl,f)\nlocal i=g('HINCRBY',e,h,1)\ns('HINCRBY',e,h,-1)\ng('SET',dg(h,i),'1','PX',z)\ns('UNLINK',dg(h,i))\ng('PEXPIRE',k,f)\nreturn i,tonumber(z)\nend";

const grantSettled_ =
  "local function fl()\nlocal bk=cs()\nif bk then return bk end\nlocal ad=not k or v~=''\nca()\nif i and ad then\nlocal cj=string.sub(v,2)\nif w~='' and w~=cj then return ax(ci('lost'),f)end\nif not k and not ao and r=='plain' then\nak=ARGV[8]\nbt('|+',f)\ng('PEXPIRE',e,z,'GT')\nend\nreturn{'held',aj,tonumber(i),em(tonumber(i),f),cj}\nend\nif i and et()then\nif fj then return ax('reentered',f)end\nif tonumber(i)>=fa then return ax('crowded',f)end\nlocal l=cg()\nif string.sub(w,1,1)=='!' then w=bz end\nlocal ct=math.max(l,tonumber(z))\ng('SET',k,'+' .. w,'PX',f+ct)\ns('UNLINK',k)\nbt(w .. '|' .. az,f)\nlocal by,al=eu(z,ct,f)\nif l<ct then g('PEXPIRE',e,z)end\nreturn{'held',aj,by,al,w}\nend\nif v~='' or(ao and not k)then return ax(ci('lost'),f)end\nend";

const grantIsLast_ =
  "local function gk()\nif dx and KEYS.locked then error('KEY_NOT_LOCKED')end\nreturn ch\nend";

const grantWithHolder_ =
  "local function gx(ac)\nif not dx or ac[1]~='busy' then return ac end\nlocal u,fk=unpack(c('HRANDFIELD',e,2))\nif u=='mode' and fk then u=fk end\nif u then\ntable.insert(ac,u)\ntable.insert(ac,c('GET',bh(u))or '')\nend\nreturn ac\nend";

const waitersNow_ =
  "local ag,be\nlocal function df()\nbe=c('TIME')\nag=be[1]*1000+math.floor(be[2]/1000)\nend";

const waitersDigits_ =
  "local function ai(an)\nreturn string.format('%.0f',an)\nend";

const waitersHEAD_ =
  "local dz='[%w._%%-]*'\nlocal function dq(ea)\nreturn 'leasehound:' .. ea\nend";

const readHoldsMOSTWALKED_ =
  "local dp=80\nlocal function ez(bd,i)\nif i>dp then return math.max(c('PTTL',e),0)end\nlocal bs=0\nfor ar=1,i do\nbs=math.max(bs,dr(bd,ar))\nend\nreturn bs\nend";

const rwQueueQueue_ =
  "local at,ds,bf=KEYS[3],KEYS[4],KEYS[5]\nlocal cp=15000";

const rwQueueKEPTMS_ =
  "local fn=60000\nlocal lz=45000";

const rwQueueMOSTDROPPED_ =
  "local fb=64\nlocal gs=256\nlocal fv=false\nlocal hd='^' .. dz .. ':wake:[%w-]+$'\nlocal function ff(y)\nreturn string.sub(y,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fq(y)\nif g('ZREM',at,y)==0 then return false end\ng('ZREM',bf,y)\nif ff(y)then g('ZREM',ds,y)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function fm(y,be)\nlocal aq=tonumber(be or 0)\nif aq<=ag then return aq end\ng('ZADD',bf,ai(ag),y)\nreturn ag\nend\nlocal function gh(fh,fc)\nlocal br=c('ZRANGE',fh,0,0,'WITHSCORES')\nif #br==0 then return false end\nif br[1]==fc then return fc end\nif not ag then df()end\nlocal aq=fm(br[1],c('ZSCORE',bf,br[1]))\nif aq>ag - cp then return br[1],tonumber(br[2]),aq+cp end\nbr=c('ZRANGE',fh,0,fb - 1,'WITHSCORES')\nlocal bw,fd,dm={},{},nil\nfor q=1,#br,2 do table.insert(bw,br[q])end\nlocal hj=c('ZMSCORE',bf,unpack(bw))\nfor q,y in ipairs(bw)do\naq=fm(y,hj[q])\nif aq>ag - cp then\ndm=q\nbreak\nend\ntable.insert(fd,y)\nend\nfv=true\nfor bl,j in ipairs({at,ds,bf})do g('ZREM',j,unpack(fd))end\nif dm then return bw[dm],tonumber(br[2*dm]),aq+cp end\nreturn #bw==fb and 'more'\nend";

const rwQueueTell_ =
  "local function cd(y,da,an)\nlocal ce=string.match(y,'^.|[^|]*|([^|]*)|')\nif string.find(ce,'^%d%d%d%d%d%d$')then\nay(gb,da .. ce .. an)\nelseif string.find(ce,hd)then\nay(dq(ce),da .. an .. ' ' .. e)\nend\nreturn ce\nend\nlocal function fu(di)\nlocal bn,an=gh(at)\nif not bn or bn=='more' then return end\nif ff(bn)then\nif di=='free' then cd(bn,'2',ai(an))end\nreturn\nend\nlocal m=c('ZRANGE',ds,0,0,'WITHSCORES')[2]\nlocal af={}\nfor bl,bd in ipairs(c('ZRANGE',at,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,gs))do\nlocal ce=string.match(bd,'^.|[^|]*|([^|]*)|')\nif not af[ce] then af[cd(bd,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function me(m)\nlocal ng=c('ZRANGE',at,gs - 1,gs - 1,'WITHSCORES')\nif ng[1] and(not m or tonumber(ng[2])<m)then\ncd(ng[1],'3',m and ai(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function hr(y)\nif not fq(y)then return end\nlocal hg=c('HGET',e,'mode')\nif hg~='write' then fu(hg and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function mg(y)\nif not ag then df()end\nlocal as,an=c('ZRANK',at,y),0\nif not as then\nlocal kj=c('ZRANGE',at,-1,-1,'WITHSCORES')\nan=(tonumber(kj[2])or 0)+1\ng('ZADD',at,ai(an),y)\nif ff(y)then g('ZADD',ds,ai(an),y)end\nas=c('ZCARD',at)- 1\nend\ng('ZADD',bf,ai(ag),y)\nif an>0 or c('PTTL',bf)<lz then\nfor bl,j in ipairs({at,ds,bf})do g('PEXPIRE',j,fn)end\nend\nreturn as+1,an\nend";

const readsForgetOutlived_ =
  "local function oc()\nif not k or ao or v~='' then return end\nca()\nif not i or not et()or ez(h,tonumber(i))>0 then return end\ncg()\ng(c('HLEN',e)==2 and 'DEL' or 'HDEL',e,h)\nend";

const fairReadWriteBlock_2 =
  "if c('EXISTS',unpack(KEYS))==0 then return dw()end\nlocal function oa(qh,m)\nlocal ac=dw()\npcall(function()\nif qh and fq(ee)and not fv then me(m)end\nif fv then fu('read')end\nend)\nreturn ac\nend\ncm()\noc()\nlocal ac=fl()\nif ac then\nif k then pcall(hr,ee)end\nreturn ac\nend\nif k and r=='write' and c('HEXISTS',e,h .. ':write')==1 then return oa(true,0)end\nlocal l=cg()\nlocal di=l==-2 and 'free' or r=='read' and 'read'\nlocal kt=l\nif di then\nlocal nf=tonumber(c('ZSCORE',at,ee)or nil)\nlocal nq,an,mx=gh(ds)\nif not nq or(nf and an and an>nf)then return oa(nf,an)end\nkt=nq=='more' and 0 or mx+1 - ag\nif fv then fu(di)end\nend\nif gk()then\nhr(ee)\nax('refused',f)\nreturn gx({'busy',aj,l,0,-1,0})\nend\nlocal as,an=mg(ee)\nreturn{'busy',aj,l,as,kt,an}";

const writesBegin_ =
  "local function ec(z)\ng('HSET',e,'mode','write',h,1)\ns('UNLINK',e)\ng('PEXPIRE',e,z)\ns('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function ls(f,ek)\nlocal l=c('PTTL',e)\nif not k then return l end\nlocal je=c('PTTL',p)\nif je~=-1 then\nlocal cw=je - ek\nl=math.max(l==-1 and cw or math.min(l,cw),0)\nend\ng('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function em(bl,f)\nreturn ls(f,f - ARGV[4])\nend\nlocal function et()\nreturn r=='write'\nend\nlocal fa=1000\nlocal function eu(z)\nlocal i=g('HINCRBY',e,h,1)\ns('HINCRBY',e,h,-1)\nreturn i,tonumber(z)\nend";

const grantTakeNew_ =
  "local function hi()\nif not g('SET',p,'|+' .. ARGV[8],'PX',f,'NX')then return end\ns('UNLINK',p)\nec(z)\nreturn{'held',aj,1,tonumber(z),''}\nend";

const fairReadWriteWasAnswered_ =
  "local rb=ARGV[6]=='2'\nlocal function ip()\nlocal l=c('PTTL',e)\nif l>=0 and c('EXISTS',p)==0 then\nlocal as,an=mg(ee)\nreturn{'busy',aj,l,as,l,an}\nend\nif l~=-2 then return end\nlocal bn=c('ZRANGE',at,0,0)[1]\nlocal ac=(not bn or bn==ee)and hi()\nif ac and bn then pcall(fq,ee)end\nreturn ac\nend\nif rb and not k then\nlocal ac=ip()\nif ac then return ac end\nelseif c('EXISTS',unpack(KEYS))==0 then\nreturn dw()\nend\ncm()\nlocal ac=fl()\nif ac then\nif k then pcall(hr,ee)end\nreturn ac\nend\nlocal l=cg()\nlocal kt=l\nif l==-2 then\nlocal bn,bl,mx=gh(at,ee)\nif not bn or bn==ee then\nac=dw()\nif bn then pcall(fq,ee)end\nreturn ac\nend\nkt=bn=='more' and 0 or mx+1 - ag\nif fv then fu('free')end\nelseif k then\nlocal bd=string.sub(h,1,-7)\nif ez(bd,tonumber(c('HGET',e,bd)or 0))>0 then\nhr(ee)\nreturn ax('upgrade',f)\nend\nend\nif gk()then\nhr(ee)\nax('refused',f)\nreturn gx({'busy',aj,l,0,-1,0})\nend\nlocal as,an=mg(ee)\nreturn{'busy',aj,l,as,kt,an}";

const forceLock_ =
  "local e,p,h,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local n";

const forceStored_ =
  "local ex=c('GET',KEYS[2])\nif ex then return{'forced',ARGV[1],tonumber(ex)}end";

const forceLookAtLock_ =
  "local function ml()\nn=ca()\nif r then cg()end\nend";

const forceForced_ =
  "local function kn(ei)\naw('SET',KEYS[2],ei,'PX',ARGV[2])\ns('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],ei}\nend";

const forceTellHolders_ =
  "local function mp()\nlocal af=n[9] and '* ' or ''\nfor q=1,#n,2 do af=af .. n[q] .. ' ' end\nay(ARGV[5],af .. 'lost')\nend";

const stateExtended_ =
  "local es,dv={},{}";

const stateKeep_ =
  "local function fg(j,al,gf)\nif g('PEXPIRE',j,al,'GT')==0 and(gf or dv[e])then g('PEXPIRE',j,al,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local gd=60000\nlocal function fx()\nreturn ao or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gb,cx,ee=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function de()\nif c('PTTL',e)<0 then return false end\nlocal o,du=pcall(ca)\nif string.find(tostring(du),'KEY_NOT_LOCKED')then error(du,0)end\nif not o then return false end\nif string.find(h,':write$')then return r=='write' end\nreturn(r=='plain')==(cx=='')\nend\nlocal function dd(cy)\nif k and v=='' and not cy then return nil end\nlocal cj=v~='' and string.sub(v,2)or cy or ''\nlocal i=(w=='' or w==cj)and c('HGET',e,h)or nil\nif i and not bx()and not de()then return nil end\nreturn i\nend";

const readHoldsSetLife_ =
  "local function ll(bd,ar,al)\nlocal j=dg(bd,ar)\nco[j]=al or -2\nif al then g('SET',j,'1','PX',al)else g('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function ik(cv)\nif cv>dp then return true end\nlocal bs,by=0,0\nlocal cq=c('HGETALL',e)\nfor q=2,#cq,2 do by=by+(tonumber(cq[q])or 0)end\nif by>dp then return true end\nfor q=1,#cq,2 do\nbs=math.max(bs,ez(cq[q],tonumber(cq[q+1])or 0))\nend\nif bs>0 then\ng('PEXPIRE',e,bs)\nelse\ng('DEL',e)\nend\nreturn bs>0\nend";

const readHoldsTimeoutKeys_ =
  "local function mf(i)\nlocal av={}\nfor ar=1,math.min(i,dp)do av[ar]=dg(h,ar)end\nreturn av\nend";

const rwQueueWakeNext_ =
  "local function lq(di)\npcall(fu,di)\nend";

const rwQueueGiveUp_ =
  "local function id()\nif ee~='' then hr(ee)end\nend";

const endFirst_ =
  "local bn,ir,f,eq=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal au=eq=='' and '' or ' ' .. eq";

const fairReadWriteFreed_ =
  "local function ei()\nlq('free')\nay(gb,'0')\nend";

const readsShortenLock_ =
  "local function kq(go,cv)\nif go<c('PTTL',e)- fr or c('HGET',e,'mode')=='write' then return end\nif not ik(cv or c('HLEN',e))then ei()end\nend\nlocal function mb(by)\nlocal av,cv=mf(by),c('HLEN',e)\nif cv==2 then\ng('DEL',e,unpack(av))\nreturn ei()\nend\nlocal go=ez(h,by)\ng('HDEL',e,h)\ns('HSET',e,h,i or 1)\nkq(go,cv)\npcall(g,'DEL',unpack(av))\nend";

const readsEndLast_ =
  "local function fs()\nmb(1)\nend";

const readsEndOne_ =
  "local function ic(is,i,gp)\nlocal ld=dr(h,i)\nlocal ar,go,dt=jd(i,jc(ARGV[7] - is))\ngp()\ng('HINCRBY',e,h,-1)\nll(h,i)\nif ar<i and ld>0 and(dt or ld>go)then\nll(h,ar,ld)\nelseif ar<i and dt then\nll(h,ar)\nend\nkq(go)\nend";

const endEndHold_ =
  "local function ib(cy,iu)\nlocal gj,gi=true,nil\nif not k then\ngj,gi=pcall(c,'HGET',e,h)\nend\nif gi=='1' then\nlocal o,m=pcall(g,'SET',p,'|-released' .. au,'PX',f,'GET')\nif o and m then s('SET',p,m,'PX',f)end\nif o and not m then s('UNLINK',p)end\nif o and(m and string.sub(m,1,2)=='|+' or not m and(bn and iu or de()))then\nfs(true)\nreturn bj('released')\nend\nif o and not m then return ax('taken',gd)end\nif o then\nlocal ed=f+c('PTTL',e)\ng('SET',p,m,'PX',ed)\ns('SET',p,m,'PX',ed)\nend\nend\ncm()\nlocal bk,iq=cs()\nif bk and au~='' and iq~=eq and(bk[3]=='released' or string.find(bk[3],'^still'))then\nreturn bj('released-elsewhere')\nend\nif bk then return bk end\nlocal i=(gj or fx())and dd(bn and cy)\nif not i then\nlocal t=ci(c('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ax(t,fx()and f or gd)\nid()\nreturn d\nend\nif tonumber(i)>1 then\nlocal t='still:' .. i - 1\nic(ir,tonumber(i),function()\nax(t,f,au)\nend)\nif k then pcall(fg,p,f)end\nreturn bj(t)\nend\nlocal d=ax('released',f,au)\nfs()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return ib(ARGV[4])";

const stateExtend_ =
  "local function gu(j,al)\nif g('PEXPIRE',j,al,'GT')==1 then return true end\nif not es[j] and g('PEXPIRE',j,al,'NX')==1 then dv[j]=true end\nes[j]=true\nreturn dv[j]\nend";

const exclusiveEndOne_ =
  "local function ic(is,bl,gp)\ngu(e,is)\ngp()\ng('HINCRBY',e,h,-1)\nend";

const fairReadWriteFreed_2 =
  "local function ei(di)\nlq(di)\nay(gb,'1')\nend";

const writesEndLast_ =
  "local function fs()\nlocal cv,di=c('HLEN',e),'free'\nif cv==2 then\ng('DEL',e)\nelse\ng('HSET',e,'mode','read')\ns('HSET',e,'mode','write')\ng('HDEL',e,h)\ns('HSET',e,h,i or 1)\nif ik(cv)then di='read' end\nend\nei(di)\nend";

const exclusiveBegin_ =
  "local function ec(z)\ng('HINCRBY',e,h,1)\ns('UNLINK',e)\ng('PEXPIRE',e,z)\ns('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function em(bl,f)\nlocal l=c('PTTL',e)\nif k then g('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function et()\nreturn r=='plain'\nend\nlocal fa=1000\nlocal function eu(bl,l)\nlocal i=g('HINCRBY',e,h,1)\ns('HINCRBY',e,h,-1)\nreturn i,l\nend";

const waitersMAILBOX_ =
  "local fy=dz .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cd(am,...)\nay(dq(am),table.concat({...},' '))\nend";

const queueQueue_ =
  "local at,cu,bf=KEYS[3],KEYS[4],KEYS[5]\nlocal cp=15000\nlocal dl=2000\nlocal fz=100\nlocal ly=10\nlocal jf=false\nlocal function ey(x,j,dn)\nfor q=1,#dn,dl do\ng(x,j,unpack(dn,q,math.min(q+dl - 1,#dn)))\nend\nend\nlocal function dy()\nreturn c('ZDIFF',2,cu,bf,'WITHSCORES')\nend\nlocal function ii()\nlocal ch=c('LINDEX',at,-1)\nreturn ch,tonumber(ch and c('ZSCORE',cu,ch)or nil)\nend";

const queueLeave_ =
  "local function fq(gl,dh)\nlocal bw=c('LRANGE',at,0,fz)\nlocal jx=#bw>fz\nlocal gy=jx and dy()or c('ZRANGE',cu,0,-1,'WITHSCORES')\nlocal ha,ch,fo={},nil,nil\nfor q=1,#gy,2 do\nha[gy[q]]=gy[q+1]\nend\nif jx then\nch,fo=ii()\nbw=(#gy>0 or dh>ly)and c('LRANGE',at,0,-1)\nend\nlocal gz,dc,en,hn=0,{},{},{}\nfor bl,y in ipairs(bw or{})do\nif gl[y] then\ngz=gz+fw\ntable.insert(en,y)\nelse\ntable.insert(hn,y)\nif gz>0 and ha[y] then\ntable.insert(dc,ai(ha[y] - gz))\ntable.insert(dc,y)\nend\nend\nend\nif not bw then\nfor y in pairs(gl)do\nif g('LREM',at,0,y)>0 then table.insert(en,y)end\nend\nelseif #en==1 then\ng('LREM',at,0,en[1])\nelseif #en>1 then\ng('DEL',at)\ney('RPUSH',at,hn)\nend\ney('ZREM',cu,en)\nif fo then\nlocal jw=fo - #en*fw\nch,fo=ii()\nif fo and fo>jw and not ha[ch] then\ntable.insert(dc,ai(jw))\ntable.insert(dc,ch)\nend\nend\ney('ZADD',cu,dc)\nif bw and #hn==0 then g('DEL',bf)end\nend\nlocal function ku()\nlocal hb=c('ZRANGEBYSCORE',bf,'-inf',ai(ag - cp))\nif #hb==0 then return end\nlocal gl={}\nfor bl,y in ipairs(hb)do\ngl[y]=true\nend\nfq(gl,#hb)\ney('ZREM',bf,hb)\njf=true\nend\nlocal function mc()\nwhile true do\nlocal ck=c('LINDEX',at,0)\nif not ck then return false end\nif not ag then df()end\nlocal aq=tonumber(c('ZSCORE',bf,ck)or nil)\nif aq and aq>ag then\nlocal ge={}\nfor bl,y in ipairs(c('ZRANGEBYSCORE',bf,'(' .. ai(ag),'+inf'))do\ntable.insert(ge,ai(ag))\ntable.insert(ge,y)\nend\naw('ZADD',bf,ge[1],ge[2])\ney('ZADD',bf,ge)\naq=ag\nend\nlocal ew=not aq and tonumber(c('ZSCORE',cu,ck)or nil)\nlocal ka=aq and aq+cp or ew or 0\nif ka>ag then return ck,ka,aq~=nil end\nif aq then\nku()\nelse\ng('LPOP',at)\ng('ZREM',cu,ck)\njf=true\nend\nend\nend\nlocal function lt(bn)\nlocal gm=g('ZPOPMIN',cu,fz+1)\nlocal m,dc,l={},{},false\nfor q=#gm,1,-1 do table.insert(m,gm[q])end\nif #gm>0 then s('ZADD',cu,unpack(m))end\nlocal function im(dn)\nfor q=2,#dn,2 do\nif dn[q - 1]==bn then\nl=true\nelse\ntable.insert(dc,ai(dn[q] - fw))\ntable.insert(dc,dn[q - 1])\nend\nend\nend\nim(gm)\nif #gm>2*fz then\nif not l then g('ZREM',cu,bn)end\nim(dy())\nim({ii()})\nend\ney('ZADD',cu,dc)\nif #dc==0 and c('EXISTS',at)==0 then g('DEL',bf)end\nend\nlocal function kp(y)\nif KEYS.locked then return end\nlocal b=redis.pcall('GET',(string.gsub(bh(y),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(b)=='string' and b or nil\nend\nlocal function kr(eh,...)\nlocal am=string.match(eh or '','^~?(' .. fy .. ') ')\nif am then cd(am,...)end\nreturn am\nend\nlocal function ma(el,y,eh)\nif not kr(eh,'try',y,0)then ay(el .. y,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local pw=30000\nlocal pv=86400000\nlocal function ob()\nlocal ac=dw()\nbi(lt,h)\nreturn ac\nend\nlocal function oj(ew)\nlocal pa=ew - ag+fw+cp\nif c('PTTL',bf)<pa then g('PEXPIRE',bf,ai(pa))end\nend\nlocal function qo(as,qc,dc)\nwhile true do\nlocal n=c('LRANGE',at,as+1,as+fz)\nfor bl,y in ipairs(n)do\nif c('ZSCORE',bf,y)then return end\nlocal ew=c('ZSCORE',cu,y)\nif ew then\ntable.insert(dc,ai(ew+qc))\ntable.insert(dc,y)\nend\nend\nif #n<fz then return end\nas=as+fz\nend\nend\nlocal pf=false\nlocal function ac()\nlocal kw=c('EXISTS',e,p,k or p)\nif kw==0 then\nlocal ck=g('LPOP',at)\nif not ck then\ns('EXISTS',at)\nreturn dw()\nend\ns('LPUSH',at,ck)\nif ck==h then return ob()end\ng('LPUSH',at,ck)\nelse\nlocal iz=not k and kw==1\nif not iz then cm()end\nlocal ac=not(iz and ARGV[6]=='2')and fl()\nif ac then return ac end\nend\nlocal l=cg()\ndf()\nlocal as=c('LPOS',at,h)\nlocal gn=as and g('ZADD',bf,ai(ag),h)==1\nif gn then oj(ag+(as+1)*fw)end\nku()\nlocal ck,of\nif l==-2 then\nck,of=mc()\nend\nif l==-2 and not ck then\ng('DEL',bf)\nreturn dw()\nend\nif l==-2 and ck==h then\ng('LPOP',at)\ns('LPUSH',at,h)\nreturn ob()\nend\nif jf then\nas=c('LPOS',at,h)\nif l==-2 then ma(ARGV[10],ck,kp(ck))end\nend\nif gk()then\nif as then\nfq({[h]=true},1)\ng('ZREM',bf,h)\nend\nax('refused',f)\nreturn gx({'busy',aj,l,as and as+1 or 0,-1})\nend\nlocal ad=as and tonumber(c('ZSCORE',cu,h)or nil)\nif ad and ad<ag - pv then ad=nil end\nlocal ew=ad\nif not as then\nlocal kj=c('LINDEX',at,-1)\new=(kj and c('ZSCORE',cu,kj)or ag+math.max(l,0))+fw\nas=g('RPUSH',at,h)- 1\npf=true\ng('ZADD',bf,ai(ag),h)\nend\nlocal od=ag+(as+1)*fw\nif not ew or ew<od - fw+pw then ew=od end\nif ew~=ad then\nlocal dc={ai(ew),h}\nif ad and not gn then qo(as,ew - ad,dc)end\ney('ZADD',cu,dc)\noj(ew)\nend\nreturn{'busy',aj,l,as+1,l==-2 and of+1 - ag or l}\nend";

const waitersTellWanted_ =
  "local function oz(u,ft)\nlocal ck=string.match(ft or '','^[^\\n]*\\n@(' .. dz .. ') ')\nif ck then ay('leasehound-ends:' .. ck .. ':' .. e,u .. ' wanted')end\nend";

const waitersIsHeard_ =
  "local function hp(am,ab)\nam=dq(am)\nlocal cn=redis.pcall('PUBSUB','NUMSUB',am,ab or am)\nreturn cn.err~=nil or cn[2]~=0,cn[4]\nend";

const waitersDated_ =
  "local function mw(b)\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. ai(ag).. ' '))\nend";

const waitersIsCluster_ =
  "local function oh()\nlocal mk=redis.pcall('INFO','cluster')\nreturn type(mk)=='string' and string.find(mk,'cluster_enabled:1',1,true)~=nil\nend\nlocal function ny()\nlocal o,nz=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn o and nz=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function op(b,cn)\nb=mw(b)\nif cn~='1' or string.find(b,'^~')then return b end\nlocal on=ny()and hp(string.match(b,'^%S+'))and not oh()\nreturn(on and '' or '~').. b\nend";

const waitersSECRET_ =
  "local ji=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local kd=20";

const waitersTellGranted_ =
  "local function kk(am,dj,...)\nlocal b='granted ' .. table.concat({...},' ')\ncd(am,b,string.sub(redis.sha1hex(dj .. b .. dj),1,kd))\nend";

const waitersSTANDINGMS_ =
  "local jj=150000\nlocal jh='^(~?)(' .. fy .. ') (%S+) (' .. ji .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op]k?)(.*)$'\nlocal jg=15\nlocal ef,ih=0,false\nlocal fi=false\nlocal function hm(b,ab)\nlocal ap,am,h,dj,z,f,it,t,ak=string.match(b,jh)\nif not ap or string.find(ak,'^[^\\n]')or math.max(#z,#f)>jg then return end\nif ag - it>=jj then return end\nfi=false\nif ap=='' or ab then\nlocal hk=string.sub(t,2,2)\nlocal gw,dd=hp(am,ab)\nif hk=='p' then dd=nil end\nif ap=='' then\nif not gw then return end\nef,ih=ab and dd or 0,hk=='o'\nend\nfi=gw and dd==0\nend\nif KEYS.locked and string.sub(t,3)~='k' then\nap,fi='~',false\nend\nreturn ap,am,h,dj,z,f,t,ak\nend";

const waitersStanding_ =
  "local cr,ga=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal fn=160000\nlocal function gc()\ng('SET',ga,'1','PX',fn)\nend";

const waitersCALLEDMS_ =
  "local gr=65\nlocal jk=30\nlocal hw=50\nlocal aq=0\nlocal function he(as,da,al)\nlocal b=c('LINDEX',cr,as)\nif not b then return false end\nlocal am,h=string.match(b,'^~?(' .. fy .. ') (%S+)')\nif am then cd(am,da,h,al)end\nreturn true\nend\nlocal function ie(da,al)\nif he(0,da,al)then gc()end\nend";

const waitersIsOpen_ =
  "local function ig(h)\nreturn KEYS.locked or c('EXISTS',bh(h))==0\nend\nlocal function hx(al,ab)\nif not ag then df()end\nwhile aq<hw do\naq=aq+1\nlocal b=c('LINDEX',cr,0)\nif not b then return end\nlocal ap,am,h=hm(b,ab)\nif ef>0 then al=jk end\nlocal hf=ap and ig(h)\nif hf and(ap=='' or al>0)then\ngc()\ncd(am,al==0 and 'try' or 'next',h,al)\nif al==0 or ap=='~' or ef>0 then he(1,'next',al+gr)end\nreturn\nend\ng('LPOP',cr)\nif hf then\ncd(am,'try',h,0)\nal=gr\nend\nend\nie(al==0 and 'try' or 'next',al)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local kc=5000\nlocal iw=50\nlocal function jm(h,z,f,ak)\nif ak then\nif not g('SET',bh(h),'|+' .. ak,'PX',f,'NX')then return false end\ns('UNLINK',bh(h))\nend\ng('HINCRBY',e,h,1)\ns('UNLINK',e)\ng('PEXPIRE',e,z)\ns('UNLINK',e)\nreturn true\nend\nlocal function kf(ap,h,z,f,ak)\nlocal dk=math.min(tonumber(z),ap=='' and kc or iw)\nlocal iy=jm(h,dk,f,not KEYS.locked and ap=='' and ak)\nreturn iy and dk or nil\nend";

const waitersWithGrant_ =
  "local function lr(d,db,ep)\nif not db and not ep then return d end\ntable.insert(d,ep and 'passed' or 'granted')\nfor bl,km in ipairs(ep or db)do table.insert(d,km)end\nreturn d\nend";

const queueTellNext_ =
  "local function me(el,dk)\nlocal y=c('LINDEX',at,0)\nif not y or kr(kp(y),'next',y,dk)then return end\nif c('ZSCORE',bf,y)then return end\ng('ZADD',cu,'XX','LT',ai(ag+dk+fw),y)\nay(el .. y,'0')\nend\nlocal function oe(el,y,eh)\nlocal ap,am,h,dj,z,f,bl,ak=hm(eh)\nif ap~='' or h~=y then return end\nlocal dk=kf(ap,h,z,f,ak)\nif not dk then return end\ng('LPOP',at)\nlt(h)\nkk(am,dj,h,ai(ag),dk,ai(ag),0,0)\npcall(me,el,dk)\nreturn{h,dk}\nend\nlocal function nk(el,hl)\nlocal ck,eh\nlocal o,db=bi(function()\nlocal bl,jy\nck,bl,jy=mc()\neh=jy and kp(ck)\nreturn eh and oe(el,ck,eh)\nend)\nlocal bx=o and db or(not o and redis.pcall('EXISTS',e)==1)\nif bx then\nif hl==2 then pcall(gc)end\nreturn o and db\nend\nif ck then pcall(ma,el,ck,eh)end\nif hl==2 then pcall(hx,0)end\nend";

const stateTimeouts_ =
  "local cx=''";

const fenceMarkKey_ =
  "local ns,aj,cf=KEYS[1],ARGV[1],ARGV[2]\nlocal function pz(ap)\nif not ap then return true end\nif not string.find(ap,'^%d+$')then error('the mark of this resource is no number')end\nreturn #ap<#cf or(#ap==#cf and ap<=cf)\nend\nlocal function qg(ap,cz)\nif ap==cf then return false end\nlocal be=c('TIME')\nif tonumber(cf)<=(be[1]+60)*1e6+be[2] then return false end\nlocal ba=tonumber(c('GET',cz)or '')\nreturn not ba or ba<tonumber(cf)\nend\nlocal function qs(ap)\nif ap~=cf then g('SET',ns,cf)end\nend";

const grantLooked_ =
  "local hq\nlocal function ij(il)\nif il or KEYS.locked then\nlocal de,n=pcall(ca)\nif not de or i then return end\nhq=n\nend\nif r==false then return -2 end\nreturn c('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function iz()\nreturn c('EXISTS',p)==0\nend";

const grantRefuseNew_ =
  "local function lh(l)\nif not l or l<0 then return end\nlocal gn\nif gk()then\ngn=aw('SET',p,'|-refused','PX',f,'NX')\nelse\ngn=iz()\nend\nif gn then return{'busy',aj,l}end\nend";

const waitersMOST_ =
  "local dl='9223372036854775807'";

const fencedTokenKey_ =
  "local cz=KEYS[3]";

const waitersReadToken_ =
  "local function ki()\nlocal ba=c('GET',cz)\nreturn ba~='' and ba\nend\nlocal function kh(b)\nreturn string.find(b,'^%d+$')and(#b<#dl or(#b==#dl and b<=dl))\nend\nlocal function io(ba,hs)\nlocal cf=hs[1] .. string.format('%06d',hs[2])\nba=ba or ''\nlocal ht=#ba<#cf or(#ba==#cf and ba<cf)\nif ht then g('SET',cz,cf)else g('INCR',cz)end\nif ba=='' then s('UNLINK',cz)else s('SET',cz,ba)end\nreturn ht and cf or c('GET',cz)\nend";

const fencedWithToken_ =
  "local function kb(ac,cf)\ntable.insert(ac,cf)\nreturn ac\nend\nlocal function ja()\nlocal ba=ki()\nif ba and not kh(ba)then ah(cz)end\nreturn ba\nend\nlocal function mo(ba)\nif ba==dl then ah(cz)end\nlocal cf=io(ba,c('TIME'))\nreturn kb(dw(),cf)\nend\nlocal function oy()\nlocal pb,ba=pcall(ja)\nlocal ac=pb and ba~=dl and hi()\nreturn ac and kb(ac,io(ba,c('TIME')))\nend\nlocal function ot()\ncm()\nlocal ba=k and v=='' and ja()\nlocal ac=fl()\nif ac and ac[1]=='held' then kb(ac,ba or ja()or io(nil,c('TIME')))end\nreturn ac,ba\nend";

const fencedQuickAnswer_ =
  "local function ip()\nif k then return c('EXISTS',e,p,k)==0 and mo(ja())end\nlocal l=ij(ARGV[6]~='2')\nreturn l==-2 and oy()or lh(l)\nend\nlocal function jl()\nlocal ac,ba=ot()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then\nif not k then ba=ja()end\nreturn mo(ba)\nend\nif gk()then ax('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function ac()\nreturn gx(ip()or jl())\nend";

const lockHashIsRandom_ =
  "local function qi(u)\nreturn string.find(u,':%d%d%d%d%d%d%d%d%d%d%d%d+$')~=nil\nend";

const standHolder_ =
  "local ho,og\nlocal jy=0\nlocal function iz()\nlocal n=hq or c('HRANDFIELD',e,2,'WITHVALUES')\nlocal gv={p}\nif #n==2 and not KEYS.locked then table.insert(gv,bh(n[1]))end\nif n[1]==h then return false end\nlocal cw,dy=unpack(c('MGET',unpack(gv)))\nho,og=n[1],dy\nlocal lw=#n==2 and qi(n[1])\nif dy then lw=string.sub(dy,1,1)~='!' end\njy=lw and 1 or 0\nreturn not cw\nend";

const waitersLeaveList_ =
  "local function le(h)\nfor bl,b in ipairs(c('LRANGE',cr,0,-1))do\nif string.match(b,'^%S+ (%S+)')==h then g('LREM',cr,0,b)end\nend\nend\nlocal function hu(h,b)\nif KEYS.locked then\npcall(le,h)\nelseif(b or '')~='' then\npcall(g,'LREM',cr,0,b)\nend\nend";

const standMarked_ =
  "local function qm(b)\nlocal cn=ARGV[12]~='' and redis.pcall('PUBSUB','NUMSUB',ARGV[12])\nif not cn or cn.err then return b end\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(cn[2]==0 and 'o' or 'p')))\nend\nlocal function ou()\ndf()\nlocal b=qm(op(ARGV[10],ARGV[11]))\nlocal as=ARGV[9]~='' and c('LPOS',cr,ARGV[9])\nif as then\ng('LSET',cr,as,b)\nelse\ng('RPUSH',cr,b)\noz(ho,og)\nend\ng('PEXPIRE',cr,fn)\ngc()\nreturn b\nend";

const standAnswerOrStand_ =
  "local function qa()\nif KEYS.locked and ch then hu(h)end\nlocal d=ac()\nif d[1]=='busy' and not ch then\nif ARGV[10]=='' then return d end\nlocal o,b=pcall(ou)\nif o then\ntable.insert(d,ag)\ntable.insert(d,b)\ntable.insert(d,jy)\nend\nelseif not(KEYS.locked and ch)then\nhu(h,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local hv=60000\nlocal mr=64";

const stealRob_ =
  "local function ni(u,l)\nlocal dy=bh(u)\nlocal f=math.max(l+hv,c('PTTL',dy))\nlocal ft='!' .. jt .. '|'\nlocal m=g('SET',dy,ft .. '-' .. jt,'PX',f,'GET')\nif m then s('SET',dy,m,'PX',f)else s('UNLINK',dy)end\nlocal af=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not af then return end\ng('SET',dy,ft .. af,'PX',f)\ns('SET',dy,m,'PX',f)\nend\nlocal function nl(l,nn)\nlocal lk={}\nfor bl,u in ipairs(c('HRANDFIELD',e,mr+1))do\nif u~='mode' or r=='plain' then\nni(u,l)\ntable.insert(lk,u)\nend\nend\ng('UNLINK',e)\nlocal gv=table.concat(lk,' ')\nay(np,gv .. ' ' .. jt)\nlocal ac=nn()\ntable.insert(ac,gv)\nreturn ac\nend";

const stealQuickAnswer_ =
  "local function ip()\nif k then return c('EXISTS',e,p,k)==0 and lp()end\nlocal l=ij(true)\nif l==-2 then return nm()end\nif l and l>=0 and c('EXISTS',p)==0 then return ln(l)end\nend";

const stealFullAnswer_ =
  "local function jl()\nlocal ac=ad()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return lp()end\nreturn ln(l)\nend\nlocal function ac()\nreturn ip()or jl()\nend";

const inspectSubscriptions_ =
  "local function ow(el)\nlocal cn=redis.pcall('PUBSUB','NUMSUB',unpack(el))\nif cn.err then return -1 end\nlocal lo=0\nfor q=2,#cn,2 do lo=lo+cn[q] end\nreturn lo\nend";

const lockHashLONGESTVALUE_ =
  "local nw=500\nlocal function om(j)\nlocal eg=redis.pcall('GETRANGE',j,0,nw)\nif type(eg)~='string' then return nil end\nreturn string.match(eg,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function qk(hh,nd)\nreturn 'light\\n' .. hh .. ' ' .. nd\nend";

const inspectLONGESTSTATE_ =
  "local px=700\nlocal function qz(av)\nlocal kl=#av>0 and c('MGET',unpack(av))or{}\nfor q=1,#av do kl[q]=string.sub(kl[q] or '',1,px)end\nreturn kl\nend";

const inspectMOSTBYTES_ =
  "local nx=50000\nlocal function nc(b)\nlocal bl,oq=string.gsub(b,'[^%w:{}_./ -]','')\nreturn #b+5*oq+3\nend";

const permitsCount_ =
  "local function i(b)\nreturn tonumber(gg(b))\nend";

const permitsPermits_ =
  "local ev,fp,aj=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local be=c('TIME')\nlocal ag=be[1]*1000+math.floor(be[2]/1000)\nlocal mi=1000";

const lockQuickAnswer_ =
  "local function ip()\nif k then return c('EXISTS',e,p,k)==0 and dw()end\nlocal l=ij(ARGV[6]~='2')\nreturn l==-2 and hi()or lh(l)\nend\nlocal function jl()\ncm()\nlocal ac=fl()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return dw()end\nif gk()then ax('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function ac()\nreturn gx(ip()or jl())\nend";

const holdBlock_ =
  "cm()\nlocal bk=cs()\nif bk then return bk end\nlocal i=dd()\nif not i then return ax(ci('lost'),ARGV[4])end\nreturn{'counted',aj,tonumber(i),em(tonumber(i))}";

const waitersTokenKey_ =
  "local cz";

const waitersChainSince_ =
  "local hz,ia,hy\nlocal mt=1000\nlocal mq=2000\nlocal ks=99\nlocal function no()\ncz='redisson_lock_token:' .. string.match(cr,'^[^:]+:[^:]*:standing:(.*)$')\nif KEYS.locked and not KEYS.locked[cz] then return false end\nlocal o,ba=pcall(ki)\nreturn o and(not ba or(kh(ba)and ba~=dl)),ba\nend\nlocal function jn(ap,am,h,dj,z,f,t,ak)\nlocal lb,ba=true,nil\nlocal lf=string.find(t,'^t')\nif lf then\nlb,ba=no()\nend\nif not lb then return cd(am,'try',h,0)end\nlocal dk=kf(ap,h,z,f,ak)\nif not dk then return end\nlocal cf=lf and io(ba,be)or nil\nif ap=='~' then\ncd(am,'try',h,ai(hz))\nelse\nkk(am,dj,h,ai(ag),dk,ai(hz),ia,hy,cf)\nend\nreturn{h,dk,cf}\nend\nlocal function lg(ab)\nay(ab,'1000000')\nay(ab,'0')\nend\nlocal function jq(ab)\nlg(ab)\npcall(hx,0,ab)\nend\nlocal function lc(b,md)\nreturn math.min(math.max(tonumber(b)or 0,0),md)\nend\nlocal function nb()\nif ef==0 or not ih then return false end\nlocal lm=c('LLEN',cr)+2\nreturn ia*ef>=math.max(lm+ef,hy*lm)\nend\nlocal function nj(ab,hh,ju,js,jv)\nif not ag then df()end\nhz=math.min(tonumber(hh)or ag,ag)\nia=lc(ju,ks - 1)+1\nhy=lc(js,ks)\nlocal ne=hy>ia and mq or mt\nif ag - hz>=ne then return jq(ab)end\nwhile aq<hw do\naq=aq+1\nlocal b=g('LPOP',cr)\nif not b then\nay(ab,'0')\nreturn\nend\nlocal ap,am,h,dj,z,f,t,ak=hm(b,ab)\nif ap=='' and nb()then\ng('LPUSH',cr,b)\nreturn jq(ab)\nend\nif ap=='~' and ig(h)then\nlocal lj=fi and jn(ap,am,h,dj,z,f,t,ak)\nif lj then\nhu(h)\nelse\nlg(ab)\ncd(am,'try',h,0)\nend\npcall(hx,lj and iw or gr)\nreturn\nend\nlocal db=ap=='' and jn(ap,am,h,dj,z,f,t,ak)\nif db then\nhu(h)\npcall(ie,'next',db[2])\nif ef>0 and jv~='1' then ay(ab,'1')end\nreturn db\nend\nend\njq(ab)\nend\nlocal function ei(ab,hl,hh,ju,js,jv)\naq=0\nif hl==2 then\nlocal o,db=bi(nj,ab,hh,ju,js,jv)\nif o then return db end\nif redis.pcall('EXISTS',e)==1 then return end\nend\nay(ab,'0')\nend";

const holdRenew_ =
  "local function os(z,f,ed,ok,li)\nlocal bk=cs()\nif bk then return nil,bk end\nlocal i=dd()\nif not i then return nil,ax(ci('lost'),f)end\ngu(e,z)\nif li then li(tonumber(i))end\nif k then\nif ao then\nfg(p,ed)\nelse\nbt(string.sub(v,2).. '|',ed)\nend\nfg(k,ed,li)\nelseif KEYS.locked and not ao then\nbt('|+',ed)\nelseif ok then\nfg(p,ed)\nend\nreturn tonumber(i)\nend";

const readHoldsRenewSlot_ =
  "local function qu(i,cw,z)\nlocal ar=1\nif i>1 then ar=jd(i,cw)end\nlocal j=dg(h,ar)\nif not gu(j,z)then g('SET',j,'1','PX',z,'NX')end\nco[j]=nil\nend";

const lockHashLock_ =
  "local e,p,h,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "ca()\nlocal l=cg()";

const ownerAnswer_ =
  "local function ac(eo)\nreturn{'done',aj,tonumber(eo)}\nend\nlocal function o(eo)\naw('SET',k,eo,'PX',ARGV[4])\ns('UNLINK',k)\nreturn ac(eo)\nend";

const ownerHeldCount_ =
  "local function jo(jp)\nca()\nif r and(r=='plain')~=jp then ah(e)end\nif r then cg()end\nreturn i and tonumber(i)\nend";

const ownerENDED_ =
  "local hc='released-elsewhere'\nlocal hv=60000\nlocal function kv(ke)\nlocal f=math.max(c('PTTL',e)+hv,c('PTTL',p))\naw('SET',p,'!' .. hc .. '|-' .. hc,'PX',f)\nif ao then s('SET',p,bv,'PX',f)else s('UNLINK',p)end\nlocal la=ke()\nay(ARGV[6],h .. ' ' .. hc)\nreturn la\nend";

const ownerBlock_ =
  "cm()";

const ownerEndReads_ =
  "local function qe()\nif v~='' then return ac(v)end\nlocal by=jo(false)\nif not by then return o(0)end\nlocal d=o(1)\nkv(function()\nmb(tonumber(by))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function qv()\no(1)\nreturn{'done',aj,1,w}\nend";

const permitsGiveBack_ =
  "local function na(dh,ab,ej,my,...)\nlocal eb=aw('INCRBY',ev,dh)\ns('INCRBY',ev,-dh)\nmy(...)\nif eb>=ej then ay(ab,ai(eb))end\nend";

const permitsSweep_ =
  "local function ox(eb,ab)\nlocal kg,gq=unpack(c('ZRANGE',fp,0,0,'WITHSCORES'))\nif kg and #kg~=16 then error('NOT_A_LOCK 2')end\nif not kg or tonumber(gq)>ag then return eb end\nlocal kx=c('ZCOUNT',fp,'-inf',ai(ag))\nlocal dh=math.min(kx,mi)\nna(dh,ab,1,g,'ZREMRANGEBYRANK',fp,0,dh - 1)\nreturn eb+kx\nend";

const permitExpirableRecord_ =
  "local k,ab,f=KEYS[3],ARGV[2],ARGV[4]\nlocal mu=setmetatable({},{\n__index=function(er,aa)\ner[aa]=string.char(tonumber(aa,16))\nreturn er[aa]\nend,\n})\nlocal gt,er={},string.gsub(ARGV[3],'..',mu)\nlocal function l()\nlocal ej,dh=math.huge,0\nfor bl,gq in ipairs(c('ZMSCORE',fp,unpack(gt)))do\nej=math.min(ej,gq and gq - ag or 0)\nif gq then dh=dh+1 end\nend\nreturn ej,dh\nend";

const permitExpirableEnded_ =
  "local function bj(t)\nreturn{'ended',aj,t}\nend\nlocal function gp(t)\nlocal m=aw('SET',k,'-' .. t,'PX',f,'GET')\nif m then s('SET',k,m,'PX',f)else s('UNLINK',k)end\nreturn bj(t)\nend\nlocal function cs(ap)\nif ap and string.sub(ap,1,1)=='-' then return bj(string.sub(ap,2))end\nend";

const permitExpirableScored_ =
  "local function qx(z)\nlocal dn,gq={},ai(ag+z)\nfor bl,qn in ipairs(gt)do\ntable.insert(dn,gq)\ntable.insert(dn,qn)\nend\nreturn unpack(dn)\nend";

const permitExpirableLostEnd_ =
  "local function nr()\nreturn cs(c('GET',k))or gp('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#er,16 do\ntable.insert(gt,string.sub(er,q,q+15))\nend";

const readWriteTimeouts_ =
  "local cx=ARGV[9]\nlocal jt,np=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function ln(l)\nif r=='plain' then ah(e)end\nreturn nl(l,dw)\nend\nlocal nm,lp=hi,dw";

const readWriteKnown_ =
  "local function ad()\ncm()\nreturn fl()\nend";

const readWriteBlock_ =
  "return ac()";

const semaphoreKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bj(t)\nreturn{'ended',aj,t}\nend\nlocal function ax(t)\naw('SET',k,'-' .. t,'PX',f)\ns('UNLINK',k)\nreturn bj(t)\nend\nlocal eg,ap=unpack(c('MGET',j,k))\nlocal function ev()\nreturn gg(eg or c('GET',j))\nend";

const semaphoreTaken_ =
  "local nu=ap and string.match(ap,'^%+(%d+)$')\nif ap and not nu then return bj(string.sub(ap,2))end";

const semaphoreNotify_ =
  "local function qq(ab,ev)\nif ev>=0 then ay(ab,ev)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "ec7072f22c596206be6d3c32ea938f118ce867dd", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eg then return o(0,aw)end\nlocal l=eg - 1\nlocal d=o(math.max(l,0),aw)\ng('DECR',j)\nif l>0 then return d end\ns('INCR',j)\ng('DEL',j)\nif l==0 then ay(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "b25da7192a62583bf9593bef6726a74f8bcf44e3", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eg then return o(0,aw)end\nlocal d=o(1,aw)\ng('DEL',j)\nay(ARGV[3],'1')\nay(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-read", "ad30ecf881bb265a5f785903dbafc264b780219d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-write", "a4d11d8e382d58f3e35735c952dd2468d2aa6efe", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "01b8e2ef44711a9e919aa7b76d4f00e10c2df961", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "ml()\nlocal gb=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if r=='plain' then ah(e)end\nif r~=ARGV[6] then return kn(0)end\nlocal d=kn(1)\ng('DEL',e)\npcall(fu,'free')\nay(gb,r=='write' and '1' or '0')\nmp()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ script("fair-read-write/release-read", "c26542412c23223f1c4266092a5b6ac4aee49c71", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/release-write", "ec50f96488a486aee5106b220053496f775e1840", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "19648cc2f72fd3c994562d5eb3dcf3061026b5f9", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal fw=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return ac()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "2fc714cab216a1abd7586ce1c0be2f5eb86842a2", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersTell_, waitersTellWanted_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal fw=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local fn=cp+5000\nlocal se=100\nlocal function so(as)\nlocal ho=c('HRANDFIELD',e)\nlocal ft=ho and c('GET',bh(ho))\noz(ho,ft)\nif not ft or string.sub(ft,1,1)=='!' or as>se then return 0 end\nif as==1 then return 1 end\nfor bl,aq in ipairs(c('ZMSCORE',bf,unpack(c('LRANGE',at,0,as - 2))))do\nif not aq then return 0 end\nend\nreturn 1\nend\nlocal function ou(as)\nlocal b=op(ARGV[12],ARGV[13])\nlocal m=g('SET',KEYS[6],b,'PX',fn,'GET')\nreturn b,m==ARGV[11] and not pf and 1 or so(as)\nend\nlocal d=ac()\nif d[1]~='busy' or ch or KEYS.locked then return d end\nlocal o,b,lw=pcall(ou,d[4])\nif o then\nfor bl,km in ipairs({ag,b,lw})do table.insert(d,km)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "b1a6aa522608999e73a04ac540f1f42417153b48", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "ml()\nlocal fw=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if r=='read' or r=='write' then ah(e)end\nif not r then return kn(0)end\nlocal d=kn(1)\nlocal db=nk(ARGV[3],g('DEL',e,ga))\nmp()\nreturn lr(d,db)", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "b87106b4673f707af35d27e35241b15c71295828", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, "local function qp()\nreturn(ARGV[12] or '')~=''\nend\nlocal function qr()\nlocal iy=jm(ARGV[12],ARGV[13],ARGV[14],ARGV[15])\nreturn iy and{ARGV[12],tonumber(ARGV[13])}or nil\nend", waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal fw=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local db,ep\nlocal function fs()\nif not qp()then\ndb=nk(ARGV[9],g('DEL',e,ga))\nreturn\nend\ng('DEL',e)\nlocal o,jn=bi(function()\nreturn c('LINDEX',at,0)==ARGV[12] and qr()\nend)\nep=o and jn\nif not ep then\ndb=nk(ARGV[9],1+g('DEL',ga))\nreturn\nend\nbi(function()\ng('LPOP',at)\nlt(ARGV[12])\nend)\nend\nlocal function id()\nif ARGV[11]=='1' and c('LPOS',at,h)then\nfq({[h]=true},1)\ng('ZREM',bf,h)\nend\nif c('EXISTS',e)==0 then db=nk(ARGV[9])end\nend", endEndHold_, "local d=ib(ARGV[4])\nreturn lr(d,db,ep)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "804c361d8043c0e275d08f9fc7aa4e482a64ed42", BEGIN, fenceMarkKey_, "local ap=c('GET',ns)\nif not pz(ap)then return{'fenced',aj,0}end\nif qg(ap,KEYS[2])then return{'ahead',aj}end\nqs(ap)\nreturn{'fenced',aj,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "0e5df5fddd57dd257911b54fb7ab7fbcdc5ee2fe", BEGIN, stateWrite_, fenceMarkKey_, "local k,ss,f,eg=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal ap,o=unpack(c('MGET',ns,k))\nif o=='1' then return{'fenced',aj,1}end\nif o=='ahead' then return{'ahead',aj}end\nif o then return{'withdrawn',aj}end\nif not ap then ap=c('GET',ns)end\nif not pz(ap)then return{'fenced',aj,0}end\nif not eg then\naw('SET',k,'0','PX',f)\nreturn{'withdrawn',aj}\nend\nif qg(ap,KEYS[4])then\ng('SET',k,'ahead','PX',f)\nreturn{'ahead',aj}\nend\ng('SET',ss,eg,'GET')\nqs(ap)\ng('SET',k,'1','PX',f)\nreturn{'fenced',aj,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "d9b6d29a630a3c9f8f7a6b249f5baf22a14944a2", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn ac()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "2c874ca860149d57c19cf1436c00285e46add42b", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standHolder_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersTellWanted_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, waitersLeaveList_, fencedWithToken_, fencedQuickAnswer_, standMarked_, standAnswerOrStand_, "k=nil\nreturn qa()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "d0957a3bf60b7c41ae4663a68bfb9e919b75b99c", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal jt,np=ARGV[9],ARGV[10]", stealRob_, "local nm,ad=oy,ot\nlocal function lp()\nreturn mo(ja())\nend\nlocal function ln(l)\nif r~='plain' then ah(e)end\nlocal ba=ja()\nif ba==dl then ah(cz)end\nreturn nl(l,function()\nreturn mo(ba)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return ac()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "087b0a3f3ab49452f0a74c933debf6ea3c98acaf", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal ri='!' .. ARGV[9] .. '|'\nlocal b=c('GET',KEYS[3])\nlocal l=b and(string.sub(b,1,1)=='=' or string.sub(b,1,#ri)==ri)and c('PTTL',KEYS[3])or 0\nlocal function kz()\nreturn{'found',aj,b,l}\nend\nif l>0 then\nif g('SET',p,'|-lost','PX',f,'NX')then return kz()end\nelseif c('EXISTS',e,p)==0 then\nreturn dw()\nend\ncm()\nlocal ac=fl()\nif ac and ac[1]=='ended' and l>0 then return kz()end\nif ac then return ac end\nlocal sq=cg()\nif ch then ax('refused',f)end\nreturn{'busy',aj,sq,c('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "0a2a0320792aa4f949d6cae5209b7856dfc81dd0", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, endFirst_, "k=nil\nlocal function fs(tc)\nlocal qj,m=false,nil\nif tc then\nqj,m=pcall(g,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qj and m then s('SET',KEYS[3],m,'PX',ARGV[11])end\nif qj and not m then s('UNLINK',KEYS[3])end\nlocal hl=g('DEL',e,ga)\nay(ARGV[9],'1')\nif hl==2 then pcall(hx,0)end\nend\nlocal function id()end", endEndHold_, "return ib(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "58cf57804a3064d6a4b02fc4128f302ede307ac8", BEGIN, onceCounter_, inspectSubscriptions_, "local an=gg(c('GET',KEYS[1]))\nlocal l=c('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],an and 1 or 0,tonumber(an or 0),l,ow({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "2abd3e5cb2e7d95f097b81f2e739813756f18c61", BEGIN, lockHashMode_, "local e,p,h,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local cx=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local ms=100\nlocal sh=4\nlocal sg=tonumber(ARGV[6])\nlocal aj,at,bf,oi=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(ca)then\nlocal ho,hh,nd=om(e)\nif not ho then ca()end\nlocal l=cg()\nreturn{'lock',aj,'light',l,1,1,0,0,0,0,ho,1,l,qk(hh,nd)}\nend\nlocal l=cg()\nlocal function tn()\nlocal cq,cn,cv={},{},0\nif not r then return cq,cn,cv end\ncv=c('HLEN',e)-(r=='plain' and 0 or 1)\nlocal mv,ad='0',{}\nif r~='plain' then ad['mode']=true end\nfor bl=1,sh do\nlocal lx=c('HSCAN',e,mv,'COUNT',2*ms)\nmv=lx[1]\nlocal n=lx[2]\nfor q=1,#n,2 do\nif #cq<ms and not ad[n[q]] then\nif not bg(n[q+1])then ah(e)end\nad[n[q]]=true\ntable.insert(cq,n[q])\ntable.insert(cn,tonumber(n[q+1]))\nend\nend\nif mv=='0' or #cq==ms then break end\nend\nreturn cq,cn,cv\nend\nlocal qt=0\nlocal function ti(bd,by)\nif qt+by>sg then return l end\nqt=qt+by\nlocal bs=0\nfor ar=1,by do\nbs=math.max(bs,c('PTTL',dg(bd,ar)))\nend\nreturn math.min(bs,l)\nend\nlocal function tt(cv,ov)\nlocal rp=cv>1 and c('PTTL',ov)or -1\nif rp<0 then return l end\nreturn math.max(math.min(l,rp - ARGV[4]),0)\nend\nlocal function sz(u,by,cv,ov)\nif r=='plain' then return l end\nif string.find(u,':write$')then return tt(cv,ov)end\nreturn ti(u,by)\nend\nlocal function to()\nif c('EXISTS',at,KEYS[6])==0 then return{},0 end\nlocal ky=c('TYPE',at).ok\nif ky=='list' then return c('LRANGE',at,0,ms - 1),c('LLEN',at)end\nif ky~='none' then ah(at)end\nat,bf=KEYS[6],KEYS[7]\nif c('TYPE',at).ok~='zset' then ah(at)end\nreturn c('ZRANGE',at,0,ms - 1),c('ZCARD',at)\nend\nlocal function tl(bw)\nif #bw==0 then return{}end\nlocal aq=redis.pcall('ZMSCORE',bf,unpack(bw))\nlocal be=c('TIME')\nlocal ag=be[1]*1000+math.floor(be[2]/1000)\nlocal dn={}\nfor q=1,#bw do\nlocal ch=tonumber(aq[q] or nil)\ndn[q]=ch and math.max(ag - ch,0)or -1\nend\nreturn dn\nend\nlocal cq,cn,cv=tn()\nlocal nt={}\nfor q,u in ipairs(cq)do nt[q]=bh(u)end\nlocal ps=qz(nt)\nlocal bw,ts=to()\nlocal tm=tl(bw)\nlocal el={unpack(ARGV,7)}\nif at==KEYS[3] then\nfor bl,y in ipairs(bw)do table.insert(el,ARGV[5] .. y)end\nend\nlocal jr=redis.pcall('LLEN',oi)\nlocal d={'lock',aj,r or 'free',l,cv,0,ts,0}\ntable.insert(d,type(jr)=='number' and jr or 0)\ntable.insert(d,ow(el))\nlocal er=0\nlocal function cd(ry,ko,b,...)\ner=er+nc(ko)+nc(b)+30\nif er>nx then return end\nd[ry]=d[ry]+1\nfor bl,bb in ipairs({ko,...})do table.insert(d,bb)end\nend\nfor q,u in ipairs(cq)do\ncd(6,u,ps[q],cn[q],sz(u,cn[q],cv,nt[q]),ps[q])\nend\nfor q,y in ipairs(bw)do cd(8,y,'',tm[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "1246e900b8c3e7ffdd183dfba25ee2ca2c3c329e", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local ms=100\nlocal py=922337203685477\nlocal function sy(er)\nreturn(string.gsub(er,'.',function(sr)\nreturn string.format('%02x',string.byte(sr))\nend))\nend\nlocal b=c('GET',ev)\nlocal eb=b and i(b)\nlocal kx=c('ZCOUNT',fp,'-inf',ai(ag))\nlocal ph=c('ZCARD',fp)- kx\nlocal af=c('ZRANGE',fp,'(' .. ai(ag),'+inf','BYSCORE','LIMIT',0,ms,'WITHSCORES')\nlocal d={'permits',aj,b and 1 or 0,(eb or 0)+(b and kx or 0),ph}\ntable.insert(d,ow({ARGV[2]}))\ntable.insert(d,c('PTTL',ev))\ntable.insert(d,#af/2)\nfor q=1,#af,2 do\nif #af[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gq=tonumber(af[q+1])\ntable.insert(d,sy(af[q]))\ntable.insert(d,gq>=py and -1 or gq - ag)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "3bc02a6d0db7929c5b8894c8bb9bddd87975c43b", BEGIN, inspectMOSTBYTES_, "local mv,pt,mh=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dl=1000\nlocal nv=1000\nlocal dh,qd=math.min(dl,mh),nx\nlocal kz,rl={},false\nlocal function sl(av,kl)\nfor bl,j in ipairs(kl)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(av,j)end\nend\nend\nlocal function eu(av)\nlocal er,n=0,{}\nfor bl,j in ipairs(av)do\nif #j<=nv then\ner=er+nc(j)\ntable.insert(n,j)\nend\nend\nif er>qd and(#kz>0 or dh>1)then return false end\nqd=qd - er\nfor bl,j in ipairs(n)do table.insert(kz,j)end\nreturn true\nend\nlocal function rv(ky)\nreturn redis.pcall('SCAN',mv,'MATCH',ARGV[3],'COUNT',dh,'TYPE',ky)\nend\nrepeat\nlocal lx=rv('hash')\nif lx.err then return{'refused',ARGV[1],lx.err}end\nif ARGV[6]=='1' then sl(lx[2],rv('string')[2])end\npt=pt - dh\nif #kz+#lx[2]>mh and dh>mh - #kz then\ndh=mh - #kz\nelseif eu(lx[2])then\nmv,dh,rl=lx[1],dl,lx[1]=='0'\nelseif #kz>0 then\npt=0\nelse\ndh=math.floor(dh/2)\nend\nuntil rl or #kz>=mh or pt<=0\nreturn{'scanned',ARGV[1],mv,unpack(kz)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "b221ec0b9352f3cd1fb9189255eb84b5f4f63f57", BEGIN, lockHashMode_, "local e,p\nlocal h,w,v='','',''", lockHashIsGranted_, lockHashIsCount_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local nv=1000\nlocal sd=5\nlocal function th(n)\nlocal bn=1\nfor q=1,#n,2 do\nlocal rk=r~='plain' and n[q]=='mode'\nif rk and bn==q then\nbn=q+2\nelseif not rk and string.find(n[q],':write$')then\nbn=q\nend\nend\nreturn n[bn],n[bn+1]\nend\nlocal function ta(n)\nif r=='plain' then return 1 end\nlocal dh=#n/2\nif dh==sd then dh=c('HLEN',e)end\nreturn dh - 1\nend\nlocal pc={'',-2,0,'',0}\nlocal function su(j)\nlocal ho,hh,nd=om(j)\nlocal l=ho and c('PTTL',j)or -2\nif l<=0 then return pc end\nlocal ky='light'\nreturn{ky,l,1,ho,1},qk(hh,nd)\nend\nlocal function st(j,ov)\ne,p=j,ov\nlocal fx,n=pcall(ca)\nif not fx then return su(j)end\nif not r then return pc end\nlocal l=c('PTTL',e)\nlocal u,by=th(n)\nif l<=0 or not u or #u>nv then return pc end\nreturn{r,l,ta(n),u,tonumber(by)}\nend\nlocal pj={}\nlocal function oo(lv,kw)\nif #lv==0 then return end\nkw=kw or c('EXISTS',unpack(lv))\nif kw==0 then return end\nif 4*kw<#lv then\nlocal rr=math.floor(#lv/2)\nlocal m,sm={unpack(lv,1,rr)},{unpack(lv,rr+1)}\nlocal rh=c('EXISTS',unpack(m))\noo(m,rh)\nreturn oo(sm,kw - rh)\nend\nfor bl,dn in ipairs(lv)do\nlocal pi=redis.pcall('LLEN',dn)\nif type(pi)~='number' then pi=redis.pcall('ZCARD',dn)end\npj[dn]=type(pi)=='number' and pi or 0\nend\nend\nlocal rd,nt,ql,rt,ru,lv={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,at,qw,oi=unpack(KEYS,4*q - 3,4*q)\nlocal mz\nmz,ql[q]=st(j,ARGV[q+1])\nrd[q],nt[q]=mz,bh(mz[4])\nif mz~=pc and not ql[q] then\ntable.insert(rt,at)\ntable.insert(ru,qw)\ntable.insert(lv,oi)\nend\nend\nlocal ps=qz(nt)\noo(rt)\noo(ru)\noo(lv)\nlocal d,er={'summaries',ARGV[1]},0\nfor q,mz in ipairs(rd)do\nlocal ft=ql[q] or ps[q]\ner=er+nc(mz[4])+nc(ft)+50\nif q>1 and er>nx then return d end\nfor bl,sw in ipairs(mz)do table.insert(d,sw)end\ntable.insert(d,ft)\nlocal bl,at,qw,oi=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(pj[at] or 0)+(pj[qw] or 0))\ntable.insert(d,pj[oi] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "e61e6e64afc1c5e5a8777e9319ec193aa766b28c", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return ac()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "55561e45fa43cb67488dfd9114fadd62b613c9cc", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function bb(tq)\nfor q=1,#KEYS,2 do\ne,p=KEYS[q],KEYS[q+1]\nlocal ac=tq(q)\nif ac then return ac end\nend\nend\nlocal function sa()\nbb(function()\ndw()\nend)\nreturn{'held',aj,1,tonumber(z)}\nend\nif c('EXISTS',unpack(KEYS))==0 then return sa()end\nlocal ol,pe,hn\nlocal bk=bb(function(q)\ncm()\nlocal ac=fl()\nif ac and ac[1]=='ended' then return ac end\nif ac then\nlocal l=ac[4]<0 and tonumber(z)or ac[4]\nol=math.min(l,ol or l)\nelse\nhn=true\nlocal l=cg()\nif l~=-2 and not pe then pe={'busy',aj,l,(q+1)/2}end\nend\nend)\nif bk then return bk end\nif ol and hn then return bj('lost')end\nif ol then return{'held',aj,1,ol}end\nif not pe then return sa()end\nif ch then\nbb(function()\ng('SET',p,'|-refused','PX',f)\nend)\nend\nreturn pe", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "b45ce5c7b34fad372626a0ed08b00930149ef202", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standHolder_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersTellWanted_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, waitersLeaveList_, standMarked_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn qa()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "650b3702964b084bf7cdb17b8108c6a1d499b7ae", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, holdIsLock_, "local function em()\nif k then g('PEXPIRE',k,ARGV[4]+c('PTTL',e),'GT')end\nreturn c('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "ace6054a96ad0d9f0f4045146001d291c86d5ddf", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local de=pcall(ml)\nlocal ho=not de and om(e)\nif ho then\ncg()\nn={ho}\nlocal d=kn(1)\ng('DEL',e)\nmp()\nreturn d\nend\nif not de then ml()end\nif r=='read' or r=='write' then ah(e)end\nif not r then return kn(0)end\nlocal d=kn(1)\nlocal db=ei(ARGV[3],g('DEL',e,ga))\nmp()\nreturn lr(d,db)", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "9a0369ec9237f16c8aaea318b76bafa1c67ff053", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, "local function qp()\nreturn(ARGV[16] or '')~=''\nend\nlocal function qr()\nlocal iy=jm(ARGV[16],ARGV[17],ARGV[18],ARGV[19])\nreturn iy and{ARGV[16],tonumber(ARGV[17])}or nil\nend", waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function sn(b)\nlocal ft=KEYS.locked and bh(string.match(b,'^%S+ (%S+)'))\nif ft and not(KEYS.locked[ft] and c('EXISTS',ft)==0)then return end\ndf()\ng('RPUSH',cr,mw(b))\ng('PEXPIRE',cr,fn)\nend\nlocal db,ep\nlocal function ke()\nif not qp()then return g('DEL',e,ga)end\ng('DEL',e)\nlocal o,jn=bi(qr)\nhu(ARGV[16],ARGV[20])\nep=o and jn\nif not ep then return 1+g('DEL',ga)end\nend\nlocal function fs()\nlocal hl=ke()\nif not hl then return end\nif(ARGV[14] or '')~='' and pcall(sn,ARGV[14])then hl=2 end\ndb=ei(ARGV[9],hl,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function id()\nhu(h)\nend", endEndHold_, "if not bn then hu(h,ARGV[15])end\nlocal d=ib(ARGV[4],(ARGV[10] or '')~='')\nreturn lr(d,db,ep)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "c69b5f40be8df3d7fab55d7ca6a7c2eb42a1a2c0", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal ab\nlocal function fs()\nei(ab,g('DEL',e,ga))\nend\nlocal function id()end", endEndHold_, "local pk=(#ARGV - 8)/2\nlocal rf=ARGV[4]=='1' and 3*pk or 2*pk\nlocal mn,du={'ends',aj},nil\nfor q=1,pk do\ne,p=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*pk+q] end\ncr,ga=KEYS[rf+2*q - 1],KEYS[rf+2*q]\nab=ARGV[2*q+8]\nlocal o,d=bi(ib,ARGV[2*q+7])\nif o then\ntable.insert(mn,d[3])\nelse\ndu=d.err or d\nif string.find(du,'^WRONGTYPE')then du='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif du then error(du,0)end\nreturn mn", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "ada599b0e975ce6454c71e809a698122a114cab4", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, holdIsLock_, holdRenew_, "cm()\nif not ao then ak=ARGV[7] end\nlocal i,bk=os(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bk or{'renewed',aj,i}", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ script("lock/renew-many", "f4ae2a49b791652c85aea26d423f9ab790986e3f", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, "local cx", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, "local function tj()\nlocal rg,ek=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal by=(#ARGV - 3)/6\nlocal qb,pp={},0\nfor q=1,by do\ntable.insert(qb,KEYS[2*q])\nend\nfor q=2*by+1,#KEYS do\ntable.insert(qb,KEYS[q])\nend\nlocal rn=c('MGET',unpack(qb))\nlocal mn={'renewals',ARGV[1]}\nfor q=1,by do\nlocal z,f,qf\nh,bz,z,f,qf,cx=unpack(ARGV,6*q - 2,6*q+3)\ne,p,k=KEYS[2*q - 1],KEYS[2*q],nil\nif qf=='1' then\npp=pp+1\nk=KEYS[2*by+pp]\nend\nbu(rn[q],k and rn[by+pp])\nlocal qy=cx~=''\nlocal cw=qy and jc(ek)\nlocal l=rg and not qy and c('PTTL',e)\nif l and k then l=math.min(l,c('PTTL',p)- ek,c('PTTL',k)- ek)end\nlocal i,bk\nif l and l>rg then\nbk=cs()or not dd()and ax(ci('lost'),f)\nelse\nl=tonumber(z)\ni,bk=os(z,f,l+ek,qf=='2',qy and function(by)\nqu(by,cw,z)\nend)\nend\ntable.insert(mn,bk and bk[3] or l)\nend\nreturn mn\nend\nreturn tj()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "9f103907e5ce3aa9606a153fd10235c19aab7d78", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(i or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "983c0b8367741ea70a72e261ff3ad4d3b097f25e", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local jt,np=ARGV[9],ARGV[10]", stealRob_, "local function ln(l)\nif r~='plain' then ah(e)end\nreturn nl(l,dw)\nend\nlocal nm,lp=hi,dw", stealQuickAnswer_, "local function ad()\ncm()\nreturn fl()\nend", stealFullAnswer_, "return ac()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "ad9009e485c0fc52f0be61d234473c593df0bd63", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(true)then return o(0)end\nlocal d=o(1)\nlocal db=kv(function()\nreturn ei(ARGV[5],g('DEL',e,ga))\nend)\nreturn lr(d,db)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "3d27be861c3418525f2f086f35cb4be85febb9b5", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal fw=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(true)then return o(0)end\nlocal d=o(1)\nlocal db=kv(function()\nreturn nk(ARGV[5],g('DEL',e,ga))\nend)\nreturn lr(d,db)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ script("owner/release-queued-reads", "16f9202c8032b5e227360bf2ba5eee40aa45f01b", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, "k=KEYS[6]\nlocal gb,cx,ee=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ei()\nlq('free')\nay(gb,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qe()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ script("owner/release-queued-writes", "89488dec6dc3155f6fee1ec841ee30d79b68de05", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, "k=KEYS[6]\nlocal gb,cx,ee=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ei(di)\nlq(di)\nay(gb,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(false)then return o(0)end\nlocal d=o(1)\nkv(fs)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ script("owner/release-reads", "2abe9f8db586eeb026f62e7a9533a1c3120d2e6b", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function ei()\nay(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qe()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ script("owner/release-writes", "e55f9034f0842177cdca990f469d41ea204eaf5b", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function ei()\nay(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(false)then return o(0)end\nlocal d=o(1)\nkv(fs)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "faaad1127b3370275bf12c8d42fd0036f87558a7", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(ARGV[7]=='0')then return o(0)end\ngu(e,ARGV[5])\nfg(p,ARGV[6])\nreturn qv()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ script("owner/renew-reads", "6b34516c1548e327dbb987c5732ade67e15505b7", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ac(v)end\nlocal by=jo(false)\nif not by then return o(0)end\ngu(e,ARGV[5])\nfg(p,ARGV[6])\nfor ar=1,by do\nlocal j=dg(h,ar)\nif not gu(j,ARGV[5])then g('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn qv()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "5e7d173e8b3a05b155d79dc0ad794eb757aa9d55", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local z,ch=ARGV[5],ARGV[6]=='1'\nlocal py=922337203685477\nlocal b,ap=unpack(c('MGET',ev,k))\nlocal bk=cs(ap)\nif bk then return bk end\nb=b or c('GET',ev)\nlocal eb=b and i(b)or 0\nif ap then\nlocal lu=l()\nreturn lu>0 and{'held',aj,lu,eb}or nr()\nend\nif not b then return gp('unset')end\neb=ox(eb,ab)\nif eb<#gt then\nif ch then gp('refused')end\nlocal bn=c('ZRANGE',fp,'(' .. ai(ag),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',aj,bn and tonumber(bn)<py and bn - ag or -1,eb}\nend\ng('SET',k,'+','PX',f)\ns('UNLINK',k)\nlocal pd=g('ZADD',fp,'NX',qx(z))\nif pd==#gt then s('ZREM',fp,unpack(gt))end\ng('DECRBY',ev,pd)\nlocal sb=c('PTTL',ev)\nif sb>0 then g('PEXPIRE',fp,sb)end\nlocal lu=pd==#gt and tonumber(z)or l()\nif lu<=0 then return nr()end\nreturn{'held',aj,lu,eb - pd}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "d4032c5a5fa83c6676ec573c99933c121b500c00", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local eb=c('GET',ev)\nlocal lu,dh=l()\nif eb then i(eb)end\nif dh==0 then return nr()end\nlocal d=gp(lu>0 and 'released' or 'lost')\nif eb then\nna(dh,ab,0,g,'ZREM',fp,unpack(gt))\nelse\ng('ZREM',fp,unpack(gt))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "9a7794a36a39169b7c6f50047dfd0fd292fd5b2e", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function ac(an)\nreturn{'done',aj,tonumber(an)}\nend\nlocal ex=c('GET',k)\nif ex then return ac(ex)end\nlocal eb=c('GET',ev)\nex=l()>0 and '1' or '0'\nif eb and ex=='1' then ox(i(eb),ab)end\naw('SET',k,ex,'PX',f)\ns('UNLINK',k)\nif ex=='1' then\nfor q=4,#KEYS do\nlocal m=g('SET',KEYS[q],'-released','PX',f,'GET')\nif m then s('SET',KEYS[q],m,'PX',f)else s('UNLINK',KEYS[q])end\nend\nif eb then\ng('INCRBY',ev,#gt)\ns('INCRBY',ev,-#gt)\nend\ng('ZREM',fp,unpack(gt))\nif eb then ay(ab,#gt)end\nend\nreturn ac(ex)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "98a4fca4c4b82f17a7275e05772b67dbab454940", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local lu,z=l(),ARGV[5]\nif lu<=0 then return nr()end\nif z then aw('ZADD',fp,'XX','GT',qx(z))end\nreturn{'leased',aj,lu}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "d065da0e3b9e132bdd99620b3a8a0cb40ac21f36", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local fp,ab,an,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal eb=eg\nif eb and t=='try' then return o(0,aw)end\nlocal ph=c('ZRANDMEMBER',fp,3)\nfor bl,kg in ipairs(ph)do\nif #kg~=16 then error('NOT_A_LOCK 3')end\nend\nlocal pl=tonumber(an)\nif eb and t=='set' then pl=an - eb - c('ZCARD',fp)end\nif pl==0 and eb then return o(1,aw)end\nlocal d=o(1,g)\ng('INCRBY',j,string.format('%.0f',pl))\nif not eb and #ph>0 then\ns('UNLINK',j)\ng('DEL',fp)\nend\nif t~='add' or pl>0 then ay(ab,an)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "d3b60c56ec11fa944c5f90caf80791a23d4ea39c", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local eb=c('GET',ev)\nlocal jz=eb and ox(i(eb),ARGV[2])\nreturn{'permits',aj,jz or 0,c('ZCOUNT',fp,'(' .. ai(ag),'+inf'),jz and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ script("read-write/acquire-read", "1e8dc9ff0bdad381fbf2c861cc31de3e87f91247", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local cx=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return dw()end\nelse\nlocal l=ij(true)\nlocal ac\nif l and(not r or(r=='read' and l>=0))then\nac=hi()\nelse\nac=lh(l)\nend\nif ac then return gx(ac)end\nend\ncm()\noc()\nlocal ac=fl()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return dw()end\nif r=='read' or(r=='write' and c('HEXISTS',e,h .. ':write')==1)then return dw()end\nif gk()then ax('refused',f)end\nreturn gx({'busy',aj,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("read-write/acquire-write", "849e2d909622545bccb645ead8b3a63ad842615b", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, "local cx=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return dw()end\nelse\nlocal l=ij(ARGV[6]~='2')\nlocal ac=l==-2 and hi()or lh(l)\nif ac then return gx(ac)end\nend\ncm()\nlocal ac=fl()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return dw()end\nlocal bd=string.sub(h,1,-7)\nif k and ez(bd,tonumber(c('HGET',e,bd)or 0))>0 then return ax('upgrade',f)end\nif gk()then ax('refused',f)end\nreturn gx({'busy',aj,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ script("read-write/check-read", "360d22888abcbc01e092759359ac8c2a507c6c4a", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function em(i)\nreturn nh(i,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "ee746c02f736c7d1754829231b07ddeaa4c7b2b0", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function em()\nreturn ls(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "1ef128f6c17ad51f6c70dd4a1e8d36ec50fa9084", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "ml()\nif r=='plain' then ah(e)end\nif r~=ARGV[6] then return kn(0)end\nlocal d=kn(1)\ng('DEL',e)\nay(ARGV[3],r=='write' and '1' or '0')\nmp()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ script("read-write/release-read", "8ade300b95fd08768c00cc08f0f34183b5457541", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function ei()\nay(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function id()end", readsEndOne_, endEndHold_, "return ib(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("read-write/release-write", "76d0c4c100549da135e5b0df736ad085bf55a3fb", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, "local cx=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function ei()\nay(ARGV[9],'1')\nend", writesEndLast_, "local function id()end", endEndHold_, "return ib(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ script("read-write/renew-read", "14d202603b5436970acb75182c7a8d481e317b35", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cm()\nlocal cw=jc(ARGV[5] - ARGV[4])\nlocal i,bk=os(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(by)\nqu(by,cw,ARGV[4])\nend)\nif bk then return bk end\nreturn{'renewed',aj,i}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "ea999c6673e38d03dcdc9afbc7f77351651c06a8", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local te=r==ARGV[3] or(r=='write' and ARGV[3]=='read' and c('HLEN',e)>2)\nreturn{'status',ARGV[1],te and l or -2,tonumber(i or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "6f7034ba70dd2f6b27ae8221f6366455f8dd5556", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "7553c92f3a4d1cec347ae4399372bf72a67abd49", BEGIN, waitersNow_, waitersDigits_, "local e,ap,aj,h,ra=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,au,pm=string.match(c('GET',ap)or '','^(%d+) (%S+) (.*)$')\ndf()\nif pm==ra and au==h then return{'spends',aj,0}end\nif c('HEXISTS',e,h)==0 then return{'ended',aj,'lost'}end\nif pm~=ra then\ng('SET',ap,ai(ag).. ' ' .. h .. ' ' .. ra)\nreturn{'spends',aj,0}\nend\nlocal rx=math.max(0,ag - q)\nreturn{rx<tonumber(ARGV[4])and 'spends' or 'spent',aj,rx}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "39f343a257c91a77f04cf9865bb4e9b4b63ddabc", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gg(c('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "378af5d75cebddd61f387b0dabdc7ebfa76442aa", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local an,sc=ARGV[3],ARGV[6]\nif eg then return o(0,aw)end\nlocal d=o(1,g)\nif sc then g('SET',j,an,'PX',sc)else g('SET',j,an)end\nay(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "997910ce51545d84e3c543e5e9400c9c5ce96acc", BEGIN, stateWrite_, "local k,aj=KEYS[1],ARGV[1]\nlocal tb=aw('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',aj,(tb or c('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "845269f1a76c0c91e8624feaf5f6eafa27352e47", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local mh=ARGV[3]\neg=ev()\nif nu then return{'held',aj,tonumber(eg or 0)}end\nif not eg then return ax('unset')end\nif tonumber(eg)>=tonumber(mh)then\ng('SET',k,'+' .. mh,'PX',f)\ns('UNLINK',k)\nreturn{'held',aj,g('DECRBY',j,mh)}\nend\nif ARGV[4]=='1' then ax('refused')end\nreturn{'busy',aj,tonumber(eg)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "60580609d6a93a74a708e9412f7ae6cbb9fdd9ac", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local ev=(eg or 0)+ARGV[3]\nlocal d=o(ev,aw)\ng('INCRBY',j,ARGV[3])\nqq(ARGV[4],ev)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "ea55e90e4c2ad86c7d5037be0d19190877e13cb4", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not nu then return ax('free')end\nlocal td=ev()\nlocal d=ax('released')\ns('SET',k,ap,'PX',f)\nif td then qq(ARGV[3],aw('INCRBY',j,nu))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "565f6386a204bf4b3725a9e44651952bb4a3ef91", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eg then return o(0,aw)end\nlocal d=o(eg,g)\ng('DECRBY',j,eg)\nreturn d", END);

export const wantedAsk: LuaScript = /* @__PURE__ */ script("wanted/ask", "23157475d80997c922b134798c0004f760eb0e23", BEGIN, "local dl=100\nlocal nv=1000\nlocal ky,ab,p=ARGV[2],ARGV[3],KEYS[2]\nlocal function ap(ft)\nlocal ad,ak=string.match(ft,'^([^\\n]*)\\n?(.*)$')\nif string.sub(ak,1,1)=='@' or string.find(ad,'|-',1,true)then return end\nredis.pcall('PEXPIRE',p,1,'GT')\ng('SET',p,ad .. '\\n@' .. ARGV[4] .. ' ' .. ak,'KEEPTTL')\nend\nlocal function jr()\nif ky=='none' then return{}end\nif ky=='zset' then return c('ZRANGE',KEYS[1],0,dl - 1)end\nreturn c('LRANGE',KEYS[1],0,dl - 1)\nend\nlocal function gw(tk)\nlocal el,ad={ab},{}\nfor bl,eh in ipairs(tk)do\nlocal am=string.match(eh,'^~?([%w._%%-]*:mailbox:%x+) ')\nif am then\ntable.insert(el,'leasehound:' .. am)\ntable.insert(ad,eh)\nend\nend\nlocal cn=redis.pcall('PUBSUB','NUMSUB',unpack(el))\nif cn.err then return #ad>0 and #ad or -1,ad[1] end\nlocal an,bn=cn[2],nil\nfor q,eh in ipairs(ad)do\nif cn[2*q+2]>0 then\nan=an+1\nbn=bn or eh\nend\nend\nreturn an,bn\nend\nif p then\nlocal ft=c('GET',p)\nif ft then ap(ft)end\nend\nlocal kl=jr()\nlocal an,bn=#kl,kl[1]\nif ky=='requests' or ky=='none' then an,bn=gw(kl)end\nreturn{'waiting',ARGV[1],an,string.sub(bn or '',1,nv)}", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "25425c2126bb52dc0f4d0180b80ebcae879efdf3", BEGIN, "local sk=86400000\nlocal function tp(j,ho)\nlocal ba,pm=string.match(c('GET',j)or '','^(%d+) (.*)$')\nif pm==ho then return ba end\nlocal be=c('TIME')\nlocal cf=be[1] .. string.format('%06d',be[2])\nif ba and(#ba>#cf or(#ba==#cf and ba>=cf))then\nlocal m,sv,tf=string.match(ba,'^(%d-)(%d)(9*)$')\ncf=m ..(sv+1).. string.rep('0',#tf)\nend\ng('SET',j,cf .. ' ' .. ho,'PX',sk)\nreturn cf\nend\nlocal function kb(aw)\nreturn function(av,bm)\nlocal j=table.remove(av)\nlocal d=aw(av,bm)\nif d[1]=='held' then table.insert(d,tp(j,bm[2]))end\nreturn d\nend\nend\nlocal sf=10000\nlocal gv,po=KEYS[1],ARGV[2]\nlocal pu={}\nlocal function tg(e,p,sp)\nif sp=='2' then return end\ntable.insert(pu,string.match(p,'^[^:]+:([^:]*:)').. string.sub(e,#po+1))\nend\nlocal function rm()\nif #pu==0 then return end\nlocal rw,gt=c('TIME')[1],{}\nfor bl,ko in ipairs(pu)do\ntable.insert(gt,rw - rw % 60 .. '000')\ntable.insert(gt,ko)\nend\npu={}\nif g('ZADD',gv,unpack(gt))>0 then g('ZREMRANGEBYRANK',gv,0,-sf - 1)end\nend\nlocal mm={}\nmm['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nmm['fair-read-write/acquire-write']=kb(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nmm['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nmm['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nmm['read-write/steal-write']=kb(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nmm['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gb=KEYS[1],ARGV[2]", rwQueueTell_, "local bw,it={unpack(ARGV,3)},{}\ndf()\nfor bl,y in ipairs(bw)do\ntable.insert(it,ai(ag))\ntable.insert(it,y)\nend\naw('ZADD',bf,'XX',unpack(it))\nif c('PTTL',bf)<lz then\nfor bl,j in ipairs({at,ds,bf})do g('PEXPIRE',j,fn)end\nend\nlocal l=c('PTTL',e)\nlocal r=l==-2 and 'free' or c('HGET',e,'mode')or 'plain'\nlocal bl,bn=gh(at)\nlocal bl,nq=gh(ds)\nif fv and(r=='free' or r=='read')then fu(r)end\nlocal d={'touched',ARGV[1],r,l,bn or 0,nq or 0}\nfor bl,an in ipairs(c('ZMSCORE',at,unpack(bw)))do table.insert(d,tonumber(an or 0))end\nreturn d\nend\nmm['web-locks/snapshot']=function(KEYS,ARGV)\nlocal gv,po,m,ch,ep=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal rc=100\nlocal si=500\nlocal cp=15000\nlocal be=c('TIME')\nlocal ag=be[1]*1000+math.floor(be[2]/1000)\nlocal function sx(e)\nlocal cq,pn={},1\nfor bl,u in ipairs(c('HKEYS',e))do\nif u=='mode' then\npn=0\nelse\ntable.insert(cq,u)\nend\nend\nreturn cq,pn\nend\nlocal function tr(e,ck,rj,md)\nlocal rz=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal at,bf=ARGV[6] .. ck .. ARGV[7] .. rz,ARGV[6] .. ck .. ARGV[8] .. rz\nlocal bw=c('ZRANGE',at,rj,rj+md - 1)\nif #bw==0 then return{},0 end\nlocal rq={}\nfor q,aq in ipairs(c('ZMSCORE',bf,unpack(bw)))do\nif tonumber(aq or 0)>ag - cp then table.insert(rq,bw[q])end\nend\nreturn rq,#bw\nend\nlocal pr=0\nif m~='' then\nif c('ZSCORE',gv,ch)==m then\npr=c('ZRANK',gv,ch)+(ep>0 and 0 or 1)\nelse\npr,ep=c('ZCOUNT',gv,'-inf','(' .. m),0\nend\nend\nlocal d,pq={'page',ARGV[1],'','',0},si\nlocal jr=c('ZRANGE',gv,pr,pr+rc - 1,'WITHSCORES')\nfor q=1,#jr,2 do\nlocal ck,ko=string.match(jr[q],'^([^:]*):(.*)$')\nlocal lw,cq,pn=pcall(sx,po .. ko)\nlocal rs,bw,i=pcall(tr,po .. ko,ck,ep,pq)\ncq,bw,i=lw and cq or{},rs and bw or{},rs and i or 0\nif #cq+i+ep==0 then\ng('ZREM',gv,jr[q])\nelse\nif ep>0 then cq={}end\nfor bl,bb in ipairs({ko,lw and pn or 0,#cq,#bw})do table.insert(d,bb)end\nfor bl,bb in ipairs(cq)do table.insert(d,bb)end\nfor bl,bb in ipairs(bw)do table.insert(d,bb)end\npq=pq - i\nif pq<=0 then\nd[3],d[4],d[5]=jr[q+1],jr[q],ep+i\nreturn d\nend\nend\nep=0\nend\nif #jr==2*rc then d[3],d[4]=jr[#jr],jr[#jr - 1] end\nreturn d\nend\nlocal sj={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal mn={'batch',ARGV[1]}\nlocal pg,mj=2,3\nwhile ARGV[mj] do\nlocal ko,ro,re=ARGV[mj],ARGV[mj+1],ARGV[mj+2]\nlocal av,bm={},{ARGV[1]}\nfor q=pg,pg+ro - 1 do table.insert(av,KEYS[q])end\nfor q=mj+3,mj+2+re do table.insert(bm,ARGV[q])end\nif sj[ko] then tg(av[1],av[2],bm[6])end\nif ko=='web-locks/snapshot' then pcall(rm)end\nlocal d=bo(mm[ko],av,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(mn,d)\npg,mj=pg+ro,mj+3+re\nend\npcall(rm)\nreturn mn", END);
