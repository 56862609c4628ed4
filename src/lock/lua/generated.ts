// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local c=redis.call\nlocal a={}\nlocal function h(x,...)\nlocal d=redis.call(x,...)\na[#a+1]={}\nreturn d\nend\nlocal function s(...)\na[#a]={...}\nend\nlocal function az(ab,bq)\nredis.pcall('PUBLISH',ab,bq)\nif #a>0 then a[#a]={}end\nend\nlocal function bj(ad,...)\nlocal m=#a\nlocal o,d=pcall(ad,...)\nif o then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bo(ad,av,bm)\nlocal o,d,bp=bj(ad,av,bm)\nif o then return d end\nlocal b=type(d)=='table' and d.err or d\nif not string.find(b,'^%u+ ')then b='ERR ' .. b end\nreturn{err=b ..(bp and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bo(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function aw(x,j,...)\nlocal o,d=pcall(h,x,j,...)\nif o then return d end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn h(x,j,...)\nend";

const onceCounter_ =
  "local function gg(b)\nif not b then return false end\nif #b>16 or not(b=='0' or string.find(b,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn b\nend";

const onceKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function ac(an)\nreturn{'done',aj,tonumber(an)}\nend\nlocal function o(an,jz)\njz('SET',k,an,'PX',f)\ns('UNLINK',k)\nreturn ac(an)\nend";

const onceValue_ =
  "local eg,ex=unpack(c('MGET',j,k))\nif ex then return ac(ex)end\neg=gg(eg or c('GET',j))";

const stateLock_ =
  "local e,p,k,aj,g,bz=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]\nlocal w,ba,ak,v='','','',''";

const stateOwnerStateExists_ =
  "local ao,bw=false,false\nlocal function bv(bc,cm)\nao,bw=bc~=false,bc\nw,ba,ak=string.match(bc or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(cm or '')or ba\nend";

const stateLoadState_ =
  "local function cn()\nif k then\nbv(unpack(c('MGET',p,k)))\nelse\nbv(c('GET',p))\nend\nend";

const stateLostHow_ =
  "local function ci(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bi(t)\nreturn{'ended',aj,t}\nend\nlocal function cs()\nlocal t,au=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bi(t),au end\nend\nlocal function bt(b,f)\nif ao then\nlocal l=c('PTTL',p)\nif l>tonumber(f)then f=l end\nend\naw('SET',p,b .. ak,'PX',f)\nif ao then s('SET',p,bw,'PX',f)else s('UNLINK',p)end\nend";

const stateRememberEnd_ =
  "local function ax(t,f,au)\nlocal b='-' .. t ..(au or '')\nif k then\naw('SET',k,b,'PX',f)\nif v=='' then s('UNLINK',k)else s('SET',k,v,'PX',f)end\nelse\nbt(w .. '|' .. b,f)\nend\nreturn bi(t)\nend";

const lockHashMode_ =
  "local r,i\nlocal function aa(ai)\nreturn string.rep('%x',ai)\nend\nlocal cb='^' .. table.concat({aa(8),aa(4),aa(4),aa(4),aa(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bx()\nreturn w~='' or string.sub(v,1,1)=='+'\nend";

const lockHashStateKeyOf_ =
  "local function bh(u)\nlocal m=string.match(p,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(p,#m+#g+1)\nend";

const lockHashIsOwner_ =
  "local function cc(u)\nif string.find(string.gsub(u,':write$',''),cb)then return true end\nif KEYS.locked and(u~=g or g=='')then error('KEY_NOT_LOCKED')end\nlocal af=c('GET',bh(u))\nreturn af and(string.sub(af,1,1)~='|' or string.sub(af,1,2)=='|+')\nend";

const lockHashIsCount_ =
  "local function bg(b)\nreturn #b<=6 and string.find(b,'^[1-9]%d*$')~=nil\nend\nlocal function ah(j)\nfor as,ay in ipairs(KEYS)do\nif ay==j then error('NOT_A_LOCK ' .. as)end\nend\nend";

const lockHashTimeLeft_ =
  "local function cg()\nlocal l=c('PTTL',e)\nif l==-1 then ah(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function ca()\nlocal n=c('HRANDFIELD',e,5,'WITHVALUES')\nr,i=#n>0 and 'plain',n[1]==g and n[2]\nif #n>2 then\nr,i=unpack(c('HMGET',e,'mode',g))\nif g=='mode' then i=false end\nif(r~='read' and r~='write')or(i and not bg(i))then ah(e)end\nend\nlocal ae=i and bx()\nfor q=1,#n,2 do\nif n[q]~='mode' or r=='plain' then\nif not bg(n[q+1])then ah(e)end\nae=ae or cc(n[q])\nend\nend\nif r and not ae then ah(e)end\nreturn n\nend";

const grantLeaseMs_ =
  "local z,f,fj=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local dx=ARGV[6]=='3'\nlocal ch=dx or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal cx,ee,gb=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dg(bd,ar)\nlocal j=cx .. bd .. ':rwlock_timeout:' .. ar\nif KEYS.locked and not KEYS.locked[j] then error('KEY_NOT_LOCKED')end\nreturn j\nend";

const readsBegin_ =
  "local function ec(z)\nlocal l=r and c('PTTL',e)or -2\nif r=='write' then\nh('HSET',e,g,1)\nelse\nh('HSET',e,'mode','read',g,1)\nend\nif l==-2 then s('UNLINK',e)else s('HDEL',e,g)end\nh('SET',dg(g,1),'1','PX',z)\ns('UNLINK',dg(g,1))\nif l<tonumber(z)then h('PEXPIRE',e,z)end\nend";

const grantTake_ =
  "local function dw()\nif k then\nh('SET',k,'+' .. bz,'PX',f)\ns('UNLINK',k)\nak=ARGV[8]\nbt(bz .. '|' .. ba,f)\nelse\nh('SET',p,'|+' .. ARGV[8],'PX',f)\ns('UNLINK',p)\nend\nec(z)\nreturn{'held',aj,1,tonumber(z),k and bz or ''}\nend";

const readHoldsOwnLeft_ =
  "local function jd(ek)\nlocal l=k and c('PTTL',k)\nreturn l and(l==-1 and math.huge or l - ek)\nend";

const readHoldsLives_ =
  "local co={}\nlocal function dr(bd,ar)\nlocal j=dg(bd,ar)\nco[j]=co[j] or c('PTTL',j)\nreturn co[j]\nend";

const readHoldsSCRIPTMS_ =
  "local fr=10";

const readHoldsOWNMS_ =
  "local iv=5";

const readHoldsSlotOf_ =
  "local function je(i,cw)\nif not k then return 1,dr(g,1),true end\nlocal q,l,dt=1,math.huge,false\nlocal iy=ba=='+' and w=='' and i>1\nfor ar=i,iy and 2 or 1,-1 do\nlocal ay=dr(g,ar)\nlocal fe=ay>cw - fr\nlocal jc=ay<l and(ar>1 or l>cw+iv or ay<l - fr)\nif(fe and not dt)or(fe==dt and jc)then\nq,l,dt=ar,ay,fe\nend\nend\nreturn q,l,dt\nend";

const readHoldsReadLeft_ =
  "local function nh(i,ek)\nlocal cw=jd(ek)\nlocal bl,l=je(i,cw)\nlocal ei=cw or math.huge\nfor bl,ay in ipairs({l,c('PTTL',e)})do\nif ay~=-1 then ei=math.min(ei,ay)end\nend\nreturn ei==math.huge and -1 or math.max(ei,0)\nend";

const readsHoldLeft_ =
  "local function em(i,f)\nreturn nh(i,f - ARGV[4])\nend\nlocal function et()\nreturn r=='read' or r=='write'\nend\nlocal fa=64\nlocal function eu(z,bl,f)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nh('SET',dg(g,i),'1','PX',z)\ns('UNLINK',dg(g,i))\nh('PEXPIRE',k,f)\nreturn i,tonumber(z)\nend";

const grantSettled_ =
  "local function fl()\nlocal bk=cs()\nif bk then return bk end\nlocal ae=not k or v~=''\nca()\nif i and ae then\nlocal cj=string.sub(v,2)\nif w~='' and w~=cj then return ax(ci('lost'),f)end\nif not k and not ao and r=='plain' then\nak=ARGV[8]\nbt('|+',f)\nh('PEXPIRE',e,z,'GT')\nend\nreturn{'held',aj,tonumber(i),em(tonumber(i),f),cj}\nend\nif i and et()then\nif fj then return ax('reentered',f)end\nif tonumber(i)>=fa then return ax('crowded',f)end\nlocal l=cg()\nif string.sub(w,1,1)=='!' then w=bz end\nlocal ct=math.max(l,tonumber(z))\nh('SET',k,'+' .. w,'PX',f+ct)\ns('UNLINK',k)\nbt(w .. '|' .. ba,f)\nlocal by,al=eu(z,ct,f)\nif l<ct then h('PEXPIRE',e,z)end\nreturn{'held',aj,by,al,w}\nend\nif v~='' or(ao and not k)then return ax(ci('lost'),f)end\nend";

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
  "local function fq(y)\nif h('ZREM',at,y)==0 then return false end\nh('ZREM',bf,y)\nif ff(y)then h('ZREM',ds,y)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function fm(y,be)\nlocal aq=tonumber(be or 0)\nif aq<=ag then return aq end\nh('ZADD',bf,ai(ag),y)\nreturn ag\nend\nlocal function gh(fh,fc)\nlocal br=c('ZRANGE',fh,0,0,'WITHSCORES')\nif #br==0 then return false end\nif br[1]==fc then return fc end\nif not ag then df()end\nlocal aq=fm(br[1],c('ZSCORE',bf,br[1]))\nif aq>ag - cp then return br[1],tonumber(br[2]),aq+cp end\nbr=c('ZRANGE',fh,0,fb - 1,'WITHSCORES')\nlocal bu,fd,dm={},{},nil\nfor q=1,#br,2 do table.insert(bu,br[q])end\nlocal hk=c('ZMSCORE',bf,unpack(bu))\nfor q,y in ipairs(bu)do\naq=fm(y,hk[q])\nif aq>ag - cp then\ndm=q\nbreak\nend\ntable.insert(fd,y)\nend\nfv=true\nfor bl,j in ipairs({at,ds,bf})do h('ZREM',j,unpack(fd))end\nif dm then return bu[dm],tonumber(br[2*dm]),aq+cp end\nreturn #bu==fb and 'more'\nend";

const rwQueueTell_ =
  "local function cd(y,da,an)\nlocal ce=string.match(y,'^.|[^|]*|([^|]*)|')\nif string.find(ce,'^%d%d%d%d%d%d$')then\naz(gb,da .. ce .. an)\nelseif string.find(ce,hd)then\naz(dq(ce),da .. an .. ' ' .. e)\nend\nreturn ce\nend\nlocal function fu(di)\nlocal bn,an=gh(at)\nif not bn or bn=='more' then return end\nif ff(bn)then\nif di=='free' then cd(bn,'2',ai(an))end\nreturn\nend\nlocal m=c('ZRANGE',ds,0,0,'WITHSCORES')[2]\nlocal af={}\nfor bl,bd in ipairs(c('ZRANGE',at,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,gs))do\nlocal ce=string.match(bd,'^.|[^|]*|([^|]*)|')\nif not af[ce] then af[cd(bd,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function me(m)\nlocal ng=c('ZRANGE',at,gs - 1,gs - 1,'WITHSCORES')\nif ng[1] and(not m or tonumber(ng[2])<m)then\ncd(ng[1],'3',m and ai(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function hr(y)\nif not fq(y)then return end\nlocal hi=c('HGET',e,'mode')\nif hi~='write' then fu(hi and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function mg(y)\nif not ag then df()end\nlocal as,an=c('ZRANK',at,y),0\nif not as then\nlocal kj=c('ZRANGE',at,-1,-1,'WITHSCORES')\nan=(tonumber(kj[2])or 0)+1\nh('ZADD',at,ai(an),y)\nif ff(y)then h('ZADD',ds,ai(an),y)end\nas=c('ZCARD',at)- 1\nend\nh('ZADD',bf,ai(ag),y)\nif an>0 or c('PTTL',bf)<lz then\nfor bl,j in ipairs({at,ds,bf})do h('PEXPIRE',j,fn)end\nend\nreturn as+1,an\nend";

const readsForgetOutlived_ =
  "local function od()\nif not k or ao or v~='' then return end\nca()\nif not i or not et()or ez(g,tonumber(i))>0 then return end\ncg()\nh(c('HLEN',e)==2 and 'DEL' or 'HDEL',e,g)\nend";

const fairReadWriteBlock_2 =
  "if c('EXISTS',unpack(KEYS))==0 then return dw()end\nlocal function ob(qh,m)\nlocal ac=dw()\npcall(function()\nif qh and fq(ee)and not fv then me(m)end\nif fv then fu('read')end\nend)\nreturn ac\nend\ncn()\nod()\nlocal ac=fl()\nif ac then\nif k then pcall(hr,ee)end\nreturn ac\nend\nif k and r=='write' and c('HEXISTS',e,g .. ':write')==1 then return ob(true,0)end\nlocal l=cg()\nlocal di=l==-2 and 'free' or r=='read' and 'read'\nlocal kt=l\nif di then\nlocal nf=tonumber(c('ZSCORE',at,ee)or nil)\nlocal nr,an,mx=gh(ds)\nif not nr or(nf and an and an>nf)then return ob(nf,an)end\nkt=nr=='more' and 0 or mx+1 - ag\nif fv then fu(di)end\nend\nif gk()then\nhr(ee)\nax('refused',f)\nreturn gx({'busy',aj,l,0,-1,0})\nend\nlocal as,an=mg(ee)\nreturn{'busy',aj,l,as,kt,an}";

const writesBegin_ =
  "local function ec(z)\nh('HSET',e,'mode','write',g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,z)\ns('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function ls(f,ek)\nlocal l=c('PTTL',e)\nif not k then return l end\nlocal jf=c('PTTL',p)\nif jf~=-1 then\nlocal cw=jf - ek\nl=math.max(l==-1 and cw or math.min(l,cw),0)\nend\nh('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function em(bl,f)\nreturn ls(f,f - ARGV[4])\nend\nlocal function et()\nreturn r=='write'\nend\nlocal fa=1000\nlocal function eu(z)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nreturn i,tonumber(z)\nend";

const grantTakeNew_ =
  "local function hj()\nif not h('SET',p,'|+' .. ARGV[8],'PX',f,'NX')then return end\ns('UNLINK',p)\nec(z)\nreturn{'held',aj,1,tonumber(z),''}\nend";

const fairReadWriteWasAnswered_ =
  "local rc=ARGV[6]=='2'\nlocal function iq()\nlocal l=c('PTTL',e)\nif l>=0 and c('EXISTS',p)==0 then\nlocal as,an=mg(ee)\nreturn{'busy',aj,l,as,l,an}\nend\nif l~=-2 then return end\nlocal bn=c('ZRANGE',at,0,0)[1]\nlocal ac=(not bn or bn==ee)and hj()\nif ac and bn then pcall(fq,ee)end\nreturn ac\nend\nif rc and not k then\nlocal ac=iq()\nif ac then return ac end\nelseif c('EXISTS',unpack(KEYS))==0 then\nreturn dw()\nend\ncn()\nlocal ac=fl()\nif ac then\nif k then pcall(hr,ee)end\nreturn ac\nend\nlocal l=cg()\nlocal kt=l\nif l==-2 then\nlocal bn,bl,mx=gh(at,ee)\nif not bn or bn==ee then\nac=dw()\nif bn then pcall(fq,ee)end\nreturn ac\nend\nkt=bn=='more' and 0 or mx+1 - ag\nif fv then fu('free')end\nelseif k then\nlocal bd=string.sub(g,1,-7)\nif ez(bd,tonumber(c('HGET',e,bd)or 0))>0 then\nhr(ee)\nreturn ax('upgrade',f)\nend\nend\nif gk()then\nhr(ee)\nax('refused',f)\nreturn gx({'busy',aj,l,0,-1,0})\nend\nlocal as,an=mg(ee)\nreturn{'busy',aj,l,as,kt,an}";

const forceLock_ =
  "local e,p,g,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local n";

const forceStored_ =
  "local ex=c('GET',KEYS[2])\nif ex then return{'forced',ARGV[1],tonumber(ex)}end";

const forceLookAtLock_ =
  "local function ml()\nn=ca()\nif r then cg()end\nend";

const forceForced_ =
  "local function kn(eh)\naw('SET',KEYS[2],eh,'PX',ARGV[2])\ns('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],eh}\nend";

const forceTellHolders_ =
  "local function mp()\nlocal af=n[9] and '* ' or ''\nfor q=1,#n,2 do af=af .. n[q] .. ' ' end\naz(ARGV[5],af .. 'lost')\nend";

const stateExtended_ =
  "local es,dv={},{}";

const stateKeep_ =
  "local function fg(j,al,gf)\nif h('PEXPIRE',j,al,'GT')==0 and(gf or dv[e])then h('PEXPIRE',j,al,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local gd=60000\nlocal function fx()\nreturn ao or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gb,cx,ee=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function de()\nif c('PTTL',e)<0 then return false end\nlocal o,du=pcall(ca)\nif string.find(tostring(du),'KEY_NOT_LOCKED')then error(du,0)end\nif not o then return false end\nif string.find(g,':write$')then return r=='write' end\nreturn(r=='plain')==(cx=='')\nend\nlocal function dd(cy)\nif k and v=='' and not cy then return nil end\nlocal cj=v~='' and string.sub(v,2)or cy or ''\nlocal i=(w=='' or w==cj)and c('HGET',e,g)or nil\nif i and not bx()and not de()then return nil end\nreturn i\nend";

const readHoldsSetLife_ =
  "local function ll(bd,ar,al)\nlocal j=dg(bd,ar)\nco[j]=al or -2\nif al then h('SET',j,'1','PX',al)else h('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function il(cv)\nif cv>dp then return true end\nlocal bs,by=0,0\nlocal cq=c('HGETALL',e)\nfor q=2,#cq,2 do by=by+(tonumber(cq[q])or 0)end\nif by>dp then return true end\nfor q=1,#cq,2 do\nbs=math.max(bs,ez(cq[q],tonumber(cq[q+1])or 0))\nend\nif bs>0 then\nh('PEXPIRE',e,bs)\nelse\nh('DEL',e)\nend\nreturn bs>0\nend";

const readHoldsTimeoutKeys_ =
  "local function mf(i)\nlocal av={}\nfor ar=1,math.min(i,dp)do av[ar]=dg(g,ar)end\nreturn av\nend";

const rwQueueWakeNext_ =
  "local function lq(di)\npcall(fu,di)\nend";

const rwQueueGiveUp_ =
  "local function ie()\nif ee~='' then hr(ee)end\nend";

const endFirst_ =
  "local bn,is,f,eq=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal au=eq=='' and '' or ' ' .. eq";

const fairReadWriteFreed_ =
  "local function eh()\nlq('free')\naz(gb,'0')\nend";

const readsShortenLock_ =
  "local function kq(go,cv)\nif go<c('PTTL',e)- fr or c('HGET',e,'mode')=='write' then return end\nif not il(cv or c('HLEN',e))then eh()end\nend\nlocal function mb(by)\nlocal av,cv=mf(by),c('HLEN',e)\nif cv==2 then\nh('DEL',e,unpack(av))\nreturn eh()\nend\nlocal go=ez(g,by)\nh('HDEL',e,g)\ns('HSET',e,g,i or 1)\nkq(go,cv)\npcall(h,'DEL',unpack(av))\nend";

const readsEndLast_ =
  "local function fs()\nmb(1)\nend";

const readsEndOne_ =
  "local function id(it,i,gp)\nlocal ld=dr(g,i)\nlocal ar,go,dt=je(i,jd(ARGV[7] - it))\ngp()\nh('HINCRBY',e,g,-1)\nll(g,i)\nif ar<i and ld>0 and(dt or ld>go)then\nll(g,ar,ld)\nelseif ar<i and dt then\nll(g,ar)\nend\nkq(go)\nend";

const endEndHold_ =
  "local function ic(cy,iu)\nlocal gj,gi=true,nil\nif not k then\ngj,gi=pcall(c,'HGET',e,g)\nend\nif gi=='1' then\nlocal o,m=pcall(h,'SET',p,'|-released' .. au,'PX',f,'GET')\nif o and m then s('SET',p,m,'PX',f)end\nif o and not m then s('UNLINK',p)end\nif o and(m and string.sub(m,1,2)=='|+' or not m and(bn and iu or de()))then\nfs(true)\nreturn bi('released')\nend\nif o and not m then return ax('taken',gd)end\nif o then\nlocal ed=f+c('PTTL',e)\nh('SET',p,m,'PX',ed)\ns('SET',p,m,'PX',ed)\nend\nend\ncn()\nlocal bk,ir=cs()\nif bk and au~='' and ir~=eq and(bk[3]=='released' or string.find(bk[3],'^still'))then\nreturn bi('released-elsewhere')\nend\nif bk then return bk end\nlocal i=(gj or fx())and dd(bn and cy)\nif not i then\nlocal t=ci(c('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ax(t,fx()and f or gd)\nie()\nreturn d\nend\nif tonumber(i)>1 then\nlocal t='still:' .. i - 1\nid(is,tonumber(i),function()\nax(t,f,au)\nend)\nif k then pcall(fg,p,f)end\nreturn bi(t)\nend\nlocal d=ax('released',f,au)\nfs()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return ic(ARGV[4])";

const stateExtend_ =
  "local function gu(j,al)\nif h('PEXPIRE',j,al,'GT')==1 then return true end\nif not es[j] and h('PEXPIRE',j,al,'NX')==1 then dv[j]=true end\nes[j]=true\nreturn dv[j]\nend";

const exclusiveEndOne_ =
  "local function id(it,bl,gp)\ngu(e,it)\ngp()\nh('HINCRBY',e,g,-1)\nend";

const fairReadWriteFreed_2 =
  "local function eh(di)\nlq(di)\naz(gb,'1')\nend";

const writesEndLast_ =
  "local function fs()\nlocal cv,di=c('HLEN',e),'free'\nif cv==2 then\nh('DEL',e)\nelse\nh('HSET',e,'mode','read')\ns('HSET',e,'mode','write')\nh('HDEL',e,g)\ns('HSET',e,g,i or 1)\nif il(cv)then di='read' end\nend\neh(di)\nend";

const exclusiveBegin_ =
  "local function ec(z)\nh('HINCRBY',e,g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,z)\ns('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function em(bl,f)\nlocal l=c('PTTL',e)\nif k then h('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function et()\nreturn r=='plain'\nend\nlocal fa=1000\nlocal function eu(bl,l)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nreturn i,l\nend";

const waitersMAILBOX_ =
  "local fy=dz .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cd(am,...)\naz(dq(am),table.concat({...},' '))\nend";

const queueQueue_ =
  "local at,cu,bf=KEYS[3],KEYS[4],KEYS[5]\nlocal cp=15000\nlocal dl=2000\nlocal fz=100\nlocal ly=10\nlocal jg=false\nlocal function ey(x,j,dn)\nfor q=1,#dn,dl do\nh(x,j,unpack(dn,q,math.min(q+dl - 1,#dn)))\nend\nend\nlocal function dy()\nreturn c('ZDIFF',2,cu,bf,'WITHSCORES')\nend\nlocal function ij()\nlocal ch=c('LINDEX',at,-1)\nreturn ch,tonumber(ch and c('ZSCORE',cu,ch)or nil)\nend";

const queueLeave_ =
  "local function fq(gl,dh)\nlocal bu=c('LRANGE',at,0,fz)\nlocal jx=#bu>fz\nlocal gy=jx and dy()or c('ZRANGE',cu,0,-1,'WITHSCORES')\nlocal ha,ch,fo={},nil,nil\nfor q=1,#gy,2 do\nha[gy[q]]=gy[q+1]\nend\nif jx then\nch,fo=ij()\nbu=(#gy>0 or dh>ly)and c('LRANGE',at,0,-1)\nend\nlocal gz,dc,en,ho=0,{},{},{}\nfor bl,y in ipairs(bu or{})do\nif gl[y] then\ngz=gz+fw\ntable.insert(en,y)\nelse\ntable.insert(ho,y)\nif gz>0 and ha[y] then\ntable.insert(dc,ai(ha[y] - gz))\ntable.insert(dc,y)\nend\nend\nend\nif not bu then\nfor y in pairs(gl)do\nif h('LREM',at,0,y)>0 then table.insert(en,y)end\nend\nelseif #en==1 then\nh('LREM',at,0,en[1])\nelseif #en>1 then\nh('DEL',at)\ney('RPUSH',at,ho)\nend\ney('ZREM',cu,en)\nif fo then\nlocal jw=fo - #en*fw\nch,fo=ij()\nif fo and fo>jw and not ha[ch] then\ntable.insert(dc,ai(jw))\ntable.insert(dc,ch)\nend\nend\ney('ZADD',cu,dc)\nif bu and #ho==0 then h('DEL',bf)end\nend\nlocal function ku()\nlocal hb=c('ZRANGEBYSCORE',bf,'-inf',ai(ag - cp))\nif #hb==0 then return end\nlocal gl={}\nfor bl,y in ipairs(hb)do\ngl[y]=true\nend\nfq(gl,#hb)\ney('ZREM',bf,hb)\njg=true\nend\nlocal function mc()\nwhile true do\nlocal cl=c('LINDEX',at,0)\nif not cl then return false end\nif not ag then df()end\nlocal aq=tonumber(c('ZSCORE',bf,cl)or nil)\nif aq and aq>ag then\nlocal ge={}\nfor bl,y in ipairs(c('ZRANGEBYSCORE',bf,'(' .. ai(ag),'+inf'))do\ntable.insert(ge,ai(ag))\ntable.insert(ge,y)\nend\naw('ZADD',bf,ge[1],ge[2])\ney('ZADD',bf,ge)\naq=ag\nend\nlocal ew=not aq and tonumber(c('ZSCORE',cu,cl)or nil)\nlocal ka=aq and aq+cp or ew or 0\nif ka>ag then return cl,ka,aq~=nil end\nif aq then\nku()\nelse\nh('LPOP',at)\nh('ZREM',cu,cl)\njg=true\nend\nend\nend\nlocal function lt(bn)\nlocal gm=h('ZPOPMIN',cu,fz+1)\nlocal m,dc,l={},{},false\nfor q=#gm,1,-1 do table.insert(m,gm[q])end\nif #gm>0 then s('ZADD',cu,unpack(m))end\nlocal function io(dn)\nfor q=2,#dn,2 do\nif dn[q - 1]==bn then\nl=true\nelse\ntable.insert(dc,ai(dn[q] - fw))\ntable.insert(dc,dn[q - 1])\nend\nend\nend\nio(gm)\nif #gm>2*fz then\nif not l then h('ZREM',cu,bn)end\nio(dy())\nio({ij()})\nend\ney('ZADD',cu,dc)\nif #dc==0 and c('EXISTS',at)==0 then h('DEL',bf)end\nend\nlocal function kp(y)\nif KEYS.locked then return end\nlocal b=redis.pcall('GET',(string.gsub(bh(y),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(b)=='string' and b or nil\nend\nlocal function kr(ej,...)\nlocal am=string.match(ej or '','^~?(' .. fy .. ') ')\nif am then cd(am,...)end\nreturn am\nend\nlocal function ma(el,y,ej)\nif not kr(ej,'try',y,0)then az(el .. y,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local pw=30000\nlocal pv=86400000\nlocal function oc()\nlocal ac=dw()\nbj(lt,g)\nreturn ac\nend\nlocal function ok(ew)\nlocal pb=ew - ag+fw+cp\nif c('PTTL',bf)<pb then h('PEXPIRE',bf,ai(pb))end\nend\nlocal function qo(as,qc,dc)\nwhile true do\nlocal n=c('LRANGE',at,as+1,as+fz)\nfor bl,y in ipairs(n)do\nif c('ZSCORE',bf,y)then return end\nlocal ew=c('ZSCORE',cu,y)\nif ew then\ntable.insert(dc,ai(ew+qc))\ntable.insert(dc,y)\nend\nend\nif #n<fz then return end\nas=as+fz\nend\nend\nlocal pg=false\nlocal function ac()\nlocal kw=c('EXISTS',e,p,k or p)\nif kw==0 then\nlocal cl=h('LPOP',at)\nif not cl then\ns('EXISTS',at)\nreturn dw()\nend\ns('LPUSH',at,cl)\nif cl==g then return oc()end\nh('LPUSH',at,cl)\nelse\nlocal ja=not k and kw==1\nif not ja then cn()end\nlocal ac=not(ja and ARGV[6]=='2')and fl()\nif ac then return ac end\nend\nlocal l=cg()\ndf()\nlocal as=c('LPOS',at,g)\nlocal gn=as and h('ZADD',bf,ai(ag),g)==1\nif gn then ok(ag+(as+1)*fw)end\nku()\nlocal cl,og\nif l==-2 then\ncl,og=mc()\nend\nif l==-2 and not cl then\nh('DEL',bf)\nreturn dw()\nend\nif l==-2 and cl==g then\nh('LPOP',at)\ns('LPUSH',at,g)\nreturn oc()\nend\nif jg then\nas=c('LPOS',at,g)\nif l==-2 then ma(ARGV[10],cl,kp(cl))end\nend\nif gk()then\nif as then\nfq({[g]=true},1)\nh('ZREM',bf,g)\nend\nax('refused',f)\nreturn gx({'busy',aj,l,as and as+1 or 0,-1})\nend\nlocal ae=as and tonumber(c('ZSCORE',cu,g)or nil)\nif ae and ae<ag - pv then ae=nil end\nlocal ew=ae\nif not as then\nlocal kj=c('LINDEX',at,-1)\new=(kj and c('ZSCORE',cu,kj)or ag+math.max(l,0))+fw\nas=h('RPUSH',at,g)- 1\npg=true\nh('ZADD',bf,ai(ag),g)\nend\nlocal oe=ag+(as+1)*fw\nif not ew or ew<oe - fw+pw then ew=oe end\nif ew~=ae then\nlocal dc={ai(ew),g}\nif ae and not gn then qo(as,ew - ae,dc)end\ney('ZADD',cu,dc)\nok(ew)\nend\nreturn{'busy',aj,l,as+1,l==-2 and og+1 - ag or l}\nend";

const waitersTellWanted_ =
  "local function pa(u,ft)\nlocal cl=string.match(ft or '','^[^\\n]*\\n@(' .. dz .. ') ')\nif cl then az('leasehound-ends:' .. cl .. ':' .. e,u .. ' wanted')end\nend";

const waitersIsHeard_ =
  "local function hh(am,ab)\nam=dq(am)\nlocal ck=redis.pcall('PUBSUB','NUMSUB',am,ab or am)\nreturn ck.err~=nil or ck[2]~=0,ck[4]\nend";

const waitersDated_ =
  "local function mw(b)\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. ai(ag).. ' '))\nend";

const waitersIsCluster_ =
  "local function oi()\nlocal mk=redis.pcall('INFO','cluster')\nreturn type(mk)=='string' and string.find(mk,'cluster_enabled:1',1,true)~=nil\nend\nlocal function nz()\nlocal o,oa=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn o and oa=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function oq(b,ck)\nb=mw(b)\nif ck~='1' or string.find(b,'^~')then return b end\nlocal oo=nz()and hh(string.match(b,'^%S+'))and not oi()\nreturn(oo and '' or '~').. b\nend";

const waitersSECRET_ =
  "local jj=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local kd=20";

const waitersTellGranted_ =
  "local function kk(am,dj,...)\nlocal b='granted ' .. table.concat({...},' ')\ncd(am,b,string.sub(redis.sha1hex(dj .. b .. dj),1,kd))\nend";

const waitersSTANDINGMS_ =
  "local ix=150000\nlocal ji='^(~?)(' .. fy .. ') (%S+) (' .. jj .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op]k?)(.*)$'\nlocal jh=15\nlocal ef,ii=0,false\nlocal fi=false\nlocal function hn(b,ab)\nlocal ap,am,g,dj,z,f,hs,t,ak=string.match(b,ji)\nif not ap or string.find(ak,'^[^\\n]')or math.max(#z,#f)>jh then return end\nif ag - hs>=ix then return end\nfi=false\nif ap=='' or ab then\nlocal hl=string.sub(t,2,2)\nlocal he,dd=hh(am,ab)\nif hl=='p' then dd=nil end\nif ap=='' then\nif not he then return end\nef,ii=ab and dd or 0,hl=='o'\nend\nfi=he and dd==0\nend\nif KEYS.locked and string.sub(t,3)~='k' then\nap,fi='~',false\nend\nreturn ap,am,g,dj,z,f,t,ak\nend";

const waitersStanding_ =
  "local cr,ga=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal fn=160000\nlocal function gc()\nh('SET',ga,'1','PX',fn)\nend";

const waitersCALLEDMS_ =
  "local gr=65\nlocal jk=30\nlocal hx=50\nlocal aq=0\nlocal function hf(as,da,al)\nlocal b=c('LINDEX',cr,as)\nif not b then return false end\nlocal am,g=string.match(b,'^~?(' .. fy .. ') (%S+)')\nif am then cd(am,da,g,al)end\nreturn true\nend\nlocal function ig(da,al)\nif hf(0,da,al)then gc()end\nend";

const waitersIsOpen_ =
  "local function ih(g)\nreturn KEYS.locked or c('EXISTS',bh(g))==0\nend\nlocal function hy(al,ab)\nif not ag then df()end\nwhile aq<hx do\naq=aq+1\nlocal b=c('LINDEX',cr,0)\nif not b then return end\nlocal ap,am,g=hn(b,ab)\nif ef>0 then al=jk end\nlocal hg=ap and ih(g)\nif hg and(ap=='' or al>0)then\ngc()\ncd(am,al==0 and 'try' or 'next',g,al)\nif al==0 or ap=='~' or ef>0 then hf(1,'next',al+gr)end\nreturn\nend\nh('LPOP',cr)\nif hg then\ncd(am,'try',g,0)\nal=gr\nend\nend\nig(al==0 and 'try' or 'next',al)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local kc=5000\nlocal iw=50\nlocal function jm(g,z,f,ak)\nif ak then\nif not h('SET',bh(g),'|+' .. ak,'PX',f,'NX')then return false end\ns('UNLINK',bh(g))\nend\nh('HINCRBY',e,g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,z)\ns('UNLINK',e)\nreturn true\nend\nlocal function kf(ap,g,z,f,ak)\nlocal dk=math.min(tonumber(z),ap=='' and kc or iw)\nlocal iz=jm(g,dk,f,not KEYS.locked and ap=='' and ak)\nreturn iz and dk or nil\nend";

const waitersWithGrant_ =
  "local function lr(d,db,ep)\nif not db and not ep then return d end\ntable.insert(d,ep and 'passed' or 'granted')\nfor bl,km in ipairs(ep or db)do table.insert(d,km)end\nreturn d\nend";

const queueTellNext_ =
  "local function me(el,dk)\nlocal y=c('LINDEX',at,0)\nif not y or kr(kp(y),'next',y,dk)then return end\nif c('ZSCORE',bf,y)then return end\nh('ZADD',cu,'XX','LT',ai(ag+dk+fw),y)\naz(el .. y,'0')\nend\nlocal function of(el,y,ej)\nlocal ap,am,g,dj,z,f,bl,ak=hn(ej)\nif ap~='' or g~=y then return end\nlocal dk=kf(ap,g,z,f,ak)\nif not dk then return end\nh('LPOP',at)\nlt(g)\nkk(am,dj,g,ai(ag),dk,ai(ag),0,0)\npcall(me,el,dk)\nreturn{g,dk}\nend\nlocal function nk(el,hm)\nlocal cl,ej\nlocal o,db=bj(function()\nlocal bl,jy\ncl,bl,jy=mc()\nej=jy and kp(cl)\nreturn ej and of(el,cl,ej)\nend)\nlocal bx=o and db or(not o and redis.pcall('EXISTS',e)==1)\nif bx then\nif hm==2 then pcall(gc)end\nreturn o and db\nend\nif cl then pcall(ma,el,cl,ej)end\nif hm==2 then pcall(hy,0)end\nend";

const stateTimeouts_ =
  "local cx=''";

const fenceMarkKey_ =
  "local nt,aj,cf=KEYS[1],ARGV[1],ARGV[2]\nlocal function pz(ap)\nif not ap then return true end\nif not string.find(ap,'^%d+$')then error('the mark of this resource is no number')end\nreturn #ap<#cf or(#ap==#cf and ap<=cf)\nend\nlocal function qg(ap,cz)\nif ap==cf then return false end\nlocal be=c('TIME')\nif tonumber(cf)<=(be[1]+60)*1e6+be[2] then return false end\nlocal bb=tonumber(c('GET',cz)or '')\nreturn not bb or bb<tonumber(cf)\nend\nlocal function qs(ap)\nif ap~=cf then h('SET',nt,cf)end\nend";

const grantLooked_ =
  "local hq\nlocal function ik(im)\nif im or KEYS.locked then\nlocal de,n=pcall(ca)\nif not de or i then return end\nhq=n\nend\nif r==false then return -2 end\nreturn c('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function ja()\nreturn c('EXISTS',p)==0\nend";

const grantRefuseNew_ =
  "local function lh(l)\nif not l or l<0 then return end\nlocal gn\nif gk()then\ngn=aw('SET',p,'|-refused','PX',f,'NX')\nelse\ngn=ja()\nend\nif gn then return{'busy',aj,l}end\nend";

const waitersMOST_ =
  "local dl='9223372036854775807'";

const fencedTokenKey_ =
  "local cz=KEYS[3]";

const waitersReadToken_ =
  "local function ki()\nlocal bb=c('GET',cz)\nreturn bb~='' and bb\nend\nlocal function kh(b)\nreturn string.find(b,'^%d+$')and(#b<#dl or(#b==#dl and b<=dl))\nend\nlocal function ip(bb,ht)\nlocal cf=ht[1] .. string.format('%06d',ht[2])\nbb=bb or ''\nlocal hu=#bb<#cf or(#bb==#cf and bb<cf)\nif hu then h('SET',cz,cf)else h('INCR',cz)end\nif bb=='' then s('UNLINK',cz)else s('SET',cz,bb)end\nreturn hu and cf or c('GET',cz)\nend";

const fencedWithToken_ =
  "local function kb(ac,cf)\ntable.insert(ac,cf)\nreturn ac\nend\nlocal function jb()\nlocal bb=ki()\nif bb and not kh(bb)then ah(cz)end\nreturn bb\nend\nlocal function mo(bb)\nif bb==dl then ah(cz)end\nlocal cf=ip(bb,c('TIME'))\nreturn kb(dw(),cf)\nend\nlocal function oz()\nlocal pc,bb=pcall(jb)\nlocal ac=pc and bb~=dl and hj()\nreturn ac and kb(ac,ip(bb,c('TIME')))\nend\nlocal function ou()\ncn()\nlocal bb=k and v=='' and jb()\nlocal ac=fl()\nif ac and ac[1]=='held' then kb(ac,bb or jb()or ip(nil,c('TIME')))end\nreturn ac,bb\nend";

const fencedQuickAnswer_ =
  "local function iq()\nif k then return c('EXISTS',e,p,k)==0 and mo(jb())end\nlocal l=ik(ARGV[6]~='2')\nreturn l==-2 and oz()or lh(l)\nend\nlocal function jl()\nlocal ac,bb=ou()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then\nif not k then bb=jb()end\nreturn mo(bb)\nend\nif gk()then ax('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function ac()\nreturn gx(iq()or jl())\nend";

const lockHashIsRandom_ =
  "local function qi(u)\nreturn string.find(u,':%d%d%d%d%d%d%d%d%d%d%d%d+$')~=nil\nend";

const standHolder_ =
  "local hp,oh\nlocal jy=0\nlocal function ja()\nlocal n=hq or c('HRANDFIELD',e,2,'WITHVALUES')\nlocal gv={p}\nif #n==2 and not KEYS.locked then table.insert(gv,bh(n[1]))end\nif n[1]==g then return false end\nlocal cw,dy=unpack(c('MGET',unpack(gv)))\nhp,oh=n[1],dy\nlocal lw=#n==2 and qi(n[1])\nif dy then lw=string.sub(dy,1,1)~='!' end\njy=lw and 1 or 0\nreturn not cw\nend";

const waitersLeaveList_ =
  "local function le(g)\nfor bl,b in ipairs(c('LRANGE',cr,0,-1))do\nif string.match(b,'^%S+ (%S+)')==g then h('LREM',cr,0,b)end\nend\nend\nlocal function hv(g,b)\nif KEYS.locked then\npcall(le,g)\nelseif(b or '')~='' then\npcall(h,'LREM',cr,0,b)\nend\nend";

const standMarked_ =
  "local function qm(b)\nlocal ck=ARGV[12]~='' and redis.pcall('PUBSUB','NUMSUB',ARGV[12])\nif not ck or ck.err then return b end\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(ck[2]==0 and 'o' or 'p')))\nend\nlocal function ov()\ndf()\nlocal b=qm(oq(ARGV[10],ARGV[11]))\nlocal as=ARGV[9]~='' and c('LPOS',cr,ARGV[9])\nif as then\nh('LSET',cr,as,b)\nelse\nh('RPUSH',cr,b)\npa(hp,oh)\nend\nh('PEXPIRE',cr,fn)\ngc()\nreturn b\nend";

const standAnswerOrStand_ =
  "local function qa()\nif KEYS.locked and ch then hv(g)end\nlocal d=ac()\nif d[1]=='busy' and not ch then\nif ARGV[10]=='' then return d end\nlocal o,b=pcall(ov)\nif o then\ntable.insert(d,ag)\ntable.insert(d,b)\ntable.insert(d,jy)\nend\nelseif not(KEYS.locked and ch)then\nhv(g,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local hw=60000\nlocal mr=64";

const stealRob_ =
  "local function ni(u,l)\nlocal dy=bh(u)\nlocal f=math.max(l+hw,c('PTTL',dy))\nlocal ft='!' .. jt .. '|'\nlocal m=h('SET',dy,ft .. '-' .. jt,'PX',f,'GET')\nif m then s('SET',dy,m,'PX',f)else s('UNLINK',dy)end\nlocal af=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not af then return end\nh('SET',dy,ft .. af,'PX',f)\ns('SET',dy,m,'PX',f)\nend\nlocal function nm(l,no)\nlocal lk={}\nfor bl,u in ipairs(c('HRANDFIELD',e,mr+1))do\nif u~='mode' or r=='plain' then\nni(u,l)\ntable.insert(lk,u)\nend\nend\nh('UNLINK',e)\nlocal gv=table.concat(lk,' ')\naz(nq,gv .. ' ' .. jt)\nlocal ac=no()\ntable.insert(ac,gv)\nreturn ac\nend";

const stealQuickAnswer_ =
  "local function iq()\nif k then return c('EXISTS',e,p,k)==0 and lp()end\nlocal l=ik(true)\nif l==-2 then return nn()end\nif l and l>=0 and c('EXISTS',p)==0 then return ln(l)end\nend";

const stealFullAnswer_ =
  "local function jl()\nlocal ac=ae()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return lp()end\nreturn ln(l)\nend\nlocal function ac()\nreturn iq()or jl()\nend";

const inspectSubscriptions_ =
  "local function ox(el)\nlocal ck=redis.pcall('PUBSUB','NUMSUB',unpack(el))\nif ck.err then return -1 end\nlocal lo=0\nfor q=2,#ck,2 do lo=lo+ck[q] end\nreturn lo\nend";

const lockHashLONGESTVALUE_ =
  "local nx=500\nlocal function on(j)\nlocal eg=redis.pcall('GETRANGE',j,0,nx)\nif type(eg)~='string' then return nil end\nreturn string.match(eg,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function qk(gw,nd)\nreturn 'light\\n' .. gw .. ' ' .. nd\nend";

const inspectLONGESTSTATE_ =
  "local px=700\nlocal function qz(av)\nlocal kl=#av>0 and c('MGET',unpack(av))or{}\nfor q=1,#av do kl[q]=string.sub(kl[q] or '',1,px)end\nreturn kl\nend";

const inspectMOSTBYTES_ =
  "local ny=50000\nlocal function nc(b)\nlocal bl,os=string.gsub(b,'[^%w:{}_./ -]','')\nreturn #b+5*os+3\nend";

const permitsCount_ =
  "local function i(b)\nreturn tonumber(gg(b))\nend";

const permitsPermits_ =
  "local ev,fp,aj=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local be=c('TIME')\nlocal ag=be[1]*1000+math.floor(be[2]/1000)\nlocal mi=1000";

const lockQuickAnswer_ =
  "local function iq()\nif k then return c('EXISTS',e,p,k)==0 and dw()end\nlocal l=ik(ARGV[6]~='2')\nreturn l==-2 and hj()or lh(l)\nend\nlocal function jl()\ncn()\nlocal ac=fl()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return dw()end\nif gk()then ax('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function ac()\nreturn gx(iq()or jl())\nend";

const holdBlock_ =
  "cn()\nlocal bk=cs()\nif bk then return bk end\nlocal i=dd()\nif not i then return ax(ci('lost'),ARGV[4])end\nreturn{'counted',aj,tonumber(i),em(tonumber(i))}";

const waitersTokenKey_ =
  "local cz";

const waitersChainSince_ =
  "local ia,ib,hz\nlocal mt=1000\nlocal mq=2000\nlocal ks=99\nlocal function np()\ncz='redisson_lock_token:' .. string.match(cr,'^[^:]+:[^:]*:standing:(.*)$')\nif KEYS.locked and not KEYS.locked[cz] then return false end\nlocal o,bb=pcall(ki)\nreturn o and(not bb or(kh(bb)and bb~=dl)),bb\nend\nlocal function jn(ap,am,g,dj,z,f,t,ak)\nlocal lb,bb=true,nil\nlocal lf=string.find(t,'^t')\nif lf then\nlb,bb=np()\nend\nif not lb then return cd(am,'try',g,0)end\nlocal dk=kf(ap,g,z,f,ak)\nif not dk then return end\nlocal cf=lf and ip(bb,be)or nil\nif ap=='~' then\ncd(am,'try',g,ai(ia))\nelse\nkk(am,dj,g,ai(ag),dk,ai(ia),ib,hz,cf)\nend\nreturn{g,dk,cf}\nend\nlocal function lg(ab)\naz(ab,'1000000')\naz(ab,'0')\nend\nlocal function jq(ab)\nlg(ab)\npcall(hy,0,ab)\nend\nlocal function lc(b,md)\nreturn math.min(math.max(tonumber(b)or 0,0),md)\nend\nlocal function nb()\nif ef==0 or not ii then return false end\nlocal lm=c('LLEN',cr)+2\nreturn ib*ef>=math.max(lm+ef,hz*lm)\nend\nlocal function nj(ab,gw,ju,js,jv)\nif not ag then df()end\nia=math.min(tonumber(gw)or ag,ag)\nib=lc(ju,ks - 1)+1\nhz=lc(js,ks)\nlocal ne=hz>ib and mq or mt\nif ag - ia>=ne then return jq(ab)end\nwhile aq<hx do\naq=aq+1\nlocal b=h('LPOP',cr)\nif not b then\naz(ab,'0')\nreturn\nend\nlocal ap,am,g,dj,z,f,t,ak=hn(b,ab)\nif ap=='' and nb()then\nh('LPUSH',cr,b)\nreturn jq(ab)\nend\nif ap=='~' and ih(g)then\nlocal lj=fi and jn(ap,am,g,dj,z,f,t,ak)\nif lj then\nhv(g)\nelse\nlg(ab)\ncd(am,'try',g,0)\nend\npcall(hy,lj and iw or gr)\nreturn\nend\nlocal db=ap=='' and jn(ap,am,g,dj,z,f,t,ak)\nif db then\nhv(g)\npcall(ig,'next',db[2])\nif ef>0 and jv~='1' then az(ab,'1')end\nreturn db\nend\nend\njq(ab)\nend\nlocal function eh(ab,hm,gw,ju,js,jv)\naq=0\nif hm==2 then\nlocal o,db=bj(nj,ab,gw,ju,js,jv)\nif o then return db end\nif redis.pcall('EXISTS',e)==1 then return end\nend\naz(ab,'0')\nend";

const holdRenew_ =
  "local function ot(z,f,ed,ol,li)\nlocal bk=cs()\nif bk then return nil,bk end\nlocal i=dd()\nif not i then return nil,ax(ci('lost'),f)end\ngu(e,z)\nif li then li(tonumber(i))end\nif k then\nif ao then\nfg(p,ed)\nelse\nbt(string.sub(v,2).. '|',ed)\nend\nfg(k,ed,li)\nelseif KEYS.locked and not ao then\nbt('|+',ed)\nelseif ol then\nfg(p,ed)\nend\nreturn tonumber(i)\nend";

const readHoldsRenewSlot_ =
  "local function qu(i,cw,z)\nlocal ar=1\nif i>1 then ar=je(i,cw)end\nlocal j=dg(g,ar)\nif not gu(j,z)then h('SET',j,'1','PX',z,'NX')end\nco[j]=nil\nend";

const lockHashLock_ =
  "local e,p,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "ca()\nlocal l=cg()";

const ownerAnswer_ =
  "local function ac(eo)\nreturn{'done',aj,tonumber(eo)}\nend\nlocal function o(eo)\naw('SET',k,eo,'PX',ARGV[4])\ns('UNLINK',k)\nreturn ac(eo)\nend";

const ownerHeldCount_ =
  "local function jo(jp)\nca()\nif r and(r=='plain')~=jp then ah(e)end\nif r then cg()end\nreturn i and tonumber(i)\nend";

const ownerENDED_ =
  "local hc='released-elsewhere'\nlocal hw=60000\nlocal function kv(ke)\nlocal f=math.max(c('PTTL',e)+hw,c('PTTL',p))\naw('SET',p,'!' .. hc .. '|-' .. hc,'PX',f)\nif ao then s('SET',p,bw,'PX',f)else s('UNLINK',p)end\nlocal la=ke()\naz(ARGV[6],g .. ' ' .. hc)\nreturn la\nend";

const ownerBlock_ =
  "cn()";

const ownerEndReads_ =
  "local function qe()\nif v~='' then return ac(v)end\nlocal by=jo(false)\nif not by then return o(0)end\nlocal d=o(1)\nkv(function()\nmb(tonumber(by))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function qv()\no(1)\nreturn{'done',aj,1,w}\nend";

const permitsGiveBack_ =
  "local function na(dh,ab,ei,my,...)\nlocal eb=aw('INCRBY',ev,dh)\ns('INCRBY',ev,-dh)\nmy(...)\nif eb>=ei then az(ab,ai(eb))end\nend";

const permitsSweep_ =
  "local function oy(eb,ab)\nlocal kg,gq=unpack(c('ZRANGE',fp,0,0,'WITHSCORES'))\nif kg and #kg~=16 then error('NOT_A_LOCK 2')end\nif not kg or tonumber(gq)>ag then return eb end\nlocal kx=c('ZCOUNT',fp,'-inf',ai(ag))\nlocal dh=math.min(kx,mi)\nna(dh,ab,1,h,'ZREMRANGEBYRANK',fp,0,dh - 1)\nreturn eb+kx\nend";

const permitExpirableRecord_ =
  "local k,ab,f=KEYS[3],ARGV[2],ARGV[4]\nlocal mu=setmetatable({},{\n__index=function(er,aa)\ner[aa]=string.char(tonumber(aa,16))\nreturn er[aa]\nend,\n})\nlocal gt,er={},string.gsub(ARGV[3],'..',mu)\nlocal function l()\nlocal ei,dh=math.huge,0\nfor bl,gq in ipairs(c('ZMSCORE',fp,unpack(gt)))do\nei=math.min(ei,gq and gq - ag or 0)\nif gq then dh=dh+1 end\nend\nreturn ei,dh\nend";

const permitExpirableEnded_ =
  "local function bi(t)\nreturn{'ended',aj,t}\nend\nlocal function gp(t)\nlocal m=aw('SET',k,'-' .. t,'PX',f,'GET')\nif m then s('SET',k,m,'PX',f)else s('UNLINK',k)end\nreturn bi(t)\nend\nlocal function cs(ap)\nif ap and string.sub(ap,1,1)=='-' then return bi(string.sub(ap,2))end\nend";

const permitExpirableScored_ =
  "local function qx(z)\nlocal dn,gq={},ai(ag+z)\nfor bl,qn in ipairs(gt)do\ntable.insert(dn,gq)\ntable.insert(dn,qn)\nend\nreturn unpack(dn)\nend";

const permitExpirableLostEnd_ =
  "local function ns()\nreturn cs(c('GET',k))or gp('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#er,16 do\ntable.insert(gt,string.sub(er,q,q+15))\nend";

const readWriteTimeouts_ =
  "local cx=ARGV[9]\nlocal jt,nq=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function ln(l)\nif r=='plain' then ah(e)end\nreturn nm(l,dw)\nend\nlocal nn,lp=hj,dw";

const readWriteKnown_ =
  "local function ae()\ncn()\nreturn fl()\nend";

const readWriteBlock_ =
  "return ac()";

const semaphoreKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bi(t)\nreturn{'ended',aj,t}\nend\nlocal function ax(t)\naw('SET',k,'-' .. t,'PX',f)\ns('UNLINK',k)\nreturn bi(t)\nend\nlocal eg,ap=unpack(c('MGET',j,k))\nlocal function ev()\nreturn gg(eg or c('GET',j))\nend";

const semaphoreTaken_ =
  "local nv=ap and string.match(ap,'^%+(%d+)$')\nif ap and not nv then return bi(string.sub(ap,2))end";

const semaphoreNotify_ =
  "local function qq(ab,ev)\nif ev>=0 then az(ab,ev)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "42af8ac72e4febbfea3f081fdae3ca87794fad3a", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eg then return o(0,aw)end\nlocal l=eg - 1\nlocal d=o(math.max(l,0),aw)\nh('DECR',j)\nif l>0 then return d end\ns('INCR',j)\nh('DEL',j)\nif l==0 then az(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "e2a17ad9895746c1e7df71199d8c9af9e5d6bfd2", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eg then return o(0,aw)end\nlocal d=o(1,aw)\nh('DEL',j)\naz(ARGV[3],'1')\naz(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-read", "ed5443314ae4331be5fdc6bfc2c1abffdefd93a7", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-write", "a94e4ccce9cf7637257c41e5bf672b5599575ca2", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "b9ecb43701ec889f36d78adc494b23529567c044", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "ml()\nlocal gb=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if r=='plain' then ah(e)end\nif r~=ARGV[6] then return kn(0)end\nlocal d=kn(1)\nh('DEL',e)\npcall(fu,'free')\naz(gb,r=='write' and '1' or '0')\nmp()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ script("fair-read-write/release-read", "261945bd70ae146077d0a74ade95d6d2d3d5de67", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/release-write", "da9a365799f01d22955e59da7482f1ce91d6465c", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "ae18e79e60dc4c574ac3ee200a6bc5f4b4f82f63", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal fw=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return ac()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "840a0c4c48952c12feb79f771c7129ff651be00d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersTell_, waitersTellWanted_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal fw=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local fn=cp+5000\nlocal sg=100\nlocal function sq(as)\nlocal hp=c('HRANDFIELD',e)\nlocal ft=hp and c('GET',bh(hp))\npa(hp,ft)\nif not ft or string.sub(ft,1,1)=='!' or as>sg then return 0 end\nif as==1 then return 1 end\nfor bl,aq in ipairs(c('ZMSCORE',bf,unpack(c('LRANGE',at,0,as - 2))))do\nif not aq then return 0 end\nend\nreturn 1\nend\nlocal function ov(as)\nlocal b=oq(ARGV[12],ARGV[13])\nlocal m=h('SET',KEYS[6],b,'PX',fn,'GET')\nreturn b,m==ARGV[11] and not pg and 1 or sq(as)\nend\nlocal d=ac()\nif d[1]~='busy' or ch or KEYS.locked then return d end\nlocal o,b,lw=pcall(ov,d[4])\nif o then\nfor bl,km in ipairs({ag,b,lw})do table.insert(d,km)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "23c04447b9203887dac88f9f8f1eed5193658a79", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "ml()\nlocal fw=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if r=='read' or r=='write' then ah(e)end\nif not r then return kn(0)end\nlocal d=kn(1)\nlocal db=nk(ARGV[3],h('DEL',e,ga))\nmp()\nreturn lr(d,db)", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "fd854b7b12aacf2608ecfb883bbcf44aeea1cdec", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, "local function qp()\nreturn(ARGV[12] or '')~=''\nend\nlocal function qr()\nlocal iz=jm(ARGV[12],ARGV[13],ARGV[14],ARGV[15])\nreturn iz and{ARGV[12],tonumber(ARGV[13])}or nil\nend", waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal fw=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local db,ep\nlocal function fs()\nif not qp()then\ndb=nk(ARGV[9],h('DEL',e,ga))\nreturn\nend\nh('DEL',e)\nlocal o,jn=bj(function()\nreturn c('LINDEX',at,0)==ARGV[12] and qr()\nend)\nep=o and jn\nif not ep then\ndb=nk(ARGV[9],1+h('DEL',ga))\nreturn\nend\nbj(function()\nh('LPOP',at)\nlt(ARGV[12])\nend)\nend\nlocal function ie()\nif ARGV[11]=='1' and c('LPOS',at,g)then\nfq({[g]=true},1)\nh('ZREM',bf,g)\nend\nif c('EXISTS',e)==0 then db=nk(ARGV[9])end\nend", endEndHold_, "local d=ic(ARGV[4])\nreturn lr(d,db,ep)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "4036f082ed97ea22a476c638c63e2dfc32472c41", BEGIN, fenceMarkKey_, "local ap=c('GET',nt)\nif not pz(ap)then return{'fenced',aj,0}end\nif qg(ap,KEYS[2])then return{'ahead',aj}end\nqs(ap)\nreturn{'fenced',aj,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "dc1acb90e2b0907bae2404e3a80daea86a63f2d2", BEGIN, stateWrite_, fenceMarkKey_, "local k,su,f,eg=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal ap,o=unpack(c('MGET',nt,k))\nif o=='1' then return{'fenced',aj,1}end\nif o=='ahead' then return{'ahead',aj}end\nif o then return{'withdrawn',aj}end\nif not ap then ap=c('GET',nt)end\nif not pz(ap)then return{'fenced',aj,0}end\nif not eg then\naw('SET',k,'0','PX',f)\nreturn{'withdrawn',aj}\nend\nif qg(ap,KEYS[4])then\nh('SET',k,'ahead','PX',f)\nreturn{'ahead',aj}\nend\nh('SET',su,eg,'GET')\nqs(ap)\nh('SET',k,'1','PX',f)\nreturn{'fenced',aj,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "e709665c259d574af062b3fee1c8d7977f45db2e", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn ac()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "bc15e77551067afd3d5684c02b48087329c31bd1", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standHolder_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersTellWanted_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, waitersLeaveList_, fencedWithToken_, fencedQuickAnswer_, standMarked_, standAnswerOrStand_, "k=nil\nreturn qa()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "c6b868a94814f83d6fb5167ffd3038bbb7ae9ae6", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal jt,nq=ARGV[9],ARGV[10]", stealRob_, "local nn,ae=oz,ou\nlocal function lp()\nreturn mo(jb())\nend\nlocal function ln(l)\nif r~='plain' then ah(e)end\nlocal bb=jb()\nif bb==dl then ah(cz)end\nreturn nm(l,function()\nreturn mo(bb)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return ac()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "78e92da7ad68988a930f77bf6db2b8013932d3d6", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal rj='!' .. ARGV[9] .. '|'\nlocal b=c('GET',KEYS[3])\nlocal l=b and(string.sub(b,1,1)=='=' or string.sub(b,1,#rj)==rj)and c('PTTL',KEYS[3])or 0\nlocal function kz()\nreturn{'found',aj,b,l}\nend\nif l>0 then\nif h('SET',p,'|-lost','PX',f,'NX')then return kz()end\nelseif c('EXISTS',e,p)==0 then\nreturn dw()\nend\ncn()\nlocal ac=fl()\nif ac and ac[1]=='ended' and l>0 then return kz()end\nif ac then return ac end\nlocal ss=cg()\nif ch then ax('refused',f)end\nreturn{'busy',aj,ss,c('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "4cbbe422eeb612df50b99f7217b8e1558ebf08fc", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, endFirst_, "k=nil\nlocal function fs(te)\nlocal qj,m=false,nil\nif te then\nqj,m=pcall(h,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qj and m then s('SET',KEYS[3],m,'PX',ARGV[11])end\nif qj and not m then s('UNLINK',KEYS[3])end\nlocal hm=h('DEL',e,ga)\naz(ARGV[9],'1')\nif hm==2 then pcall(hy,0)end\nend\nlocal function ie()end", endEndHold_, "return ic(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "5fedcbe62c67c7882c2f435c9c4a947b70186c0e", BEGIN, onceCounter_, inspectSubscriptions_, "local an=gg(c('GET',KEYS[1]))\nlocal l=c('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],an and 1 or 0,tonumber(an or 0),l,ox({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "6c94778379abacdc59ebc601d8de829954b6e0fc", BEGIN, lockHashMode_, "local e,p,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local cx=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local ms=100\nlocal sj=4\nlocal si=tonumber(ARGV[6])\nlocal aj,at,bf,oj=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(ca)then\nlocal hp,gw,nd=on(e)\nif not hp then ca()end\nlocal l=cg()\nreturn{'lock',aj,'light',l,1,1,0,0,0,0,hp,1,l,qk(gw,nd)}\nend\nlocal l=cg()\nlocal function tp()\nlocal cq,ck,cv={},{},0\nif not r then return cq,ck,cv end\ncv=c('HLEN',e)-(r=='plain' and 0 or 1)\nlocal mv,ae='0',{}\nif r~='plain' then ae['mode']=true end\nfor bl=1,sj do\nlocal lx=c('HSCAN',e,mv,'COUNT',2*ms)\nmv=lx[1]\nlocal n=lx[2]\nfor q=1,#n,2 do\nif #cq<ms and not ae[n[q]] then\nif not bg(n[q+1])then ah(e)end\nae[n[q]]=true\ntable.insert(cq,n[q])\ntable.insert(ck,tonumber(n[q+1]))\nend\nend\nif mv=='0' or #cq==ms then break end\nend\nreturn cq,ck,cv\nend\nlocal qt=0\nlocal function tk(bd,by)\nif qt+by>si then return l end\nqt=qt+by\nlocal bs=0\nfor ar=1,by do\nbs=math.max(bs,c('PTTL',dg(bd,ar)))\nend\nreturn math.min(bs,l)\nend\nlocal function tu(cv,ow)\nlocal rq=cv>1 and c('PTTL',ow)or -1\nif rq<0 then return l end\nreturn math.max(math.min(l,rq - ARGV[4]),0)\nend\nlocal function tb(u,by,cv,ow)\nif r=='plain' then return l end\nif string.find(u,':write$')then return tu(cv,ow)end\nreturn tk(u,by)\nend\nlocal function tq()\nif c('EXISTS',at,KEYS[6])==0 then return{},0 end\nlocal ky=c('TYPE',at).ok\nif ky=='list' then return c('LRANGE',at,0,ms - 1),c('LLEN',at)end\nif ky~='none' then ah(at)end\nat,bf=KEYS[6],KEYS[7]\nif c('TYPE',at).ok~='zset' then ah(at)end\nreturn c('ZRANGE',at,0,ms - 1),c('ZCARD',at)\nend\nlocal function tn(bu)\nif #bu==0 then return{}end\nlocal aq=redis.pcall('ZMSCORE',bf,unpack(bu))\nlocal be=c('TIME')\nlocal ag=be[1]*1000+math.floor(be[2]/1000)\nlocal dn={}\nfor q=1,#bu do\nlocal ch=tonumber(aq[q] or nil)\ndn[q]=ch and math.max(ag - ch,0)or -1\nend\nreturn dn\nend\nlocal cq,ck,cv=tp()\nlocal nu={}\nfor q,u in ipairs(cq)do nu[q]=bh(u)end\nlocal nl=qz(nu)\nlocal bu,rb=tq()\nlocal to=tn(bu)\nlocal el={unpack(ARGV,7)}\nif at==KEYS[3] then\nfor bl,y in ipairs(bu)do table.insert(el,ARGV[5] .. y)end\nend\nlocal jr=redis.pcall('LLEN',oj)\nlocal d={'lock',aj,r or 'free',l,cv,0,rb,0}\ntable.insert(d,type(jr)=='number' and jr or 0)\ntable.insert(d,ox(el))\nlocal er=0\nlocal function cd(rz,ko,b,...)\ner=er+nc(ko)+nc(b)+30\nif er>ny then return end\nd[rz]=d[rz]+1\nfor bl,ay in ipairs({ko,...})do table.insert(d,ay)end\nend\nfor q,u in ipairs(cq)do\ncd(6,u,nl[q],ck[q],tb(u,ck[q],cv,nu[q]),nl[q])\nend\nfor q,y in ipairs(bu)do cd(8,y,'',to[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "c1ec14f766007ce8af48c29fcf509c7cf874d911", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local ms=100\nlocal py=922337203685477\nlocal function ta(er)\nreturn(string.gsub(er,'.',function(st)\nreturn string.format('%02x',string.byte(st))\nend))\nend\nlocal b=c('GET',ev)\nlocal eb=b and i(b)\nlocal kx=c('ZCOUNT',fp,'-inf',ai(ag))\nlocal pi=c('ZCARD',fp)- kx\nlocal af=c('ZRANGE',fp,'(' .. ai(ag),'+inf','BYSCORE','LIMIT',0,ms,'WITHSCORES')\nlocal d={'permits',aj,b and 1 or 0,(eb or 0)+(b and kx or 0),pi}\ntable.insert(d,ox({ARGV[2]}))\ntable.insert(d,c('PTTL',ev))\ntable.insert(d,#af/2)\nfor q=1,#af,2 do\nif #af[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gq=tonumber(af[q+1])\ntable.insert(d,ta(af[q]))\ntable.insert(d,gq>=py and -1 or gq - ag)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "890544d85f1f64e8e31fe084090a1a996a2f6c28", BEGIN, inspectMOSTBYTES_, "local mv,pt,mh=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dl=1000\nlocal nw=1000\nlocal dh,qd=math.min(dl,mh),ny\nlocal kz,rm={},false\nlocal function sn(av,kl)\nfor bl,j in ipairs(kl)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(av,j)end\nend\nend\nlocal function eu(av)\nlocal er,n=0,{}\nfor bl,j in ipairs(av)do\nif #j<=nw then\ner=er+nc(j)\ntable.insert(n,j)\nend\nend\nif er>qd and(#kz>0 or dh>1)then return false end\nqd=qd - er\nfor bl,j in ipairs(n)do table.insert(kz,j)end\nreturn true\nend\nlocal function rw(ky)\nreturn redis.pcall('SCAN',mv,'MATCH',ARGV[3],'COUNT',dh,'TYPE',ky)\nend\nrepeat\nlocal lx=rw('hash')\nif lx.err then return{'refused',ARGV[1],lx.err}end\nif ARGV[6]=='1' then sn(lx[2],rw('string')[2])end\npt=pt - dh\nif #kz+#lx[2]>mh and dh>mh - #kz then\ndh=mh - #kz\nelseif eu(lx[2])then\nmv,dh,rm=lx[1],dl,lx[1]=='0'\nelseif #kz>0 then\npt=0\nelse\ndh=math.floor(dh/2)\nend\nuntil rm or #kz>=mh or pt<=0\nreturn{'scanned',ARGV[1],mv,unpack(kz)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "b1ca2ac93ecd1be69e0ff3d1964c68b1046a4c6f", BEGIN, lockHashMode_, "local e,p\nlocal g,w,v='','',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local nw=1000\nlocal sf=5\nlocal function tj(n)\nlocal bn=1\nfor q=1,#n,2 do\nlocal rl=r~='plain' and n[q]=='mode'\nif rl and bn==q then\nbn=q+2\nelseif not rl and string.find(n[q],':write$')then\nbn=q\nend\nend\nreturn n[bn],n[bn+1]\nend\nlocal function tc(n)\nif r=='plain' then return 1 end\nlocal dh=#n/2\nif dh==sf then dh=c('HLEN',e)end\nreturn dh - 1\nend\nlocal pd={'',-2,0,'',0}\nlocal function sw(j)\nlocal hp,gw,nd=on(j)\nlocal l=hp and c('PTTL',j)or -2\nif l<=0 then return pd end\nlocal ky='light'\nreturn{ky,l,1,hp,1},qk(gw,nd)\nend\nlocal function sv(j,ow)\ne,p=j,ow\nlocal fx,n=pcall(ca)\nif not fx then return sw(j)end\nif not r then return pd end\nlocal l=c('PTTL',e)\nlocal u,by=tj(n)\nif l<=0 or not u or #u>nw then return pd end\nreturn{r,l,tc(n),u,tonumber(by)}\nend\nlocal pk={}\nlocal function op(lv,kw)\nif #lv==0 then return end\nkw=kw or c('EXISTS',unpack(lv))\nif kw==0 then return end\nif 4*kw<#lv then\nlocal rs=math.floor(#lv/2)\nlocal m,so={unpack(lv,1,rs)},{unpack(lv,rs+1)}\nlocal ri=c('EXISTS',unpack(m))\nop(m,ri)\nreturn op(so,kw - ri)\nend\nfor bl,dn in ipairs(lv)do\nlocal pj=redis.pcall('LLEN',dn)\nif type(pj)~='number' then pj=redis.pcall('ZCARD',dn)end\npk[dn]=type(pj)=='number' and pj or 0\nend\nend\nlocal re,nu,ql,ru,rv,lv={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,at,qw,oj=unpack(KEYS,4*q - 3,4*q)\nlocal mz\nmz,ql[q]=sv(j,ARGV[q+1])\nre[q],nu[q]=mz,bh(mz[4])\nif mz~=pd and not ql[q] then\ntable.insert(ru,at)\ntable.insert(rv,qw)\ntable.insert(lv,oj)\nend\nend\nlocal nl=qz(nu)\nop(ru)\nop(rv)\nop(lv)\nlocal d,er={'summaries',ARGV[1]},0\nfor q,mz in ipairs(re)do\nlocal ft=ql[q] or nl[q]\ner=er+nc(mz[4])+nc(ft)+50\nif q>1 and er>ny then return d end\nfor bl,sy in ipairs(mz)do table.insert(d,sy)end\ntable.insert(d,ft)\nlocal bl,at,qw,oj=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(pk[at] or 0)+(pk[qw] or 0))\ntable.insert(d,pk[oj] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "1aae50937e8eedcdc9dc2faf8995bc36fe76c17e", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return ac()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "5a02efd959c90d5aa4c8ffc43d50b4a2ad51cee9", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function ay(ts)\nfor q=1,#KEYS,2 do\ne,p=KEYS[q],KEYS[q+1]\nlocal ac=ts(q)\nif ac then return ac end\nend\nend\nlocal function sc()\nay(function()\ndw()\nend)\nreturn{'held',aj,1,tonumber(z)}\nend\nif c('EXISTS',unpack(KEYS))==0 then return sc()end\nlocal om,pf,ho\nlocal bk=ay(function(q)\ncn()\nlocal ac=fl()\nif ac and ac[1]=='ended' then return ac end\nif ac then\nlocal l=ac[4]<0 and tonumber(z)or ac[4]\nom=math.min(l,om or l)\nelse\nho=true\nlocal l=cg()\nif l~=-2 and not pf then pf={'busy',aj,l,(q+1)/2}end\nend\nend)\nif bk then return bk end\nif om and ho then return bi('lost')end\nif om then return{'held',aj,1,om}end\nif not pf then return sc()end\nif ch then\nay(function()\nh('SET',p,'|-refused','PX',f)\nend)\nend\nreturn pf", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "da7951102f131da1bcfa4f5bb1b0173d10815a7e", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standHolder_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersTellWanted_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, waitersLeaveList_, standMarked_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn qa()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "48b8c7a3197277a4f773b7e08081839833b394c6", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, "local function em()\nif k then h('PEXPIRE',k,ARGV[4]+c('PTTL',e),'GT')end\nreturn c('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "7fcc42ebb02f803feb93d642edbdafeae3b4ce02", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local de=pcall(ml)\nlocal hp=not de and on(e)\nif hp then\ncg()\nn={hp}\nlocal d=kn(1)\nh('DEL',e)\nmp()\nreturn d\nend\nif not de then ml()end\nif r=='read' or r=='write' then ah(e)end\nif not r then return kn(0)end\nlocal d=kn(1)\nlocal db=eh(ARGV[3],h('DEL',e,ga))\nmp()\nreturn lr(d,db)", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "eff45a7617729907374f1f02564cc55d7204f322", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, "local function qp()\nreturn(ARGV[16] or '')~=''\nend\nlocal function qr()\nlocal iz=jm(ARGV[16],ARGV[17],ARGV[18],ARGV[19])\nreturn iz and{ARGV[16],tonumber(ARGV[17])}or nil\nend", waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function sp(b)\nlocal ft=KEYS.locked and bh(string.match(b,'^%S+ (%S+)'))\nif ft and not(KEYS.locked[ft] and c('EXISTS',ft)==0)then return end\ndf()\nh('RPUSH',cr,mw(b))\nh('PEXPIRE',cr,fn)\nend\nlocal db,ep\nlocal function ke()\nif not qp()then return h('DEL',e,ga)end\nh('DEL',e)\nlocal o,jn=bj(qr)\nhv(ARGV[16],ARGV[20])\nep=o and jn\nif not ep then return 1+h('DEL',ga)end\nend\nlocal function fs()\nlocal hm=ke()\nif not hm then return end\nif(ARGV[14] or '')~='' and pcall(sp,ARGV[14])then hm=2 end\ndb=eh(ARGV[9],hm,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function ie()\nhv(g)\nend", endEndHold_, "if not bn then hv(g,ARGV[15])end\nlocal d=ic(ARGV[4],(ARGV[10] or '')~='')\nreturn lr(d,db,ep)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "ab6a653cec4cc577c2a04469317be9e719b04351", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal ab\nlocal function fs()\neh(ab,h('DEL',e,ga))\nend\nlocal function ie()end", endEndHold_, "local pl=(#ARGV - 8)/2\nlocal rg=ARGV[4]=='1' and 3*pl or 2*pl\nlocal mn,du={'ends',aj},nil\nfor q=1,pl do\ne,p=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*pl+q] end\ncr,ga=KEYS[rg+2*q - 1],KEYS[rg+2*q]\nab=ARGV[2*q+8]\nlocal o,d=bj(ic,ARGV[2*q+7])\nif o then\ntable.insert(mn,d[3])\nelse\ndu=d.err or d\nif string.find(du,'^WRONGTYPE')then du='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif du then error(du,0)end\nreturn mn", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "eaca34a34ff5d116fc029545cf9e192584e0005f", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, holdRenew_, "cn()\nif not ao then ak=ARGV[7] end\nlocal i,bk=ot(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bk or{'renewed',aj,i}", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ script("lock/renew-many", "1afe450796d6eed22d04691c0a5355890eede517", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local cx", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, "local function tl()\nlocal rh,ek=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal by=(#ARGV - 3)/6\nlocal qb,pq={},0\nfor q=1,by do\ntable.insert(qb,KEYS[2*q])\nend\nfor q=2*by+1,#KEYS do\ntable.insert(qb,KEYS[q])\nend\nlocal ro=c('MGET',unpack(qb))\nlocal mn={'renewals',ARGV[1]}\nfor q=1,by do\nlocal z,f,qf\ng,bz,z,f,qf,cx=unpack(ARGV,6*q - 2,6*q+3)\ne,p,k=KEYS[2*q - 1],KEYS[2*q],nil\nif qf=='1' then\npq=pq+1\nk=KEYS[2*by+pq]\nend\nbv(ro[q],k and ro[by+pq])\nlocal qy=cx~=''\nlocal cw=qy and jd(ek)\nlocal l=rh and not qy and c('PTTL',e)\nif l and k then l=math.min(l,c('PTTL',p)- ek,c('PTTL',k)- ek)end\nlocal i,bk\nif l and l>rh then\nbk=cs()or not dd()and ax(ci('lost'),f)\nelse\nl=tonumber(z)\ni,bk=ot(z,f,l+ek,qf=='2',qy and function(by)\nqu(by,cw,z)\nend)\nend\ntable.insert(mn,bk and bk[3] or l)\nend\nreturn mn\nend\nreturn tl()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "7e9d738c6db9e7061d17b2f6bb9ea6d5d2942245", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(i or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "ee9e365b9a21fe1f4c791ffd5328351ec940f715", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local jt,nq=ARGV[9],ARGV[10]", stealRob_, "local function ln(l)\nif r~='plain' then ah(e)end\nreturn nm(l,dw)\nend\nlocal nn,lp=hj,dw", stealQuickAnswer_, "local function ae()\ncn()\nreturn fl()\nend", stealFullAnswer_, "return ac()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "addc4671d86570bbf40b4d30dd9527b1c7ab1961", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(true)then return o(0)end\nlocal d=o(1)\nlocal db=kv(function()\nreturn eh(ARGV[5],h('DEL',e,ga))\nend)\nreturn lr(d,db)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "f49bd7c49995fa0eedd6fb9287296f5d2ee3b136", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal fw=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(true)then return o(0)end\nlocal d=o(1)\nlocal db=kv(function()\nreturn nk(ARGV[5],h('DEL',e,ga))\nend)\nreturn lr(d,db)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ script("owner/release-queued-reads", "3bc0d955a41b747f28e10a3dae616cd244efe7f4", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, "k=KEYS[6]\nlocal gb,cx,ee=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function eh()\nlq('free')\naz(gb,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qe()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ script("owner/release-queued-writes", "0eac967f9832a13d4f1a3178e00d522fc6e3521d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, "k=KEYS[6]\nlocal gb,cx,ee=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function eh(di)\nlq(di)\naz(gb,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(false)then return o(0)end\nlocal d=o(1)\nkv(fs)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ script("owner/release-reads", "248729222a04df261c37873e824d8fc7b425e837", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function eh()\naz(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qe()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ script("owner/release-writes", "99dce5ff89677b0403c69bbc843a6f42604cfd57", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function eh()\naz(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(false)then return o(0)end\nlocal d=o(1)\nkv(fs)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "6f9acd96164783f393bd4a5ae27b1f2305a7116c", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(ARGV[7]=='0')then return o(0)end\ngu(e,ARGV[5])\nfg(p,ARGV[6])\nreturn qv()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ script("owner/renew-reads", "41f04e7378f1f37009d9dd93319f5c5a4c7ad2f6", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ac(v)end\nlocal by=jo(false)\nif not by then return o(0)end\ngu(e,ARGV[5])\nfg(p,ARGV[6])\nfor ar=1,by do\nlocal j=dg(g,ar)\nif not gu(j,ARGV[5])then h('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn qv()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "0830d50a083e29d26258825d9517f9463cfff081", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local z,ch=ARGV[5],ARGV[6]=='1'\nlocal py=922337203685477\nlocal b,ap=unpack(c('MGET',ev,k))\nlocal bk=cs(ap)\nif bk then return bk end\nb=b or c('GET',ev)\nlocal eb=b and i(b)or 0\nif ap then\nlocal lu=l()\nreturn lu>0 and{'held',aj,lu,eb}or ns()\nend\nif not b then return gp('unset')end\neb=oy(eb,ab)\nif eb<#gt then\nif ch then gp('refused')end\nlocal bn=c('ZRANGE',fp,'(' .. ai(ag),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',aj,bn and tonumber(bn)<py and bn - ag or -1,eb}\nend\nh('SET',k,'+','PX',f)\ns('UNLINK',k)\nlocal pe=h('ZADD',fp,'NX',qx(z))\nif pe==#gt then s('ZREM',fp,unpack(gt))end\nh('DECRBY',ev,pe)\nlocal sd=c('PTTL',ev)\nif sd>0 then h('PEXPIRE',fp,sd)end\nlocal lu=pe==#gt and tonumber(z)or l()\nif lu<=0 then return ns()end\nreturn{'held',aj,lu,eb - pe}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "940989f334df1f2cebf7a630ed0e85fa56538d2a", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local eb=c('GET',ev)\nlocal lu,dh=l()\nif eb then i(eb)end\nif dh==0 then return ns()end\nlocal d=gp(lu>0 and 'released' or 'lost')\nif eb then\nna(dh,ab,0,h,'ZREM',fp,unpack(gt))\nelse\nh('ZREM',fp,unpack(gt))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "28861b0a1c7f0a01834a77f128d0007b5e0f44fd", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function ac(an)\nreturn{'done',aj,tonumber(an)}\nend\nlocal ex=c('GET',k)\nif ex then return ac(ex)end\nlocal eb=c('GET',ev)\nex=l()>0 and '1' or '0'\nif eb and ex=='1' then oy(i(eb),ab)end\naw('SET',k,ex,'PX',f)\ns('UNLINK',k)\nif ex=='1' then\nfor q=4,#KEYS do\nlocal m=h('SET',KEYS[q],'-released','PX',f,'GET')\nif m then s('SET',KEYS[q],m,'PX',f)else s('UNLINK',KEYS[q])end\nend\nif eb then\nh('INCRBY',ev,#gt)\ns('INCRBY',ev,-#gt)\nend\nh('ZREM',fp,unpack(gt))\nif eb then az(ab,#gt)end\nend\nreturn ac(ex)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "40398f804b313bd2347195ca448970476e8f9dd4", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local lu,z=l(),ARGV[5]\nif lu<=0 then return ns()end\nif z then aw('ZADD',fp,'XX','GT',qx(z))end\nreturn{'leased',aj,lu}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "eee4a90a538bbfbc783428f3252bb6adb602efa8", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local fp,ab,an,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal eb=eg\nif eb and t=='try' then return o(0,aw)end\nlocal pi=c('ZRANDMEMBER',fp,3)\nfor bl,kg in ipairs(pi)do\nif #kg~=16 then error('NOT_A_LOCK 3')end\nend\nlocal pm=tonumber(an)\nif eb and t=='set' then pm=an - eb - c('ZCARD',fp)end\nif pm==0 and eb then return o(1,aw)end\nlocal d=o(1,h)\nh('INCRBY',j,string.format('%.0f',pm))\nif not eb and #pi>0 then\ns('UNLINK',j)\nh('DEL',fp)\nend\nif t~='add' or pm>0 then az(ab,an)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "c2e1e47d6b1f69736cf9ed346d6d422904c61d17", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local eb=c('GET',ev)\nlocal jz=eb and oy(i(eb),ARGV[2])\nreturn{'permits',aj,jz or 0,c('ZCOUNT',fp,'(' .. ai(ag),'+inf'),jz and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ script("read-write/acquire-read", "6588a1a4c0b6fea30c650f7587fecdf43baf008e", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local cx=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return dw()end\nelse\nlocal l=ik(true)\nlocal ac\nif l and(not r or(r=='read' and l>=0))then\nac=hj()\nelse\nac=lh(l)\nend\nif ac then return gx(ac)end\nend\ncn()\nod()\nlocal ac=fl()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return dw()end\nif r=='read' or(r=='write' and c('HEXISTS',e,g .. ':write')==1)then return dw()end\nif gk()then ax('refused',f)end\nreturn gx({'busy',aj,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("read-write/acquire-write", "51c995836f27d40216e1aefa49e2ec4a1a2ce05b", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, "local cx=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return dw()end\nelse\nlocal l=ik(ARGV[6]~='2')\nlocal ac=l==-2 and hj()or lh(l)\nif ac then return gx(ac)end\nend\ncn()\nlocal ac=fl()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return dw()end\nlocal bd=string.sub(g,1,-7)\nif k and ez(bd,tonumber(c('HGET',e,bd)or 0))>0 then return ax('upgrade',f)end\nif gk()then ax('refused',f)end\nreturn gx({'busy',aj,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ script("read-write/check-read", "c63006204595ee33a4273f9284d11c655af494ac", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function em(i)\nreturn nh(i,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "281577173cc4690d4519b5134683a04616c7ffad", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function em()\nreturn ls(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "d7fd309839670031b3776bf741b8b02fdcc74321", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "ml()\nif r=='plain' then ah(e)end\nif r~=ARGV[6] then return kn(0)end\nlocal d=kn(1)\nh('DEL',e)\naz(ARGV[3],r=='write' and '1' or '0')\nmp()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ script("read-write/release-read", "b363ce5c2a83deb4219d81c68df664bda0269444", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function eh()\naz(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function ie()end", readsEndOne_, endEndHold_, "return ic(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("read-write/release-write", "cf2eee0b53e0e919aebeccef6c90fb9946ef6ca4", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, "local cx=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function eh()\naz(ARGV[9],'1')\nend", writesEndLast_, "local function ie()end", endEndHold_, "return ic(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ script("read-write/renew-read", "88742b713f5333938d8a149af2acc227c64e8479", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cn()\nlocal cw=jd(ARGV[5] - ARGV[4])\nlocal i,bk=ot(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(by)\nqu(by,cw,ARGV[4])\nend)\nif bk then return bk end\nreturn{'renewed',aj,i}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "00a9f1d2873155c532ff7e0f8115420aa8b07b78", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local tg=r==ARGV[3] or(r=='write' and ARGV[3]=='read' and c('HLEN',e)>2)\nreturn{'status',ARGV[1],tg and l or -2,tonumber(i or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "5473d343e6fafd6a1796ce40d68df45df01e4226", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "dc5294acaa8a1078012ed3dda2b645ef9c030920", BEGIN, waitersNow_, waitersDigits_, "local e,ap,aj,g,ra=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,au,pn=string.match(c('GET',ap)or '','^(%d+) (%S+) (.*)$')\ndf()\nif pn==ra and au==g then return{'spends',aj,0}end\nif c('HEXISTS',e,g)==0 then return{'ended',aj,'lost'}end\nif pn~=ra then\nh('SET',ap,ai(ag).. ' ' .. g .. ' ' .. ra)\nreturn{'spends',aj,0}\nend\nlocal ry=math.max(0,ag - q)\nreturn{ry<tonumber(ARGV[4])and 'spends' or 'spent',aj,ry}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "4b741c7c6f1d70a71b7118d1cd73c8e0b8a7cf25", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gg(c('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "8c449737bd7ee1eeb9e8c5a2734e05f1294b2c07", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local an,se=ARGV[3],ARGV[6]\nif eg then return o(0,aw)end\nlocal d=o(1,h)\nif se then h('SET',j,an,'PX',se)else h('SET',j,an)end\naz(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "8f1dafe4f60f6c99c6fb131c6c7ed42771e309ea", BEGIN, stateWrite_, "local k,aj=KEYS[1],ARGV[1]\nlocal td=aw('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',aj,(td or c('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "6db8e5c036e31e19b5cd61b6149bb83323da4451", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local mh=ARGV[3]\neg=ev()\nif nv then return{'held',aj,tonumber(eg or 0)}end\nif not eg then return ax('unset')end\nif tonumber(eg)>=tonumber(mh)then\nh('SET',k,'+' .. mh,'PX',f)\ns('UNLINK',k)\nreturn{'held',aj,h('DECRBY',j,mh)}\nend\nif ARGV[4]=='1' then ax('refused')end\nreturn{'busy',aj,tonumber(eg)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "abb8b342a5d7cb170a7de25a01ebca09b3821afe", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local ev=(eg or 0)+ARGV[3]\nlocal d=o(ev,aw)\nh('INCRBY',j,ARGV[3])\nqq(ARGV[4],ev)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "c4249039c5465d1fcd2379a3d097d6c3625c4cd3", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not nv then return ax('free')end\nlocal tf=ev()\nlocal d=ax('released')\ns('SET',k,ap,'PX',f)\nif tf then qq(ARGV[3],aw('INCRBY',j,nv))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "c6389e428708105db19c4ac81bfe158283a632f9", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eg then return o(0,aw)end\nlocal d=o(eg,h)\nh('DECRBY',j,eg)\nreturn d", END);

export const wantedAsk: LuaScript = /* @__PURE__ */ script("wanted/ask", "70ec709d705173ee195c6887c7e32e924e3bc9bb", BEGIN, "local dl=100\nlocal nw=1000\nlocal ix=150000\nlocal ky,ab=ARGV[3],ARGV[4]\nlocal e,p,g,w,v='',KEYS[2],ARGV[2],'',''", lockHashStateKeyOf_, "local function ap(ft)\nlocal ae,ak=string.match(ft,'^([^\\n]*)\\n?(.*)$')\nif string.sub(ak,1,1)=='@' or string.find(ae,'|-',1,true)then return end\nredis.pcall('PEXPIRE',p,1,'GT')\nh('SET',p,ae .. '\\n@' .. ARGV[5] .. ' ' .. ak,'KEEPTTL')\nend\nlocal function jr()\nif ky=='none' then return{}end\nif ky=='zset' then return c('ZRANGE',KEYS[1],0,dl - 1)end\nreturn c('LRANGE',KEYS[1],0,dl - 1)\nend\nlocal function rb(tm)\nlocal el,ae,bu,nl={ab},{},{},{}\nfor bl,ej in ipairs(tm)do\nlocal am,y,hs=string.match(ej,'^~?([%w._%%-]*:mailbox:%x+) (%S+) %x+ %d+ %d+ (%d+) ')\nif am and y~=g and not bu[y] then\nbu[y]=true\ntable.insert(el,'leasehound:' .. am)\ntable.insert(nl,bh(y))\ntable.insert(ae,{ej,tonumber(hs)})\nend\nend\nlocal ck=redis.pcall('PUBSUB','NUMSUB',unpack(el))\nif #ae==0 then return 0,nil,ck.err and -1 or ck[2] end\nlocal be=c('TIME')\nlocal gw=be[1]*1000+math.floor(be[2]/1000)- ix\nlocal bi=KEYS.locked and{}or c('MGET',unpack(nl))\nlocal an,bn=0,nil\nfor q,ay in ipairs(ae)do\nlocal hh=ck.err or ck[2*q+2]>0\nif hh and ay[2]>gw and not bi[q] then\nan=an+1\nbn=bn or ay[1]\nend\nend\nreturn an,bn,ck.err and -1 or ck[2]\nend\nlocal ft=ARGV[5]~='' and c('GET',p)\nif ft then ap(ft)end\nlocal kl=jr()\nlocal an,bn,sa=#kl,kl[1],0\nif ky=='requests' or ky=='none' then an,bn,sa=rb(kl)end\nreturn{'waiting',ARGV[1],an,sa,string.sub(bn or '',1,nw)}", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "c115243f91b6be916b275523f8d2c3471459544b", BEGIN, "local sm=86400000\nlocal function tr(j,hp)\nlocal bb,pn=string.match(c('GET',j)or '','^(%d+) (.*)$')\nif pn==hp then return bb end\nlocal be=c('TIME')\nlocal cf=be[1] .. string.format('%06d',be[2])\nif bb and(#bb>#cf or(#bb==#cf and bb>=cf))then\nlocal m,sx,th=string.match(bb,'^(%d-)(%d)(9*)$')\ncf=m ..(sx+1).. string.rep('0',#th)\nend\nh('SET',j,cf .. ' ' .. hp,'PX',sm)\nreturn cf\nend\nlocal function kb(aw)\nreturn function(av,bm)\nlocal j=table.remove(av)\nlocal d=aw(av,bm)\nif d[1]=='held' then table.insert(d,tr(j,bm[2]))end\nreturn d\nend\nend\nlocal sh=10000\nlocal gv,pp=KEYS[1],ARGV[2]\nlocal pu={}\nlocal function ti(e,p,sr)\nif sr=='2' then return end\ntable.insert(pu,string.match(p,'^[^:]+:([^:]*:)').. string.sub(e,#pp+1))\nend\nlocal function rn()\nif #pu==0 then return end\nlocal rx,gt=c('TIME')[1],{}\nfor bl,ko in ipairs(pu)do\ntable.insert(gt,rx - rx % 60 .. '000')\ntable.insert(gt,ko)\nend\npu={}\nif h('ZADD',gv,unpack(gt))>0 then h('ZREMRANGEBYRANK',gv,0,-sh - 1)end\nend\nlocal mm={}\nmm['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nmm['fair-read-write/acquire-write']=kb(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nmm['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nmm['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nmm['read-write/steal-write']=kb(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nmm['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gb=KEYS[1],ARGV[2]", rwQueueTell_, "local bu,hs={unpack(ARGV,3)},{}\ndf()\nfor bl,y in ipairs(bu)do\ntable.insert(hs,ai(ag))\ntable.insert(hs,y)\nend\naw('ZADD',bf,'XX',unpack(hs))\nif c('PTTL',bf)<lz then\nfor bl,j in ipairs({at,ds,bf})do h('PEXPIRE',j,fn)end\nend\nlocal l=c('PTTL',e)\nlocal r=l==-2 and 'free' or c('HGET',e,'mode')or 'plain'\nlocal bl,bn=gh(at)\nlocal bl,nr=gh(ds)\nif fv and(r=='free' or r=='read')then fu(r)end\nlocal d={'touched',ARGV[1],r,l,bn or 0,nr or 0}\nfor bl,an in ipairs(c('ZMSCORE',at,unpack(bu)))do table.insert(d,tonumber(an or 0))end\nreturn d\nend\nmm['web-locks/snapshot']=function(KEYS,ARGV)\nlocal gv,pp,m,ch,ep=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal rd=100\nlocal sk=500\nlocal cp=15000\nlocal be=c('TIME')\nlocal ag=be[1]*1000+math.floor(be[2]/1000)\nlocal function sz(e)\nlocal cq,po={},1\nfor bl,u in ipairs(c('HKEYS',e))do\nif u=='mode' then\npo=0\nelse\ntable.insert(cq,u)\nend\nend\nreturn cq,po\nend\nlocal function tt(e,cl,rk,md)\nlocal sb=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal at,bf=ARGV[6] .. cl .. ARGV[7] .. sb,ARGV[6] .. cl .. ARGV[8] .. sb\nlocal bu=c('ZRANGE',at,rk,rk+md - 1)\nif #bu==0 then return{},0 end\nlocal rr={}\nfor q,aq in ipairs(c('ZMSCORE',bf,unpack(bu)))do\nif tonumber(aq or 0)>ag - cp then table.insert(rr,bu[q])end\nend\nreturn rr,#bu\nend\nlocal ps=0\nif m~='' then\nif c('ZSCORE',gv,ch)==m then\nps=c('ZRANK',gv,ch)+(ep>0 and 0 or 1)\nelse\nps,ep=c('ZCOUNT',gv,'-inf','(' .. m),0\nend\nend\nlocal d,pr={'page',ARGV[1],'','',0},sk\nlocal jr=c('ZRANGE',gv,ps,ps+rd - 1,'WITHSCORES')\nfor q=1,#jr,2 do\nlocal cl,ko=string.match(jr[q],'^([^:]*):(.*)$')\nlocal lw,cq,po=pcall(sz,pp .. ko)\nlocal rt,bu,i=pcall(tt,pp .. ko,cl,ep,pr)\ncq,bu,i=lw and cq or{},rt and bu or{},rt and i or 0\nif #cq+i+ep==0 then\nh('ZREM',gv,jr[q])\nelse\nif ep>0 then cq={}end\nfor bl,ay in ipairs({ko,lw and po or 0,#cq,#bu})do table.insert(d,ay)end\nfor bl,ay in ipairs(cq)do table.insert(d,ay)end\nfor bl,ay in ipairs(bu)do table.insert(d,ay)end\npr=pr - i\nif pr<=0 then\nd[3],d[4],d[5]=jr[q+1],jr[q],ep+i\nreturn d\nend\nend\nep=0\nend\nif #jr==2*rd then d[3],d[4]=jr[#jr],jr[#jr - 1] end\nreturn d\nend\nlocal sl={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal mn={'batch',ARGV[1]}\nlocal ph,mj=2,3\nwhile ARGV[mj] do\nlocal ko,rp,rf=ARGV[mj],ARGV[mj+1],ARGV[mj+2]\nlocal av,bm={},{ARGV[1]}\nfor q=ph,ph+rp - 1 do table.insert(av,KEYS[q])end\nfor q=mj+3,mj+2+rf do table.insert(bm,ARGV[q])end\nif sl[ko] then ti(av[1],av[2],bm[6])end\nif ko=='web-locks/snapshot' then pcall(rn)end\nlocal d=bo(mm[ko],av,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(mn,d)\nph,mj=ph+rp,mj+3+rf\nend\npcall(rn)\nreturn mn", END);
