// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local c=redis.call\nlocal a={}\nlocal function h(x,...)\nlocal d=redis.call(x,...)\na[#a+1]={}\nreturn d\nend\nlocal function s(...)\na[#a]={...}\nend\nlocal function az(ab,bq)\nredis.pcall('PUBLISH',ab,bq)\nif #a>0 then a[#a]={}end\nend\nlocal function bk(ad,...)\nlocal m=#a\nlocal o,d=pcall(ad,...)\nif o then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bo(ad,av,bm)\nlocal o,d,bp=bk(ad,av,bm)\nif o then return d end\nlocal b=type(d)=='table' and d.err or d\nif not string.find(b,'^%u+ ')then b='ERR ' .. b end\nreturn{err=b ..(bp and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bo(function(KEYS,ARGV)";
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
  "local function ci(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bj(t)\nreturn{'ended',aj,t}\nend\nlocal function cs()\nlocal t,au=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bj(t),au end\nend\nlocal function bt(b,f)\nif ao then\nlocal l=c('PTTL',p)\nif l>tonumber(f)then f=l end\nend\naw('SET',p,b .. ak,'PX',f)\nif ao then s('SET',p,bw,'PX',f)else s('UNLINK',p)end\nend";

const stateRememberEnd_ =
  "local function ax(t,f,au)\nlocal b='-' .. t ..(au or '')\nif k then\naw('SET',k,b,'PX',f)\nif v=='' then s('UNLINK',k)else s('SET',k,v,'PX',f)end\nelse\nbt(w .. '|' .. b,f)\nend\nreturn bj(t)\nend";

const lockHashMode_ =
  "local r,i\nlocal function aa(ai)\nreturn string.rep('%x',ai)\nend\nlocal cb='^' .. table.concat({aa(8),aa(4),aa(4),aa(4),aa(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bx()\nreturn w~='' or string.sub(v,1,1)=='+'\nend";

const lockHashStateKeyOf_ =
  "local function bi(u)\nlocal m=string.match(p,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(p,#m+#g+1)\nend";

const lockHashIsOwner_ =
  "local function cc(u)\nif string.find(string.gsub(u,':write$',''),cb)then return true end\nif KEYS.locked and(u~=g or g=='')then error('KEY_NOT_LOCKED')end\nlocal ag=c('GET',bi(u))\nreturn ag and(string.sub(ag,1,1)~='|' or string.sub(ag,1,2)=='|+')\nend";

const lockHashIsCount_ =
  "local function bh(b)\nreturn #b<=6 and string.find(b,'^[1-9]%d*$')~=nil\nend\nlocal function ah(j)\nfor as,ay in ipairs(KEYS)do\nif ay==j then error('NOT_A_LOCK ' .. as)end\nend\nend";

const lockHashTimeLeft_ =
  "local function cg()\nlocal l=c('PTTL',e)\nif l==-1 then ah(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function ca()\nlocal n=c('HRANDFIELD',e,5,'WITHVALUES')\nr,i=#n>0 and 'plain',n[1]==g and n[2]\nif #n>2 then\nr,i=unpack(c('HMGET',e,'mode',g))\nif g=='mode' then i=false end\nif(r~='read' and r~='write')or(i and not bh(i))then ah(e)end\nend\nlocal ae=i and bx()\nfor q=1,#n,2 do\nif n[q]~='mode' or r=='plain' then\nif not bh(n[q+1])then ah(e)end\nae=ae or cc(n[q])\nend\nend\nif r and not ae then ah(e)end\nreturn n\nend";

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
  "local function jf(ek)\nlocal l=k and c('PTTL',k)\nreturn l and(l==-1 and math.huge or l - ek)\nend";

const readHoldsLives_ =
  "local co={}\nlocal function dr(bd,ar)\nlocal j=dg(bd,ar)\nco[j]=co[j] or c('PTTL',j)\nreturn co[j]\nend";

const readHoldsSCRIPTMS_ =
  "local fr=10";

const readHoldsOWNMS_ =
  "local iv=5";

const readHoldsSlotOf_ =
  "local function jg(i,cw)\nif not k then return 1,dr(g,1),true end\nlocal q,l,dt=1,math.huge,false\nlocal ja=ba=='+' and w=='' and i>1\nfor ar=i,ja and 2 or 1,-1 do\nlocal ay=dr(g,ar)\nlocal fe=ay>cw - fr\nlocal je=ay<l and(ar>1 or l>cw+iv or ay<l - fr)\nif(fe and not dt)or(fe==dt and je)then\nq,l,dt=ar,ay,fe\nend\nend\nreturn q,l,dt\nend";

const readHoldsReadLeft_ =
  "local function nh(i,ek)\nlocal cw=jf(ek)\nlocal bg,l=jg(i,cw)\nlocal ei=cw or math.huge\nfor bg,ay in ipairs({l,c('PTTL',e)})do\nif ay~=-1 then ei=math.min(ei,ay)end\nend\nreturn ei==math.huge and -1 or math.max(ei,0)\nend";

const readsHoldLeft_ =
  "local function em(i,f)\nreturn nh(i,f - ARGV[4])\nend\nlocal function et()\nreturn r=='read' or r=='write'\nend\nlocal fa=64\nlocal function eu(z,bg,f)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nh('SET',dg(g,i),'1','PX',z)\ns('UNLINK',dg(g,i))\nh('PEXPIRE',k,f)\nreturn i,tonumber(z)\nend";

const grantSettled_ =
  "local function fl()\nlocal bl=cs()\nif bl then return bl end\nlocal ae=not k or v~=''\nca()\nif i and ae then\nlocal cj=string.sub(v,2)\nif w~='' and w~=cj then return ax(ci('lost'),f)end\nif not k and not ao and r=='plain' then\nak=ARGV[8]\nbt('|+',f)\nh('PEXPIRE',e,z,'GT')\nend\nreturn{'held',aj,tonumber(i),em(tonumber(i),f),cj}\nend\nif i and et()then\nif fj then return ax('reentered',f)end\nif tonumber(i)>=fa then return ax('crowded',f)end\nlocal l=cg()\nif string.sub(w,1,1)=='!' then w=bz end\nlocal ct=math.max(l,tonumber(z))\nh('SET',k,'+' .. w,'PX',f+ct)\ns('UNLINK',k)\nbt(w .. '|' .. ba,f)\nlocal by,al=eu(z,ct,f)\nif l<ct then h('PEXPIRE',e,z)end\nreturn{'held',aj,by,al,w}\nend\nif v~='' or(ao and not k)then return ax(ci('lost'),f)end\nend";

const grantIsLast_ =
  "local function gk()\nif dx and KEYS.locked then error('KEY_NOT_LOCKED')end\nreturn ch\nend";

const grantWithHolder_ =
  "local function gw(ac)\nif not dx or ac[1]~='busy' then return ac end\nlocal u,fk=unpack(c('HRANDFIELD',e,2))\nif u=='mode' and fk then u=fk end\nif u then\ntable.insert(ac,u)\ntable.insert(ac,c('GET',bi(u))or '')\nend\nreturn ac\nend";

const waitersNow_ =
  "local af,be\nlocal function dd()\nbe=c('TIME')\naf=be[1]*1000+math.floor(be[2]/1000)\nend";

const waitersDigits_ =
  "local function ai(an)\nreturn string.format('%.0f',an)\nend";

const waitersHEAD_ =
  "local dy='[%w._%%-]*'\nlocal function dp(ea)\nreturn 'leasehound:' .. ea\nend";

const readHoldsMOSTWALKED_ =
  "local dq=80\nlocal function ez(bd,i)\nif i>dq then return math.max(c('PTTL',e),0)end\nlocal bs=0\nfor ar=1,i do\nbs=math.max(bs,dr(bd,ar))\nend\nreturn bs\nend";

const rwQueueQueue_ =
  "local at,ds,bf=KEYS[3],KEYS[4],KEYS[5]\nlocal cp=15000";

const rwQueueKEPTMS_ =
  "local fn=60000\nlocal lz=45000";

const rwQueueMOSTDROPPED_ =
  "local fb=64\nlocal gs=256\nlocal fw=false\nlocal hc='^' .. dy .. ':wake:[%w-]+$'\nlocal function ff(y)\nreturn string.sub(y,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fq(y)\nif h('ZREM',at,y)==0 then return false end\nh('ZREM',bf,y)\nif ff(y)then h('ZREM',ds,y)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function fm(y,be)\nlocal aq=tonumber(be or 0)\nif aq<=af then return aq end\nh('ZADD',bf,ai(af),y)\nreturn af\nend\nlocal function gh(fh,fc)\nlocal br=c('ZRANGE',fh,0,0,'WITHSCORES')\nif #br==0 then return false end\nif br[1]==fc then return fc end\nif not af then dd()end\nlocal aq=fm(br[1],c('ZSCORE',bf,br[1]))\nif aq>af - cp then return br[1],tonumber(br[2]),aq+cp end\nbr=c('ZRANGE',fh,0,fb - 1,'WITHSCORES')\nlocal bu,fd,dm={},{},nil\nfor q=1,#br,2 do table.insert(bu,br[q])end\nlocal hk=c('ZMSCORE',bf,unpack(bu))\nfor q,y in ipairs(bu)do\naq=fm(y,hk[q])\nif aq>af - cp then\ndm=q\nbreak\nend\ntable.insert(fd,y)\nend\nfw=true\nfor bg,j in ipairs({at,ds,bf})do h('ZREM',j,unpack(fd))end\nif dm then return bu[dm],tonumber(br[2*dm]),aq+cp end\nreturn #bu==fb and 'more'\nend";

const rwQueueTell_ =
  "local function cd(y,da,an)\nlocal ce=string.match(y,'^.|[^|]*|([^|]*)|')\nif string.find(ce,'^%d%d%d%d%d%d$')then\naz(gb,da .. ce .. an)\nelseif string.find(ce,hc)then\naz(dp(ce),da .. an .. ' ' .. e)\nend\nreturn ce\nend\nlocal function fu(di)\nlocal bn,an=gh(at)\nif not bn or bn=='more' then return end\nif ff(bn)then\nif di=='free' then cd(bn,'2',ai(an))end\nreturn\nend\nlocal m=c('ZRANGE',ds,0,0,'WITHSCORES')[2]\nlocal ag={}\nfor bg,bd in ipairs(c('ZRANGE',at,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,gs))do\nlocal ce=string.match(bd,'^.|[^|]*|([^|]*)|')\nif not ag[ce] then ag[cd(bd,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function me(m)\nlocal ng=c('ZRANGE',at,gs - 1,gs - 1,'WITHSCORES')\nif ng[1] and(not m or tonumber(ng[2])<m)then\ncd(ng[1],'3',m and ai(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function hr(y)\nif not fq(y)then return end\nlocal hh=c('HGET',e,'mode')\nif hh~='write' then fu(hh and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function mg(y)\nif not af then dd()end\nlocal as,an=c('ZRANK',at,y),0\nif not as then\nlocal kj=c('ZRANGE',at,-1,-1,'WITHSCORES')\nan=(tonumber(kj[2])or 0)+1\nh('ZADD',at,ai(an),y)\nif ff(y)then h('ZADD',ds,ai(an),y)end\nas=c('ZCARD',at)- 1\nend\nh('ZADD',bf,ai(af),y)\nif an>0 or c('PTTL',bf)<lz then\nfor bg,j in ipairs({at,ds,bf})do h('PEXPIRE',j,fn)end\nend\nreturn as+1,an\nend";

const readsForgetOutlived_ =
  "local function od()\nif not k or ao or v~='' then return end\nca()\nif not i or not et()or ez(g,tonumber(i))>0 then return end\ncg()\nh(c('HLEN',e)==2 and 'DEL' or 'HDEL',e,g)\nend";

const fairReadWriteBlock_2 =
  "if c('EXISTS',unpack(KEYS))==0 then return dw()end\nlocal function ob(qh,m)\nlocal ac=dw()\npcall(function()\nif qh and fq(ee)and not fw then me(m)end\nif fw then fu('read')end\nend)\nreturn ac\nend\ncn()\nod()\nlocal ac=fl()\nif ac then\nif k then pcall(hr,ee)end\nreturn ac\nend\nif k and r=='write' and c('HEXISTS',e,g .. ':write')==1 then return ob(true,0)end\nlocal l=cg()\nlocal di=l==-2 and 'free' or r=='read' and 'read'\nlocal kt=l\nif di then\nlocal nf=tonumber(c('ZSCORE',at,ee)or nil)\nlocal nr,an,mx=gh(ds)\nif not nr or(nf and an and an>nf)then return ob(nf,an)end\nkt=nr=='more' and 0 or mx+1 - af\nif fw then fu(di)end\nend\nif gk()then\nhr(ee)\nax('refused',f)\nreturn gw({'busy',aj,l,0,-1,0})\nend\nlocal as,an=mg(ee)\nreturn{'busy',aj,l,as,kt,an}";

const writesBegin_ =
  "local function ec(z)\nh('HSET',e,'mode','write',g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,z)\ns('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function ls(f,ek)\nlocal l=c('PTTL',e)\nif not k then return l end\nlocal jh=c('PTTL',p)\nif jh~=-1 then\nlocal cw=jh - ek\nl=math.max(l==-1 and cw or math.min(l,cw),0)\nend\nh('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function em(bg,f)\nreturn ls(f,f - ARGV[4])\nend\nlocal function et()\nreturn r=='write'\nend\nlocal fa=1000\nlocal function eu(z)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nreturn i,tonumber(z)\nend";

const grantTakeNew_ =
  "local function hj()\nif not h('SET',p,'|+' .. ARGV[8],'PX',f,'NX')then return end\ns('UNLINK',p)\nec(z)\nreturn{'held',aj,1,tonumber(z),''}\nend";

const fairReadWriteWasAnswered_ =
  "local rc=ARGV[6]=='2'\nlocal function iq()\nlocal l=c('PTTL',e)\nif l>=0 and c('EXISTS',p)==0 then\nlocal as,an=mg(ee)\nreturn{'busy',aj,l,as,l,an}\nend\nif l~=-2 then return end\nlocal bn=c('ZRANGE',at,0,0)[1]\nlocal ac=(not bn or bn==ee)and hj()\nif ac and bn then pcall(fq,ee)end\nreturn ac\nend\nif rc and not k then\nlocal ac=iq()\nif ac then return ac end\nelseif c('EXISTS',unpack(KEYS))==0 then\nreturn dw()\nend\ncn()\nlocal ac=fl()\nif ac then\nif k then pcall(hr,ee)end\nreturn ac\nend\nlocal l=cg()\nlocal kt=l\nif l==-2 then\nlocal bn,bg,mx=gh(at,ee)\nif not bn or bn==ee then\nac=dw()\nif bn then pcall(fq,ee)end\nreturn ac\nend\nkt=bn=='more' and 0 or mx+1 - af\nif fw then fu('free')end\nelseif k then\nlocal bd=string.sub(g,1,-7)\nif ez(bd,tonumber(c('HGET',e,bd)or 0))>0 then\nhr(ee)\nreturn ax('upgrade',f)\nend\nend\nif gk()then\nhr(ee)\nax('refused',f)\nreturn gw({'busy',aj,l,0,-1,0})\nend\nlocal as,an=mg(ee)\nreturn{'busy',aj,l,as,kt,an}";

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
  "local function mp()\nlocal ag=n[9] and '* ' or ''\nfor q=1,#n,2 do ag=ag .. n[q] .. ' ' end\naz(ARGV[5],ag .. 'lost')\nend";

const stateExtended_ =
  "local es,dv={},{}";

const stateKeep_ =
  "local function fg(j,al,gf)\nif h('PEXPIRE',j,al,'GT')==0 and(gf or dv[e])then h('PEXPIRE',j,al,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local gd=60000\nlocal function fy()\nreturn ao or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gb,cx,ee=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function df()\nif c('PTTL',e)<0 then return false end\nlocal o,du=pcall(ca)\nif string.find(tostring(du),'KEY_NOT_LOCKED')then error(du,0)end\nif not o then return false end\nif string.find(g,':write$')then return r=='write' end\nreturn(r=='plain')==(cx=='')\nend\nlocal function de(cy)\nif k and v=='' and not cy then return nil end\nlocal cj=v~='' and string.sub(v,2)or cy or ''\nlocal i=(w=='' or w==cj)and c('HGET',e,g)or nil\nif i and not bx()and not df()then return nil end\nreturn i\nend";

const readHoldsSetLife_ =
  "local function ll(bd,ar,al)\nlocal j=dg(bd,ar)\nco[j]=al or -2\nif al then h('SET',j,'1','PX',al)else h('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function il(cv)\nif cv>dq then return true end\nlocal bs,by=0,0\nlocal cq=c('HGETALL',e)\nfor q=2,#cq,2 do by=by+(tonumber(cq[q])or 0)end\nif by>dq then return true end\nfor q=1,#cq,2 do\nbs=math.max(bs,ez(cq[q],tonumber(cq[q+1])or 0))\nend\nif bs>0 then\nh('PEXPIRE',e,bs)\nelse\nh('DEL',e)\nend\nreturn bs>0\nend";

const readHoldsTimeoutKeys_ =
  "local function mf(i)\nlocal av={}\nfor ar=1,math.min(i,dq)do av[ar]=dg(g,ar)end\nreturn av\nend";

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
  "local function id(it,i,gp)\nlocal ld=dr(g,i)\nlocal ar,go,dt=jg(i,jf(ARGV[7] - it))\ngp()\nh('HINCRBY',e,g,-1)\nll(g,i)\nif ar<i and ld>0 and(dt or ld>go)then\nll(g,ar,ld)\nelseif ar<i and dt then\nll(g,ar)\nend\nkq(go)\nend";

const endEndHold_ =
  "local function ic(cy,iu)\nlocal gj,gi=true,nil\nif not k then\ngj,gi=pcall(c,'HGET',e,g)\nend\nif gi=='1' then\nlocal o,m=pcall(h,'SET',p,'|-released' .. au,'PX',f,'GET')\nif o and m then s('SET',p,m,'PX',f)end\nif o and not m then s('UNLINK',p)end\nif o and(m and string.sub(m,1,2)=='|+' or not m and(bn and iu or df()))then\nfs(true)\nreturn bj('released')\nend\nif o and not m then return ax('taken',gd)end\nif o then\nlocal ed=f+c('PTTL',e)\nh('SET',p,m,'PX',ed)\ns('SET',p,m,'PX',ed)\nend\nend\ncn()\nlocal bl,ir=cs()\nif bl and au~='' and ir~=eq and(bl[3]=='released' or string.find(bl[3],'^still'))then\nreturn bj('released-elsewhere')\nend\nif bl then return bl end\nlocal i=(gj or fy())and de(bn and cy)\nif not i then\nlocal t=ci(c('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ax(t,fy()and f or gd)\nie()\nreturn d\nend\nif tonumber(i)>1 then\nlocal t='still:' .. i - 1\nid(is,tonumber(i),function()\nax(t,f,au)\nend)\nif k then pcall(fg,p,f)end\nreturn bj(t)\nend\nlocal d=ax('released',f,au)\nfs()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return ic(ARGV[4])";

const stateExtend_ =
  "local function gu(j,al)\nif h('PEXPIRE',j,al,'GT')==1 then return true end\nif not es[j] and h('PEXPIRE',j,al,'NX')==1 then dv[j]=true end\nes[j]=true\nreturn dv[j]\nend";

const exclusiveEndOne_ =
  "local function id(it,bg,gp)\ngu(e,it)\ngp()\nh('HINCRBY',e,g,-1)\nend";

const fairReadWriteFreed_2 =
  "local function eh(di)\nlq(di)\naz(gb,'1')\nend";

const writesEndLast_ =
  "local function fs()\nlocal cv,di=c('HLEN',e),'free'\nif cv==2 then\nh('DEL',e)\nelse\nh('HSET',e,'mode','read')\ns('HSET',e,'mode','write')\nh('HDEL',e,g)\ns('HSET',e,g,i or 1)\nif il(cv)then di='read' end\nend\neh(di)\nend";

const exclusiveBegin_ =
  "local function ec(z)\nh('HINCRBY',e,g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,z)\ns('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function em(bg,f)\nlocal l=c('PTTL',e)\nif k then h('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function et()\nreturn r=='plain'\nend\nlocal fa=1000\nlocal function eu(bg,l)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nreturn i,l\nend";

const waitersMAILBOX_ =
  "local fv=dy .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cd(am,...)\naz(dp(am),table.concat({...},' '))\nend";

const queueQueue_ =
  "local at,cu,bf=KEYS[3],KEYS[4],KEYS[5]\nlocal cp=15000\nlocal dl=2000\nlocal fz=100\nlocal ly=10\nlocal ji=false\nlocal function ey(x,j,dn)\nfor q=1,#dn,dl do\nh(x,j,unpack(dn,q,math.min(q+dl - 1,#dn)))\nend\nend\nlocal function dz()\nreturn c('ZDIFF',2,cu,bf,'WITHSCORES')\nend\nlocal function ij()\nlocal ch=c('LINDEX',at,-1)\nreturn ch,tonumber(ch and c('ZSCORE',cu,ch)or nil)\nend";

const queueLeave_ =
  "local function fq(gl,dh)\nlocal bu=c('LRANGE',at,0,fz)\nlocal jx=#bu>fz\nlocal gx=jx and dz()or c('ZRANGE',cu,0,-1,'WITHSCORES')\nlocal gz,ch,fo={},nil,nil\nfor q=1,#gx,2 do\ngz[gx[q]]=gx[q+1]\nend\nif jx then\nch,fo=ij()\nbu=(#gx>0 or dh>ly)and c('LRANGE',at,0,-1)\nend\nlocal gy,dc,en,ho=0,{},{},{}\nfor bg,y in ipairs(bu or{})do\nif gl[y] then\ngy=gy+fx\ntable.insert(en,y)\nelse\ntable.insert(ho,y)\nif gy>0 and gz[y] then\ntable.insert(dc,ai(gz[y] - gy))\ntable.insert(dc,y)\nend\nend\nend\nif not bu then\nfor y in pairs(gl)do\nif h('LREM',at,0,y)>0 then table.insert(en,y)end\nend\nelseif #en==1 then\nh('LREM',at,0,en[1])\nelseif #en>1 then\nh('DEL',at)\ney('RPUSH',at,ho)\nend\ney('ZREM',cu,en)\nif fo then\nlocal jw=fo - #en*fx\nch,fo=ij()\nif fo and fo>jw and not gz[ch] then\ntable.insert(dc,ai(jw))\ntable.insert(dc,ch)\nend\nend\ney('ZADD',cu,dc)\nif bu and #ho==0 then h('DEL',bf)end\nend\nlocal function ku()\nlocal ha=c('ZRANGEBYSCORE',bf,'-inf',ai(af - cp))\nif #ha==0 then return end\nlocal gl={}\nfor bg,y in ipairs(ha)do\ngl[y]=true\nend\nfq(gl,#ha)\ney('ZREM',bf,ha)\nji=true\nend\nlocal function mc()\nwhile true do\nlocal cl=c('LINDEX',at,0)\nif not cl then return false end\nif not af then dd()end\nlocal aq=tonumber(c('ZSCORE',bf,cl)or nil)\nif aq and aq>af then\nlocal ge={}\nfor bg,y in ipairs(c('ZRANGEBYSCORE',bf,'(' .. ai(af),'+inf'))do\ntable.insert(ge,ai(af))\ntable.insert(ge,y)\nend\naw('ZADD',bf,ge[1],ge[2])\ney('ZADD',bf,ge)\naq=af\nend\nlocal ew=not aq and tonumber(c('ZSCORE',cu,cl)or nil)\nlocal ka=aq and aq+cp or ew or 0\nif ka>af then return cl,ka,aq~=nil end\nif aq then\nku()\nelse\nh('LPOP',at)\nh('ZREM',cu,cl)\nji=true\nend\nend\nend\nlocal function lt(bn)\nlocal gm=h('ZPOPMIN',cu,fz+1)\nlocal m,dc,l={},{},false\nfor q=#gm,1,-1 do table.insert(m,gm[q])end\nif #gm>0 then s('ZADD',cu,unpack(m))end\nlocal function io(dn)\nfor q=2,#dn,2 do\nif dn[q - 1]==bn then\nl=true\nelse\ntable.insert(dc,ai(dn[q] - fx))\ntable.insert(dc,dn[q - 1])\nend\nend\nend\nio(gm)\nif #gm>2*fz then\nif not l then h('ZREM',cu,bn)end\nio(dz())\nio({ij()})\nend\ney('ZADD',cu,dc)\nif #dc==0 and c('EXISTS',at)==0 then h('DEL',bf)end\nend\nlocal function kp(y)\nif KEYS.locked then return end\nlocal b=redis.pcall('GET',(string.gsub(bi(y),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(b)=='string' and b or nil\nend\nlocal function kr(ej,...)\nlocal am=string.match(ej or '','^~?(' .. fv .. ') ')\nif am then cd(am,...)end\nreturn am\nend\nlocal function ma(el,y,ej)\nif not kr(ej,'try',y,0)then az(el .. y,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local pw=30000\nlocal pv=86400000\nlocal function oc()\nlocal ac=dw()\nbk(lt,g)\nreturn ac\nend\nlocal function ok(ew)\nlocal pb=ew - af+fx+cp\nif c('PTTL',bf)<pb then h('PEXPIRE',bf,ai(pb))end\nend\nlocal function qo(as,qc,dc)\nwhile true do\nlocal n=c('LRANGE',at,as+1,as+fz)\nfor bg,y in ipairs(n)do\nif c('ZSCORE',bf,y)then return end\nlocal ew=c('ZSCORE',cu,y)\nif ew then\ntable.insert(dc,ai(ew+qc))\ntable.insert(dc,y)\nend\nend\nif #n<fz then return end\nas=as+fz\nend\nend\nlocal pg=false\nlocal function ac()\nlocal kw=c('EXISTS',e,p,k or p)\nif kw==0 then\nlocal cl=h('LPOP',at)\nif not cl then\ns('EXISTS',at)\nreturn dw()\nend\ns('LPUSH',at,cl)\nif cl==g then return oc()end\nh('LPUSH',at,cl)\nelse\nlocal jc=not k and kw==1\nif not jc then cn()end\nlocal ac=not(jc and ARGV[6]=='2')and fl()\nif ac then return ac end\nend\nlocal l=cg()\ndd()\nlocal as=c('LPOS',at,g)\nlocal gn=as and h('ZADD',bf,ai(af),g)==1\nif gn then ok(af+(as+1)*fx)end\nku()\nlocal cl,og\nif l==-2 then\ncl,og=mc()\nend\nif l==-2 and not cl then\nh('DEL',bf)\nreturn dw()\nend\nif l==-2 and cl==g then\nh('LPOP',at)\ns('LPUSH',at,g)\nreturn oc()\nend\nif ji then\nas=c('LPOS',at,g)\nif l==-2 then ma(ARGV[10],cl,kp(cl))end\nend\nif gk()then\nif as then\nfq({[g]=true},1)\nh('ZREM',bf,g)\nend\nax('refused',f)\nreturn gw({'busy',aj,l,as and as+1 or 0,-1})\nend\nlocal ae=as and tonumber(c('ZSCORE',cu,g)or nil)\nif ae and ae<af - pv then ae=nil end\nlocal ew=ae\nif not as then\nlocal kj=c('LINDEX',at,-1)\new=(kj and c('ZSCORE',cu,kj)or af+math.max(l,0))+fx\nas=h('RPUSH',at,g)- 1\npg=true\nh('ZADD',bf,ai(af),g)\nend\nlocal oe=af+(as+1)*fx\nif not ew or ew<oe - fx+pw then ew=oe end\nif ew~=ae then\nlocal dc={ai(ew),g}\nif ae and not gn then qo(as,ew - ae,dc)end\ney('ZADD',cu,dc)\nok(ew)\nend\nreturn{'busy',aj,l,as+1,l==-2 and og+1 - af or l}\nend";

const waitersTellWanted_ =
  "local function pa(u,ft)\nlocal cl=string.match(ft or '','^[^\\n]*\\n@(' .. dy .. ') ')\nif cl then az('leasehound-ends:' .. cl .. ':' .. e,u .. ' wanted')end\nend";

const waitersIsHeard_ =
  "local function hg(am,ab)\nam=dp(am)\nlocal ck=redis.pcall('PUBSUB','NUMSUB',am,ab or am)\nreturn ck.err~=nil or ck[2]~=0,ck[4]\nend";

const waitersDated_ =
  "local function mw(b)\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. ai(af).. ' '))\nend";

const waitersIsCluster_ =
  "local function oi()\nlocal mk=redis.pcall('INFO','cluster')\nreturn type(mk)=='string' and string.find(mk,'cluster_enabled:1',1,true)~=nil\nend\nlocal function nz()\nlocal o,oa=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn o and oa=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function oq(b,ck)\nb=mw(b)\nif ck~='1' or string.find(b,'^~')then return b end\nlocal oo=nz()and hg(string.match(b,'^%S+'))and not oi()\nreturn(oo and '' or '~').. b\nend";

const waitersSECRET_ =
  "local iy=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local kd=20";

const waitersTellGranted_ =
  "local function kk(am,dj,...)\nlocal b='granted ' .. table.concat({...},' ')\ncd(am,b,string.sub(redis.sha1hex(dj .. b .. dj),1,kd))\nend";

const waitersSTANDINGMS_ =
  "local iz=150000\nlocal iw='^(~?)(' .. fv .. ') (%S+) (' .. iy .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op]k?)(.*)$'";

const waitersMOSTDIGITS_ =
  "local jj=15\nlocal ef,ii=0,false\nlocal fi=false\nlocal function hn(b,ab)\nlocal ap,am,g,dj,z,f,hs,t,ak=string.match(b,iw)\nif not ap or string.find(ak,'^[^\\n]')or math.max(#z,#f)>jj then return end\nif af - hs>=iz then return end\nfi=false\nif ap=='' or ab then\nlocal hl=string.sub(t,2,2)\nlocal hd,de=hg(am,ab)\nif hl=='p' then de=nil end\nif ap=='' then\nif not hd then return end\nef,ii=ab and de or 0,hl=='o'\nend\nfi=hd and de==0\nend\nif KEYS.locked and string.sub(t,3)~='k' then\nap,fi='~',false\nend\nreturn ap,am,g,dj,z,f,t,ak\nend";

const waitersStanding_ =
  "local cr,ga=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal fn=160000\nlocal function gc()\nh('SET',ga,'1','PX',fn)\nend";

const waitersCALLEDMS_ =
  "local gr=65\nlocal jk=30\nlocal hx=50\nlocal aq=0\nlocal function he(as,da,al)\nlocal b=c('LINDEX',cr,as)\nif not b then return false end\nlocal am,g=string.match(b,'^~?(' .. fv .. ') (%S+)')\nif am then cd(am,da,g,al)end\nreturn true\nend\nlocal function ig(da,al)\nif he(0,da,al)then gc()end\nend";

const waitersIsOpen_ =
  "local function ih(g)\nreturn KEYS.locked or c('EXISTS',bi(g))==0\nend\nlocal function hy(al,ab)\nif not af then dd()end\nwhile aq<hx do\naq=aq+1\nlocal b=c('LINDEX',cr,0)\nif not b then return end\nlocal ap,am,g=hn(b,ab)\nif ef>0 then al=jk end\nlocal hf=ap and ih(g)\nif hf and(ap=='' or al>0)then\ngc()\ncd(am,al==0 and 'try' or 'next',g,al)\nif al==0 or ap=='~' or ef>0 then he(1,'next',al+gr)end\nreturn\nend\nh('LPOP',cr)\nif hf then\ncd(am,'try',g,0)\nal=gr\nend\nend\nig(al==0 and 'try' or 'next',al)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local kc=5000\nlocal ix=50\nlocal function jm(g,z,f,ak)\nif ak then\nif not h('SET',bi(g),'|+' .. ak,'PX',f,'NX')then return false end\ns('UNLINK',bi(g))\nend\nh('HINCRBY',e,g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,z)\ns('UNLINK',e)\nreturn true\nend\nlocal function kf(ap,g,z,f,ak)\nlocal dk=math.min(tonumber(z),ap=='' and kc or ix)\nlocal jb=jm(g,dk,f,not KEYS.locked and ap=='' and ak)\nreturn jb and dk or nil\nend";

const waitersWithGrant_ =
  "local function lr(d,db,ep)\nif not db and not ep then return d end\ntable.insert(d,ep and 'passed' or 'granted')\nfor bg,km in ipairs(ep or db)do table.insert(d,km)end\nreturn d\nend";

const queueTellNext_ =
  "local function me(el,dk)\nlocal y=c('LINDEX',at,0)\nif not y or kr(kp(y),'next',y,dk)then return end\nif c('ZSCORE',bf,y)then return end\nh('ZADD',cu,'XX','LT',ai(af+dk+fx),y)\naz(el .. y,'0')\nend\nlocal function of(el,y,ej)\nlocal ap,am,g,dj,z,f,bg,ak=hn(ej)\nif ap~='' or g~=y then return end\nlocal dk=kf(ap,g,z,f,ak)\nif not dk then return end\nh('LPOP',at)\nlt(g)\nkk(am,dj,g,ai(af),dk,ai(af),0,0)\npcall(me,el,dk)\nreturn{g,dk}\nend\nlocal function nk(el,hm)\nlocal cl,ej\nlocal o,db=bk(function()\nlocal bg,jy\ncl,bg,jy=mc()\nej=jy and kp(cl)\nreturn ej and of(el,cl,ej)\nend)\nlocal bx=o and db or(not o and redis.pcall('EXISTS',e)==1)\nif bx then\nif hm==2 then pcall(gc)end\nreturn o and db\nend\nif cl then pcall(ma,el,cl,ej)end\nif hm==2 then pcall(hy,0)end\nend";

const stateTimeouts_ =
  "local cx=''";

const fenceMarkKey_ =
  "local nt,aj,cf=KEYS[1],ARGV[1],ARGV[2]\nlocal function pz(ap)\nif not ap then return true end\nif not string.find(ap,'^%d+$')then error('the mark of this resource is no number')end\nreturn #ap<#cf or(#ap==#cf and ap<=cf)\nend\nlocal function qg(ap,cz)\nif ap==cf then return false end\nlocal be=c('TIME')\nif tonumber(cf)<=(be[1]+60)*1e6+be[2] then return false end\nlocal bb=tonumber(c('GET',cz)or '')\nreturn not bb or bb<tonumber(cf)\nend\nlocal function qs(ap)\nif ap~=cf then h('SET',nt,cf)end\nend";

const grantLooked_ =
  "local hq\nlocal function ik(im)\nif im or KEYS.locked then\nlocal df,n=pcall(ca)\nif not df or i then return end\nhq=n\nend\nif r==false then return -2 end\nreturn c('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function jc()\nreturn c('EXISTS',p)==0\nend";

const grantRefuseNew_ =
  "local function lh(l)\nif not l or l<0 then return end\nlocal gn\nif gk()then\ngn=aw('SET',p,'|-refused','PX',f,'NX')\nelse\ngn=jc()\nend\nif gn then return{'busy',aj,l}end\nend";

const waitersMOST_ =
  "local dl='9223372036854775807'";

const fencedTokenKey_ =
  "local cz=KEYS[3]";

const waitersReadToken_ =
  "local function ki()\nlocal bb=c('GET',cz)\nreturn bb~='' and bb\nend\nlocal function kh(b)\nreturn string.find(b,'^%d+$')and(#b<#dl or(#b==#dl and b<=dl))\nend\nlocal function ip(bb,ht)\nlocal cf=ht[1] .. string.format('%06d',ht[2])\nbb=bb or ''\nlocal hu=#bb<#cf or(#bb==#cf and bb<cf)\nif hu then h('SET',cz,cf)else h('INCR',cz)end\nif bb=='' then s('UNLINK',cz)else s('SET',cz,bb)end\nreturn hu and cf or c('GET',cz)\nend";

const fencedWithToken_ =
  "local function kb(ac,cf)\ntable.insert(ac,cf)\nreturn ac\nend\nlocal function jd()\nlocal bb=ki()\nif bb and not kh(bb)then ah(cz)end\nreturn bb\nend\nlocal function mo(bb)\nif bb==dl then ah(cz)end\nlocal cf=ip(bb,c('TIME'))\nreturn kb(dw(),cf)\nend\nlocal function oz()\nlocal pc,bb=pcall(jd)\nlocal ac=pc and bb~=dl and hj()\nreturn ac and kb(ac,ip(bb,c('TIME')))\nend\nlocal function ou()\ncn()\nlocal bb=k and v=='' and jd()\nlocal ac=fl()\nif ac and ac[1]=='held' then kb(ac,bb or jd()or ip(nil,c('TIME')))end\nreturn ac,bb\nend";

const fencedQuickAnswer_ =
  "local function iq()\nif k then return c('EXISTS',e,p,k)==0 and mo(jd())end\nlocal l=ik(ARGV[6]~='2')\nreturn l==-2 and oz()or lh(l)\nend\nlocal function jl()\nlocal ac,bb=ou()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then\nif not k then bb=jd()end\nreturn mo(bb)\nend\nif gk()then ax('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function ac()\nreturn gw(iq()or jl())\nend";

const lockHashIsRandom_ =
  "local function qi(u)\nreturn string.find(u,':%d%d%d%d%d%d%d%d%d%d%d%d+$')~=nil\nend";

const standHolder_ =
  "local hp,oh\nlocal jy=0\nlocal function jc()\nlocal n=hq or c('HRANDFIELD',e,2,'WITHVALUES')\nlocal gv={p}\nif #n==2 and not KEYS.locked then table.insert(gv,bi(n[1]))end\nif n[1]==g then return false end\nlocal cw,dz=unpack(c('MGET',unpack(gv)))\nhp,oh=n[1],dz\nlocal lw=#n==2 and qi(n[1])\nif dz then lw=string.sub(dz,1,1)~='!' end\njy=lw and 1 or 0\nreturn not cw\nend";

const waitersLeaveList_ =
  "local function le(g)\nfor bg,b in ipairs(c('LRANGE',cr,0,-1))do\nif string.match(b,'^%S+ (%S+)')==g then h('LREM',cr,0,b)end\nend\nend\nlocal function hv(g,b)\nif KEYS.locked then\npcall(le,g)\nelseif(b or '')~='' then\npcall(h,'LREM',cr,0,b)\nend\nend";

const standMarked_ =
  "local function qm(b)\nlocal ck=ARGV[12]~='' and redis.pcall('PUBSUB','NUMSUB',ARGV[12])\nif not ck or ck.err then return b end\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(ck[2]==0 and 'o' or 'p')))\nend\nlocal function ov()\ndd()\nlocal b=qm(oq(ARGV[10],ARGV[11]))\nlocal as=ARGV[9]~='' and c('LPOS',cr,ARGV[9])\nif as then\nh('LSET',cr,as,b)\nelse\nh('RPUSH',cr,b)\npa(hp,oh)\nend\nh('PEXPIRE',cr,fn)\ngc()\nreturn b\nend";

const standAnswerOrStand_ =
  "local function qa()\nif KEYS.locked and ch then hv(g)end\nlocal d=ac()\nif d[1]=='busy' and not ch then\nif ARGV[10]=='' then return d end\nlocal o,b=pcall(ov)\nif o then\ntable.insert(d,af)\ntable.insert(d,b)\ntable.insert(d,jy)\nend\nelseif not(KEYS.locked and ch)then\nhv(g,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local hw=60000\nlocal mr=64";

const stealRob_ =
  "local function ni(u,l)\nlocal dz=bi(u)\nlocal f=math.max(l+hw,c('PTTL',dz))\nlocal ft='!' .. jt .. '|'\nlocal m=h('SET',dz,ft .. '-' .. jt,'PX',f,'GET')\nif m then s('SET',dz,m,'PX',f)else s('UNLINK',dz)end\nlocal ag=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not ag then return end\nh('SET',dz,ft .. ag,'PX',f)\ns('SET',dz,m,'PX',f)\nend\nlocal function nm(l,no)\nlocal lk={}\nfor bg,u in ipairs(c('HRANDFIELD',e,mr+1))do\nif u~='mode' or r=='plain' then\nni(u,l)\ntable.insert(lk,u)\nend\nend\nh('UNLINK',e)\nlocal gv=table.concat(lk,' ')\naz(nq,gv .. ' ' .. jt)\nlocal ac=no()\ntable.insert(ac,gv)\nreturn ac\nend";

const stealQuickAnswer_ =
  "local function iq()\nif k then return c('EXISTS',e,p,k)==0 and lp()end\nlocal l=ik(true)\nif l==-2 then return nn()end\nif l and l>=0 and c('EXISTS',p)==0 then return ln(l)end\nend";

const stealFullAnswer_ =
  "local function jl()\nlocal ac=ae()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return lp()end\nreturn ln(l)\nend\nlocal function ac()\nreturn iq()or jl()\nend";

const inspectSubscriptions_ =
  "local function ox(el)\nlocal ck=redis.pcall('PUBSUB','NUMSUB',unpack(el))\nif ck.err then return -1 end\nlocal lo=0\nfor q=2,#ck,2 do lo=lo+ck[q] end\nreturn lo\nend";

const lockHashLONGESTVALUE_ =
  "local nx=500\nlocal function on(j)\nlocal eg=redis.pcall('GETRANGE',j,0,nx)\nif type(eg)~='string' then return nil end\nreturn string.match(eg,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function qk(hi,nd)\nreturn 'light\\n' .. hi .. ' ' .. nd\nend";

const inspectLONGESTSTATE_ =
  "local px=700\nlocal function qz(av)\nlocal kl=#av>0 and c('MGET',unpack(av))or{}\nfor q=1,#av do kl[q]=string.sub(kl[q] or '',1,px)end\nreturn kl\nend";

const inspectMOSTBYTES_ =
  "local ny=50000\nlocal function nc(b)\nlocal bg,os=string.gsub(b,'[^%w:{}_./ -]','')\nreturn #b+5*os+3\nend";

const permitsCount_ =
  "local function i(b)\nreturn tonumber(gg(b))\nend";

const permitsPermits_ =
  "local ev,fp,aj=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local be=c('TIME')\nlocal af=be[1]*1000+math.floor(be[2]/1000)\nlocal mi=1000";

const lockQuickAnswer_ =
  "local function iq()\nif k then return c('EXISTS',e,p,k)==0 and dw()end\nlocal l=ik(ARGV[6]~='2')\nreturn l==-2 and hj()or lh(l)\nend\nlocal function jl()\ncn()\nlocal ac=fl()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return dw()end\nif gk()then ax('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function ac()\nreturn gw(iq()or jl())\nend";

const holdBlock_ =
  "cn()\nlocal bl=cs()\nif bl then return bl end\nlocal i=de()\nif not i then return ax(ci('lost'),ARGV[4])end\nreturn{'counted',aj,tonumber(i),em(tonumber(i))}";

const waitersTokenKey_ =
  "local cz";

const waitersChainSince_ =
  "local ia,ib,hz\nlocal mt=1000\nlocal mq=2000\nlocal ks=99\nlocal function np()\ncz='redisson_lock_token:' .. string.match(cr,'^[^:]+:[^:]*:standing:(.*)$')\nif KEYS.locked and not KEYS.locked[cz] then return false end\nlocal o,bb=pcall(ki)\nreturn o and(not bb or(kh(bb)and bb~=dl)),bb\nend\nlocal function jn(ap,am,g,dj,z,f,t,ak)\nlocal lb,bb=true,nil\nlocal lf=string.find(t,'^t')\nif lf then\nlb,bb=np()\nend\nif not lb then return cd(am,'try',g,0)end\nlocal dk=kf(ap,g,z,f,ak)\nif not dk then return end\nlocal cf=lf and ip(bb,be)or nil\nif ap=='~' then\ncd(am,'try',g,ai(ia))\nelse\nkk(am,dj,g,ai(af),dk,ai(ia),ib,hz,cf)\nend\nreturn{g,dk,cf}\nend\nlocal function lg(ab)\naz(ab,'1000000')\naz(ab,'0')\nend\nlocal function jq(ab)\nlg(ab)\npcall(hy,0,ab)\nend\nlocal function lc(b,md)\nreturn math.min(math.max(tonumber(b)or 0,0),md)\nend\nlocal function nb()\nif ef==0 or not ii then return false end\nlocal lm=c('LLEN',cr)+2\nreturn ib*ef>=math.max(lm+ef,hz*lm)\nend\nlocal function nj(ab,hi,ju,js,jv)\nif not af then dd()end\nia=math.min(tonumber(hi)or af,af)\nib=lc(ju,ks - 1)+1\nhz=lc(js,ks)\nlocal ne=hz>ib and mq or mt\nif af - ia>=ne then return jq(ab)end\nwhile aq<hx do\naq=aq+1\nlocal b=h('LPOP',cr)\nif not b then\naz(ab,'0')\nreturn\nend\nlocal ap,am,g,dj,z,f,t,ak=hn(b,ab)\nif ap=='' and nb()then\nh('LPUSH',cr,b)\nreturn jq(ab)\nend\nif ap=='~' and ih(g)then\nlocal lj=fi and jn(ap,am,g,dj,z,f,t,ak)\nif lj then\nhv(g)\nelse\nlg(ab)\ncd(am,'try',g,0)\nend\npcall(hy,lj and ix or gr)\nreturn\nend\nlocal db=ap=='' and jn(ap,am,g,dj,z,f,t,ak)\nif db then\nhv(g)\npcall(ig,'next',db[2])\nif ef>0 and jv~='1' then az(ab,'1')end\nreturn db\nend\nend\njq(ab)\nend\nlocal function eh(ab,hm,hi,ju,js,jv)\naq=0\nif hm==2 then\nlocal o,db=bk(nj,ab,hi,ju,js,jv)\nif o then return db end\nif redis.pcall('EXISTS',e)==1 then return end\nend\naz(ab,'0')\nend";

const holdRenew_ =
  "local function ot(z,f,ed,ol,li)\nlocal bl=cs()\nif bl then return nil,bl end\nlocal i=de()\nif not i then return nil,ax(ci('lost'),f)end\ngu(e,z)\nif li then li(tonumber(i))end\nif k then\nif ao then\nfg(p,ed)\nelse\nbt(string.sub(v,2).. '|',ed)\nend\nfg(k,ed,li)\nelseif KEYS.locked and not ao then\nbt('|+',ed)\nelseif ol then\nfg(p,ed)\nend\nreturn tonumber(i)\nend";

const readHoldsRenewSlot_ =
  "local function qu(i,cw,z)\nlocal ar=1\nif i>1 then ar=jg(i,cw)end\nlocal j=dg(g,ar)\nif not gu(j,z)then h('SET',j,'1','PX',z,'NX')end\nco[j]=nil\nend";

const lockHashLock_ =
  "local e,p,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "ca()\nlocal l=cg()";

const ownerAnswer_ =
  "local function ac(eo)\nreturn{'done',aj,tonumber(eo)}\nend\nlocal function o(eo)\naw('SET',k,eo,'PX',ARGV[4])\ns('UNLINK',k)\nreturn ac(eo)\nend";

const ownerHeldCount_ =
  "local function jo(jp)\nca()\nif r and(r=='plain')~=jp then ah(e)end\nif r then cg()end\nreturn i and tonumber(i)\nend";

const ownerENDED_ =
  "local hb='released-elsewhere'\nlocal hw=60000\nlocal function kv(ke)\nlocal f=math.max(c('PTTL',e)+hw,c('PTTL',p))\naw('SET',p,'!' .. hb .. '|-' .. hb,'PX',f)\nif ao then s('SET',p,bw,'PX',f)else s('UNLINK',p)end\nlocal la=ke()\naz(ARGV[6],g .. ' ' .. hb)\nreturn la\nend";

const ownerBlock_ =
  "cn()";

const ownerEndReads_ =
  "local function qe()\nif v~='' then return ac(v)end\nlocal by=jo(false)\nif not by then return o(0)end\nlocal d=o(1)\nkv(function()\nmb(tonumber(by))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function qv()\no(1)\nreturn{'done',aj,1,w}\nend";

const permitsGiveBack_ =
  "local function na(dh,ab,ei,my,...)\nlocal eb=aw('INCRBY',ev,dh)\ns('INCRBY',ev,-dh)\nmy(...)\nif eb>=ei then az(ab,ai(eb))end\nend";

const permitsSweep_ =
  "local function oy(eb,ab)\nlocal kg,gq=unpack(c('ZRANGE',fp,0,0,'WITHSCORES'))\nif kg and #kg~=16 then error('NOT_A_LOCK 2')end\nif not kg or tonumber(gq)>af then return eb end\nlocal kx=c('ZCOUNT',fp,'-inf',ai(af))\nlocal dh=math.min(kx,mi)\nna(dh,ab,1,h,'ZREMRANGEBYRANK',fp,0,dh - 1)\nreturn eb+kx\nend";

const permitExpirableRecord_ =
  "local k,ab,f=KEYS[3],ARGV[2],ARGV[4]\nlocal mu=setmetatable({},{\n__index=function(er,aa)\ner[aa]=string.char(tonumber(aa,16))\nreturn er[aa]\nend,\n})\nlocal gt,er={},string.gsub(ARGV[3],'..',mu)\nlocal function l()\nlocal ei,dh=math.huge,0\nfor bg,gq in ipairs(c('ZMSCORE',fp,unpack(gt)))do\nei=math.min(ei,gq and gq - af or 0)\nif gq then dh=dh+1 end\nend\nreturn ei,dh\nend";

const permitExpirableEnded_ =
  "local function bj(t)\nreturn{'ended',aj,t}\nend\nlocal function gp(t)\nlocal m=aw('SET',k,'-' .. t,'PX',f,'GET')\nif m then s('SET',k,m,'PX',f)else s('UNLINK',k)end\nreturn bj(t)\nend\nlocal function cs(ap)\nif ap and string.sub(ap,1,1)=='-' then return bj(string.sub(ap,2))end\nend";

const permitExpirableScored_ =
  "local function qx(z)\nlocal dn,gq={},ai(af+z)\nfor bg,qn in ipairs(gt)do\ntable.insert(dn,gq)\ntable.insert(dn,qn)\nend\nreturn unpack(dn)\nend";

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
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bj(t)\nreturn{'ended',aj,t}\nend\nlocal function ax(t)\naw('SET',k,'-' .. t,'PX',f)\ns('UNLINK',k)\nreturn bj(t)\nend\nlocal eg,ap=unpack(c('MGET',j,k))\nlocal function ev()\nreturn gg(eg or c('GET',j))\nend";

const semaphoreTaken_ =
  "local nv=ap and string.match(ap,'^%+(%d+)$')\nif ap and not nv then return bj(string.sub(ap,2))end";

const semaphoreNotify_ =
  "local function qq(ab,ev)\nif ev>=0 then az(ab,ev)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "754e3e89b03e5c0853d348a007071a4b645cdfab", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eg then return o(0,aw)end\nlocal l=eg - 1\nlocal d=o(math.max(l,0),aw)\nh('DECR',j)\nif l>0 then return d end\ns('INCR',j)\nh('DEL',j)\nif l==0 then az(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "11974d205ad8cb2b42b2a470eced990a85b042ed", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eg then return o(0,aw)end\nlocal d=o(1,aw)\nh('DEL',j)\naz(ARGV[3],'1')\naz(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-read", "b582ed7c2d50e87f4bf6df9e7b564c82ff987abc", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-write", "90a234adc547d4180a3b3f70ce9f5ec6a7ae35c3", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "4c8703dcd14c562b68917cbfea3460c727097ed8", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "ml()\nlocal gb=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if r=='plain' then ah(e)end\nif r~=ARGV[6] then return kn(0)end\nlocal d=kn(1)\nh('DEL',e)\npcall(fu,'free')\naz(gb,r=='write' and '1' or '0')\nmp()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ script("fair-read-write/release-read", "870717a5c27f23e6d3ee2ebc0ad41ec31bd74b9d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/release-write", "ef9377774955502f130ca7c9a6f134d8630e8fa5", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "ff1ac4430f12fae57428826b1920beaa938ea00c", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal fx=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return ac()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "627843c06f272aec897f70f6632b86722f2a38f7", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersTell_, waitersTellWanted_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal fx=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local fn=cp+5000\nlocal sg=100\nlocal function sq(as)\nlocal hp=c('HRANDFIELD',e)\nlocal ft=hp and c('GET',bi(hp))\npa(hp,ft)\nif not ft or string.sub(ft,1,1)=='!' or as>sg then return 0 end\nif as==1 then return 1 end\nfor bg,aq in ipairs(c('ZMSCORE',bf,unpack(c('LRANGE',at,0,as - 2))))do\nif not aq then return 0 end\nend\nreturn 1\nend\nlocal function ov(as)\nlocal b=oq(ARGV[12],ARGV[13])\nlocal m=h('SET',KEYS[6],b,'PX',fn,'GET')\nreturn b,m==ARGV[11] and not pg and 1 or sq(as)\nend\nlocal d=ac()\nif d[1]~='busy' or ch or KEYS.locked then return d end\nlocal o,b,lw=pcall(ov,d[4])\nif o then\nfor bg,km in ipairs({af,b,lw})do table.insert(d,km)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "9c1c3810edfa4dfed7bc9d35fadbf6e4be46ea3a", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "ml()\nlocal fx=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if r=='read' or r=='write' then ah(e)end\nif not r then return kn(0)end\nlocal d=kn(1)\nlocal db=nk(ARGV[3],h('DEL',e,ga))\nmp()\nreturn lr(d,db)", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "127159ca58c1718080ff326eb980309f6e841ea6", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, "local function qp()\nreturn(ARGV[12] or '')~=''\nend\nlocal function qr()\nlocal jb=jm(ARGV[12],ARGV[13],ARGV[14],ARGV[15])\nreturn jb and{ARGV[12],tonumber(ARGV[13])}or nil\nend", waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal fx=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local db,ep\nlocal function fs()\nif not qp()then\ndb=nk(ARGV[9],h('DEL',e,ga))\nreturn\nend\nh('DEL',e)\nlocal o,jn=bk(function()\nreturn c('LINDEX',at,0)==ARGV[12] and qr()\nend)\nep=o and jn\nif not ep then\ndb=nk(ARGV[9],1+h('DEL',ga))\nreturn\nend\nbk(function()\nh('LPOP',at)\nlt(ARGV[12])\nend)\nend\nlocal function ie()\nif ARGV[11]=='1' and c('LPOS',at,g)then\nfq({[g]=true},1)\nh('ZREM',bf,g)\nend\nif c('EXISTS',e)==0 then db=nk(ARGV[9])end\nend", endEndHold_, "local d=ic(ARGV[4])\nreturn lr(d,db,ep)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "649defbacae946a5e899b1102662592a1fbb2c1f", BEGIN, fenceMarkKey_, "local ap=c('GET',nt)\nif not pz(ap)then return{'fenced',aj,0}end\nif qg(ap,KEYS[2])then return{'ahead',aj}end\nqs(ap)\nreturn{'fenced',aj,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "975b943a66663a52ca0bff4b7e290faf0564ac6a", BEGIN, stateWrite_, fenceMarkKey_, "local k,su,f,eg=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal ap,o=unpack(c('MGET',nt,k))\nif o=='1' then return{'fenced',aj,1}end\nif o=='ahead' then return{'ahead',aj}end\nif o then return{'withdrawn',aj}end\nif not ap then ap=c('GET',nt)end\nif not pz(ap)then return{'fenced',aj,0}end\nif not eg then\naw('SET',k,'0','PX',f)\nreturn{'withdrawn',aj}\nend\nif qg(ap,KEYS[4])then\nh('SET',k,'ahead','PX',f)\nreturn{'ahead',aj}\nend\nh('SET',su,eg,'GET')\nqs(ap)\nh('SET',k,'1','PX',f)\nreturn{'fenced',aj,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "4e793a6c15ba5a720a73484995b866e994b53718", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn ac()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "af9d91d490c029f4e84b48c7c2899f2f09e08537", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standHolder_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersTellWanted_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, waitersLeaveList_, fencedWithToken_, fencedQuickAnswer_, standMarked_, standAnswerOrStand_, "k=nil\nreturn qa()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "2ed264f53bfd31ac076ee251576241496d20618c", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal jt,nq=ARGV[9],ARGV[10]", stealRob_, "local nn,ae=oz,ou\nlocal function lp()\nreturn mo(jd())\nend\nlocal function ln(l)\nif r~='plain' then ah(e)end\nlocal bb=jd()\nif bb==dl then ah(cz)end\nreturn nm(l,function()\nreturn mo(bb)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return ac()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "4087a10b57d29aa796765d04d1b1a5dfc56ea100", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal rj='!' .. ARGV[9] .. '|'\nlocal b=c('GET',KEYS[3])\nlocal l=b and(string.sub(b,1,1)=='=' or string.sub(b,1,#rj)==rj)and c('PTTL',KEYS[3])or 0\nlocal function kz()\nreturn{'found',aj,b,l}\nend\nif l>0 then\nif h('SET',p,'|-lost','PX',f,'NX')then return kz()end\nelseif c('EXISTS',e,p)==0 then\nreturn dw()\nend\ncn()\nlocal ac=fl()\nif ac and ac[1]=='ended' and l>0 then return kz()end\nif ac then return ac end\nlocal ss=cg()\nif ch then ax('refused',f)end\nreturn{'busy',aj,ss,c('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "bceeda2886600246758f461b9cf8c967d24dfe9f", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, endFirst_, "k=nil\nlocal function fs(te)\nlocal qj,m=false,nil\nif te then\nqj,m=pcall(h,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qj and m then s('SET',KEYS[3],m,'PX',ARGV[11])end\nif qj and not m then s('UNLINK',KEYS[3])end\nlocal hm=h('DEL',e,ga)\naz(ARGV[9],'1')\nif hm==2 then pcall(hy,0)end\nend\nlocal function ie()end", endEndHold_, "return ic(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "fccabbda685441ae63bcf2741dd5456c1df391e5", BEGIN, onceCounter_, inspectSubscriptions_, "local an=gg(c('GET',KEYS[1]))\nlocal l=c('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],an and 1 or 0,tonumber(an or 0),l,ox({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "d9d6a406c260f6ef7d63fff2c070e48f81027922", BEGIN, lockHashMode_, "local e,p,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local cx=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local ms=100\nlocal sj=4\nlocal si=tonumber(ARGV[6])\nlocal aj,at,bf,oj=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(ca)then\nlocal hp,hi,nd=on(e)\nif not hp then ca()end\nlocal l=cg()\nreturn{'lock',aj,'light',l,1,1,0,0,0,0,hp,1,l,qk(hi,nd)}\nend\nlocal l=cg()\nlocal function tp()\nlocal cq,ck,cv={},{},0\nif not r then return cq,ck,cv end\ncv=c('HLEN',e)-(r=='plain' and 0 or 1)\nlocal mv,ae='0',{}\nif r~='plain' then ae['mode']=true end\nfor bg=1,sj do\nlocal lx=c('HSCAN',e,mv,'COUNT',2*ms)\nmv=lx[1]\nlocal n=lx[2]\nfor q=1,#n,2 do\nif #cq<ms and not ae[n[q]] then\nif not bh(n[q+1])then ah(e)end\nae[n[q]]=true\ntable.insert(cq,n[q])\ntable.insert(ck,tonumber(n[q+1]))\nend\nend\nif mv=='0' or #cq==ms then break end\nend\nreturn cq,ck,cv\nend\nlocal qt=0\nlocal function tk(bd,by)\nif qt+by>si then return l end\nqt=qt+by\nlocal bs=0\nfor ar=1,by do\nbs=math.max(bs,c('PTTL',dg(bd,ar)))\nend\nreturn math.min(bs,l)\nend\nlocal function tu(cv,ow)\nlocal rq=cv>1 and c('PTTL',ow)or -1\nif rq<0 then return l end\nreturn math.max(math.min(l,rq - ARGV[4]),0)\nend\nlocal function tb(u,by,cv,ow)\nif r=='plain' then return l end\nif string.find(u,':write$')then return tu(cv,ow)end\nreturn tk(u,by)\nend\nlocal function tq()\nif c('EXISTS',at,KEYS[6])==0 then return{},0 end\nlocal ky=c('TYPE',at).ok\nif ky=='list' then return c('LRANGE',at,0,ms - 1),c('LLEN',at)end\nif ky~='none' then ah(at)end\nat,bf=KEYS[6],KEYS[7]\nif c('TYPE',at).ok~='zset' then ah(at)end\nreturn c('ZRANGE',at,0,ms - 1),c('ZCARD',at)\nend\nlocal function tn(bu)\nif #bu==0 then return{}end\nlocal aq=redis.pcall('ZMSCORE',bf,unpack(bu))\nlocal be=c('TIME')\nlocal af=be[1]*1000+math.floor(be[2]/1000)\nlocal dn={}\nfor q=1,#bu do\nlocal ch=tonumber(aq[q] or nil)\ndn[q]=ch and math.max(af - ch,0)or -1\nend\nreturn dn\nend\nlocal cq,ck,cv=tp()\nlocal nu={}\nfor q,u in ipairs(cq)do nu[q]=bi(u)end\nlocal nl=qz(nu)\nlocal bu,rb=tq()\nlocal to=tn(bu)\nlocal el={unpack(ARGV,7)}\nif at==KEYS[3] then\nfor bg,y in ipairs(bu)do table.insert(el,ARGV[5] .. y)end\nend\nlocal jr=redis.pcall('LLEN',oj)\nlocal d={'lock',aj,r or 'free',l,cv,0,rb,0}\ntable.insert(d,type(jr)=='number' and jr or 0)\ntable.insert(d,ox(el))\nlocal er=0\nlocal function cd(rz,ko,b,...)\ner=er+nc(ko)+nc(b)+30\nif er>ny then return end\nd[rz]=d[rz]+1\nfor bg,ay in ipairs({ko,...})do table.insert(d,ay)end\nend\nfor q,u in ipairs(cq)do\ncd(6,u,nl[q],ck[q],tb(u,ck[q],cv,nu[q]),nl[q])\nend\nfor q,y in ipairs(bu)do cd(8,y,'',to[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "3b97744ba06523acf4b927884beccbeafa569467", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local ms=100\nlocal py=922337203685477\nlocal function ta(er)\nreturn(string.gsub(er,'.',function(st)\nreturn string.format('%02x',string.byte(st))\nend))\nend\nlocal b=c('GET',ev)\nlocal eb=b and i(b)\nlocal kx=c('ZCOUNT',fp,'-inf',ai(af))\nlocal pi=c('ZCARD',fp)- kx\nlocal ag=c('ZRANGE',fp,'(' .. ai(af),'+inf','BYSCORE','LIMIT',0,ms,'WITHSCORES')\nlocal d={'permits',aj,b and 1 or 0,(eb or 0)+(b and kx or 0),pi}\ntable.insert(d,ox({ARGV[2]}))\ntable.insert(d,c('PTTL',ev))\ntable.insert(d,#ag/2)\nfor q=1,#ag,2 do\nif #ag[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gq=tonumber(ag[q+1])\ntable.insert(d,ta(ag[q]))\ntable.insert(d,gq>=py and -1 or gq - af)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "45ffe032fd9df12c57cb04abca16fbb1c4a51ac7", BEGIN, inspectMOSTBYTES_, "local mv,pt,mh=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dl=1000\nlocal nw=1000\nlocal dh,qd=math.min(dl,mh),ny\nlocal kz,rm={},false\nlocal function sn(av,kl)\nfor bg,j in ipairs(kl)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(av,j)end\nend\nend\nlocal function eu(av)\nlocal er,n=0,{}\nfor bg,j in ipairs(av)do\nif #j<=nw then\ner=er+nc(j)\ntable.insert(n,j)\nend\nend\nif er>qd and(#kz>0 or dh>1)then return false end\nqd=qd - er\nfor bg,j in ipairs(n)do table.insert(kz,j)end\nreturn true\nend\nlocal function rw(ky)\nreturn redis.pcall('SCAN',mv,'MATCH',ARGV[3],'COUNT',dh,'TYPE',ky)\nend\nrepeat\nlocal lx=rw('hash')\nif lx.err then return{'refused',ARGV[1],lx.err}end\nif ARGV[6]=='1' then sn(lx[2],rw('string')[2])end\npt=pt - dh\nif #kz+#lx[2]>mh and dh>mh - #kz then\ndh=mh - #kz\nelseif eu(lx[2])then\nmv,dh,rm=lx[1],dl,lx[1]=='0'\nelseif #kz>0 then\npt=0\nelse\ndh=math.floor(dh/2)\nend\nuntil rm or #kz>=mh or pt<=0\nreturn{'scanned',ARGV[1],mv,unpack(kz)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "1bd6395891dcc6c40e9b76230692cd8bed4da20a", BEGIN, lockHashMode_, "local e,p\nlocal g,w,v='','',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local nw=1000\nlocal sf=5\nlocal function tj(n)\nlocal bn=1\nfor q=1,#n,2 do\nlocal rl=r~='plain' and n[q]=='mode'\nif rl and bn==q then\nbn=q+2\nelseif not rl and string.find(n[q],':write$')then\nbn=q\nend\nend\nreturn n[bn],n[bn+1]\nend\nlocal function tc(n)\nif r=='plain' then return 1 end\nlocal dh=#n/2\nif dh==sf then dh=c('HLEN',e)end\nreturn dh - 1\nend\nlocal pd={'',-2,0,'',0}\nlocal function sw(j)\nlocal hp,hi,nd=on(j)\nlocal l=hp and c('PTTL',j)or -2\nif l<=0 then return pd end\nlocal ky='light'\nreturn{ky,l,1,hp,1},qk(hi,nd)\nend\nlocal function sv(j,ow)\ne,p=j,ow\nlocal fy,n=pcall(ca)\nif not fy then return sw(j)end\nif not r then return pd end\nlocal l=c('PTTL',e)\nlocal u,by=tj(n)\nif l<=0 or not u or #u>nw then return pd end\nreturn{r,l,tc(n),u,tonumber(by)}\nend\nlocal pk={}\nlocal function op(lv,kw)\nif #lv==0 then return end\nkw=kw or c('EXISTS',unpack(lv))\nif kw==0 then return end\nif 4*kw<#lv then\nlocal rs=math.floor(#lv/2)\nlocal m,so={unpack(lv,1,rs)},{unpack(lv,rs+1)}\nlocal ri=c('EXISTS',unpack(m))\nop(m,ri)\nreturn op(so,kw - ri)\nend\nfor bg,dn in ipairs(lv)do\nlocal pj=redis.pcall('LLEN',dn)\nif type(pj)~='number' then pj=redis.pcall('ZCARD',dn)end\npk[dn]=type(pj)=='number' and pj or 0\nend\nend\nlocal re,nu,ql,ru,rv,lv={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,at,qw,oj=unpack(KEYS,4*q - 3,4*q)\nlocal mz\nmz,ql[q]=sv(j,ARGV[q+1])\nre[q],nu[q]=mz,bi(mz[4])\nif mz~=pd and not ql[q] then\ntable.insert(ru,at)\ntable.insert(rv,qw)\ntable.insert(lv,oj)\nend\nend\nlocal nl=qz(nu)\nop(ru)\nop(rv)\nop(lv)\nlocal d,er={'summaries',ARGV[1]},0\nfor q,mz in ipairs(re)do\nlocal ft=ql[q] or nl[q]\ner=er+nc(mz[4])+nc(ft)+50\nif q>1 and er>ny then return d end\nfor bg,sy in ipairs(mz)do table.insert(d,sy)end\ntable.insert(d,ft)\nlocal bg,at,qw,oj=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(pk[at] or 0)+(pk[qw] or 0))\ntable.insert(d,pk[oj] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "10baad6e4e94b6012fe95e8004d93456b12692c3", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return ac()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "a938b314b52eec687fa64e63175551da05085f74", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function ay(ts)\nfor q=1,#KEYS,2 do\ne,p=KEYS[q],KEYS[q+1]\nlocal ac=ts(q)\nif ac then return ac end\nend\nend\nlocal function sc()\nay(function()\ndw()\nend)\nreturn{'held',aj,1,tonumber(z)}\nend\nif c('EXISTS',unpack(KEYS))==0 then return sc()end\nlocal om,pf,ho\nlocal bl=ay(function(q)\ncn()\nlocal ac=fl()\nif ac and ac[1]=='ended' then return ac end\nif ac then\nlocal l=ac[4]<0 and tonumber(z)or ac[4]\nom=math.min(l,om or l)\nelse\nho=true\nlocal l=cg()\nif l~=-2 and not pf then pf={'busy',aj,l,(q+1)/2}end\nend\nend)\nif bl then return bl end\nif om and ho then return bj('lost')end\nif om then return{'held',aj,1,om}end\nif not pf then return sc()end\nif ch then\nay(function()\nh('SET',p,'|-refused','PX',f)\nend)\nend\nreturn pf", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "7dcb8c285f3cebb8729bb32efdf5b4faaecd4332", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standHolder_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersTellWanted_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, waitersLeaveList_, standMarked_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn qa()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "3ff069771d513ef6083d2c59c054a5eeda9578c0", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, "local function em()\nif k then h('PEXPIRE',k,ARGV[4]+c('PTTL',e),'GT')end\nreturn c('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "70abfe592a43ee551e4158b7ee22700e04efbe2b", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local df=pcall(ml)\nlocal hp=not df and on(e)\nif hp then\ncg()\nn={hp}\nlocal d=kn(1)\nh('DEL',e)\nmp()\nreturn d\nend\nif not df then ml()end\nif r=='read' or r=='write' then ah(e)end\nif not r then return kn(0)end\nlocal d=kn(1)\nlocal db=eh(ARGV[3],h('DEL',e,ga))\nmp()\nreturn lr(d,db)", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "4bb36c5de39e96911c603b6672e1cdc2fcf43a7b", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, "local function qp()\nreturn(ARGV[16] or '')~=''\nend\nlocal function qr()\nlocal jb=jm(ARGV[16],ARGV[17],ARGV[18],ARGV[19])\nreturn jb and{ARGV[16],tonumber(ARGV[17])}or nil\nend", waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function sp(b)\nlocal ft=KEYS.locked and bi(string.match(b,'^%S+ (%S+)'))\nif ft and not(KEYS.locked[ft] and c('EXISTS',ft)==0)then return end\ndd()\nh('RPUSH',cr,mw(b))\nh('PEXPIRE',cr,fn)\nend\nlocal db,ep\nlocal function ke()\nif not qp()then return h('DEL',e,ga)end\nh('DEL',e)\nlocal o,jn=bk(qr)\nhv(ARGV[16],ARGV[20])\nep=o and jn\nif not ep then return 1+h('DEL',ga)end\nend\nlocal function fs()\nlocal hm=ke()\nif not hm then return end\nif(ARGV[14] or '')~='' and pcall(sp,ARGV[14])then hm=2 end\ndb=eh(ARGV[9],hm,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function ie()\nhv(g)\nend", endEndHold_, "if not bn then hv(g,ARGV[15])end\nlocal d=ic(ARGV[4],(ARGV[10] or '')~='')\nreturn lr(d,db,ep)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "9f66dca3321f69045ab12ccdb20a610afac7babc", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal ab\nlocal function fs()\neh(ab,h('DEL',e,ga))\nend\nlocal function ie()end", endEndHold_, "local pl=(#ARGV - 8)/2\nlocal rg=ARGV[4]=='1' and 3*pl or 2*pl\nlocal mn,du={'ends',aj},nil\nfor q=1,pl do\ne,p=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*pl+q] end\ncr,ga=KEYS[rg+2*q - 1],KEYS[rg+2*q]\nab=ARGV[2*q+8]\nlocal o,d=bk(ic,ARGV[2*q+7])\nif o then\ntable.insert(mn,d[3])\nelse\ndu=d.err or d\nif string.find(du,'^WRONGTYPE')then du='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif du then error(du,0)end\nreturn mn", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "e70afc9caf66b4e8769bf074be78a0dd7fa80579", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, holdRenew_, "cn()\nif not ao then ak=ARGV[7] end\nlocal i,bl=ot(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bl or{'renewed',aj,i}", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ script("lock/renew-many", "d1c1f219ad4dc16aaa929893b26f47c4e410791e", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local cx", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, "local function tl()\nlocal rh,ek=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal by=(#ARGV - 3)/6\nlocal qb,pq={},0\nfor q=1,by do\ntable.insert(qb,KEYS[2*q])\nend\nfor q=2*by+1,#KEYS do\ntable.insert(qb,KEYS[q])\nend\nlocal ro=c('MGET',unpack(qb))\nlocal mn={'renewals',ARGV[1]}\nfor q=1,by do\nlocal z,f,qf\ng,bz,z,f,qf,cx=unpack(ARGV,6*q - 2,6*q+3)\ne,p,k=KEYS[2*q - 1],KEYS[2*q],nil\nif qf=='1' then\npq=pq+1\nk=KEYS[2*by+pq]\nend\nbv(ro[q],k and ro[by+pq])\nlocal qy=cx~=''\nlocal cw=qy and jf(ek)\nlocal l=rh and not qy and c('PTTL',e)\nif l and k then l=math.min(l,c('PTTL',p)- ek,c('PTTL',k)- ek)end\nlocal i,bl\nif l and l>rh then\nbl=cs()or not de()and ax(ci('lost'),f)\nelse\nl=tonumber(z)\ni,bl=ot(z,f,l+ek,qf=='2',qy and function(by)\nqu(by,cw,z)\nend)\nend\ntable.insert(mn,bl and bl[3] or l)\nend\nreturn mn\nend\nreturn tl()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "2af24c95debf9be75396f6c0862d5caa205ac513", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(i or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "f6fc88bae378262d3e8f0caa3210ec0280c3cdbf", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local jt,nq=ARGV[9],ARGV[10]", stealRob_, "local function ln(l)\nif r~='plain' then ah(e)end\nreturn nm(l,dw)\nend\nlocal nn,lp=hj,dw", stealQuickAnswer_, "local function ae()\ncn()\nreturn fl()\nend", stealFullAnswer_, "return ac()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "02268b00f0809ced7dff55924c6681a8dc8d88f5", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(true)then return o(0)end\nlocal d=o(1)\nlocal db=kv(function()\nreturn eh(ARGV[5],h('DEL',e,ga))\nend)\nreturn lr(d,db)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "d69928d249bbd15dfddf6aa6ae3d3fa7c75080bc", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOSTDIGITS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal fx=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(true)then return o(0)end\nlocal d=o(1)\nlocal db=kv(function()\nreturn nk(ARGV[5],h('DEL',e,ga))\nend)\nreturn lr(d,db)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ script("owner/release-queued-reads", "c1ff0ac88b64f58541f9d902152356e9b22597ce", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, "k=KEYS[6]\nlocal gb,cx,ee=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function eh()\nlq('free')\naz(gb,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qe()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ script("owner/release-queued-writes", "9bfc1d31f6107d1823b86548692795930c2f088d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, "k=KEYS[6]\nlocal gb,cx,ee=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function eh(di)\nlq(di)\naz(gb,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(false)then return o(0)end\nlocal d=o(1)\nkv(fs)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ script("owner/release-reads", "1cf3ea63f304bb34a44712d9d16389546e42db98", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function eh()\naz(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qe()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ script("owner/release-writes", "d0563c1820c86b125ea33d25c7453461c7a42da0", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function eh()\naz(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(false)then return o(0)end\nlocal d=o(1)\nkv(fs)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "0dd86ebadc11f75edb9c4e800d3833f31cca3f67", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ac(v)end\nif not jo(ARGV[7]=='0')then return o(0)end\ngu(e,ARGV[5])\nfg(p,ARGV[6])\nreturn qv()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ script("owner/renew-reads", "044b77c492af1e297705829c7f62bf4d726c9989", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ac(v)end\nlocal by=jo(false)\nif not by then return o(0)end\ngu(e,ARGV[5])\nfg(p,ARGV[6])\nfor ar=1,by do\nlocal j=dg(g,ar)\nif not gu(j,ARGV[5])then h('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn qv()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "09b75c12748842802df7608aac58173aa9a9bf9a", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local z,ch=ARGV[5],ARGV[6]=='1'\nlocal py=922337203685477\nlocal b,ap=unpack(c('MGET',ev,k))\nlocal bl=cs(ap)\nif bl then return bl end\nb=b or c('GET',ev)\nlocal eb=b and i(b)or 0\nif ap then\nlocal lu=l()\nreturn lu>0 and{'held',aj,lu,eb}or ns()\nend\nif not b then return gp('unset')end\neb=oy(eb,ab)\nif eb<#gt then\nif ch then gp('refused')end\nlocal bn=c('ZRANGE',fp,'(' .. ai(af),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',aj,bn and tonumber(bn)<py and bn - af or -1,eb}\nend\nh('SET',k,'+','PX',f)\ns('UNLINK',k)\nlocal pe=h('ZADD',fp,'NX',qx(z))\nif pe==#gt then s('ZREM',fp,unpack(gt))end\nh('DECRBY',ev,pe)\nlocal sd=c('PTTL',ev)\nif sd>0 then h('PEXPIRE',fp,sd)end\nlocal lu=pe==#gt and tonumber(z)or l()\nif lu<=0 then return ns()end\nreturn{'held',aj,lu,eb - pe}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "def4459296f357840be8f2e304000cbf88ae4fc5", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local eb=c('GET',ev)\nlocal lu,dh=l()\nif eb then i(eb)end\nif dh==0 then return ns()end\nlocal d=gp(lu>0 and 'released' or 'lost')\nif eb then\nna(dh,ab,0,h,'ZREM',fp,unpack(gt))\nelse\nh('ZREM',fp,unpack(gt))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "257011614b4a10935c5542812707371486461fa1", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function ac(an)\nreturn{'done',aj,tonumber(an)}\nend\nlocal ex=c('GET',k)\nif ex then return ac(ex)end\nlocal eb=c('GET',ev)\nex=l()>0 and '1' or '0'\nif eb and ex=='1' then oy(i(eb),ab)end\naw('SET',k,ex,'PX',f)\ns('UNLINK',k)\nif ex=='1' then\nfor q=4,#KEYS do\nlocal m=h('SET',KEYS[q],'-released','PX',f,'GET')\nif m then s('SET',KEYS[q],m,'PX',f)else s('UNLINK',KEYS[q])end\nend\nif eb then\nh('INCRBY',ev,#gt)\ns('INCRBY',ev,-#gt)\nend\nh('ZREM',fp,unpack(gt))\nif eb then az(ab,#gt)end\nend\nreturn ac(ex)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "7a79a350ab314758fe740dac09ecee71f7710e4c", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local lu,z=l(),ARGV[5]\nif lu<=0 then return ns()end\nif z then aw('ZADD',fp,'XX','GT',qx(z))end\nreturn{'leased',aj,lu}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "0b86f8eb75202b1b52bf8cd0c2fe5e09d7c24f55", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local fp,ab,an,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal eb=eg\nif eb and t=='try' then return o(0,aw)end\nlocal pi=c('ZRANDMEMBER',fp,3)\nfor bg,kg in ipairs(pi)do\nif #kg~=16 then error('NOT_A_LOCK 3')end\nend\nlocal pm=tonumber(an)\nif eb and t=='set' then pm=an - eb - c('ZCARD',fp)end\nif pm==0 and eb then return o(1,aw)end\nlocal d=o(1,h)\nh('INCRBY',j,string.format('%.0f',pm))\nif not eb and #pi>0 then\ns('UNLINK',j)\nh('DEL',fp)\nend\nif t~='add' or pm>0 then az(ab,an)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "bc8d7b388a39920f19ab931b4811147a2ae90403", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local eb=c('GET',ev)\nlocal jz=eb and oy(i(eb),ARGV[2])\nreturn{'permits',aj,jz or 0,c('ZCOUNT',fp,'(' .. ai(af),'+inf'),jz and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ script("read-write/acquire-read", "14dd6ec23fcfa717ad238055bc20ad1895d38a85", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local cx=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return dw()end\nelse\nlocal l=ik(true)\nlocal ac\nif l and(not r or(r=='read' and l>=0))then\nac=hj()\nelse\nac=lh(l)\nend\nif ac then return gw(ac)end\nend\ncn()\nod()\nlocal ac=fl()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return dw()end\nif r=='read' or(r=='write' and c('HEXISTS',e,g .. ':write')==1)then return dw()end\nif gk()then ax('refused',f)end\nreturn gw({'busy',aj,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("read-write/acquire-write", "ad69eec92df1ba3550448cb9c1dd9349fa93e5fb", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, "local cx=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return dw()end\nelse\nlocal l=ik(ARGV[6]~='2')\nlocal ac=l==-2 and hj()or lh(l)\nif ac then return gw(ac)end\nend\ncn()\nlocal ac=fl()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return dw()end\nlocal bd=string.sub(g,1,-7)\nif k and ez(bd,tonumber(c('HGET',e,bd)or 0))>0 then return ax('upgrade',f)end\nif gk()then ax('refused',f)end\nreturn gw({'busy',aj,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ script("read-write/check-read", "27ca8adba7dc63a2669172e1f9dc18cf82629073", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function em(i)\nreturn nh(i,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "1c34a67e7ca1028bc2cb973bb545560877b2dd48", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function em()\nreturn ls(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "d88bf5383b0b60d182d9fd4c7da0abd1549ebd0c", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "ml()\nif r=='plain' then ah(e)end\nif r~=ARGV[6] then return kn(0)end\nlocal d=kn(1)\nh('DEL',e)\naz(ARGV[3],r=='write' and '1' or '0')\nmp()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ script("read-write/release-read", "0fc965ab390efc56eb77f00c4ec48eb21a3ca96d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function eh()\naz(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function ie()end", readsEndOne_, endEndHold_, "return ic(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("read-write/release-write", "7af05ede7bbe124eabc6379263fb88098cd628bb", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, "local cx=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function eh()\naz(ARGV[9],'1')\nend", writesEndLast_, "local function ie()end", endEndHold_, "return ic(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ script("read-write/renew-read", "64919abd7a9c1e0496bbee81316df5ab545d0609", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cn()\nlocal cw=jf(ARGV[5] - ARGV[4])\nlocal i,bl=ot(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(by)\nqu(by,cw,ARGV[4])\nend)\nif bl then return bl end\nreturn{'renewed',aj,i}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "e554f2bd46a73fb336c25d210d8eaf271294c994", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local tg=r==ARGV[3] or(r=='write' and ARGV[3]=='read' and c('HLEN',e)>2)\nreturn{'status',ARGV[1],tg and l or -2,tonumber(i or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "e55c6b29e6917e05566280535fb6c3b60deef67e", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "374fcfc9decbc4379a67bcc47446fa803de6648c", BEGIN, waitersNow_, waitersDigits_, "local e,ap,aj,g,ra=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,au,pn=string.match(c('GET',ap)or '','^(%d+) (%S+) (.*)$')\ndd()\nif pn==ra and au==g then return{'spends',aj,0}end\nif c('HEXISTS',e,g)==0 then return{'ended',aj,'lost'}end\nif pn~=ra then\nh('SET',ap,ai(af).. ' ' .. g .. ' ' .. ra)\nreturn{'spends',aj,0}\nend\nlocal ry=math.max(0,af - q)\nreturn{ry<tonumber(ARGV[4])and 'spends' or 'spent',aj,ry}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "371156ff30c8a3d86f3c75228d3e7e2fd0650031", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gg(c('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "0a1fa111133d9ab95c7fc054b46ecc811745179c", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local an,se=ARGV[3],ARGV[6]\nif eg then return o(0,aw)end\nlocal d=o(1,h)\nif se then h('SET',j,an,'PX',se)else h('SET',j,an)end\naz(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "5dc60408bb981bdb3f850cd7dea15646fd6428d0", BEGIN, stateWrite_, "local k,aj=KEYS[1],ARGV[1]\nlocal td=aw('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',aj,(td or c('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "92996c3c834df8b6dd54d4ffccd4761803bb9941", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local mh=ARGV[3]\neg=ev()\nif nv then return{'held',aj,tonumber(eg or 0)}end\nif not eg then return ax('unset')end\nif tonumber(eg)>=tonumber(mh)then\nh('SET',k,'+' .. mh,'PX',f)\ns('UNLINK',k)\nreturn{'held',aj,h('DECRBY',j,mh)}\nend\nif ARGV[4]=='1' then ax('refused')end\nreturn{'busy',aj,tonumber(eg)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "54055eccff90b47346379abbe14b6db5b405a312", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local ev=(eg or 0)+ARGV[3]\nlocal d=o(ev,aw)\nh('INCRBY',j,ARGV[3])\nqq(ARGV[4],ev)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "404a58f4481385cc2fab1208cc1c3767ef6f2258", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not nv then return ax('free')end\nlocal tf=ev()\nlocal d=ax('released')\ns('SET',k,ap,'PX',f)\nif tf then qq(ARGV[3],aw('INCRBY',j,nv))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "bffd4b830ee302e547a48277b5acd3766cdd42a2", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eg then return o(0,aw)end\nlocal d=o(eg,h)\nh('DECRBY',j,eg)\nreturn d", END);

export const wantedAsk: LuaScript = /* @__PURE__ */ script("wanted/ask", "23a718e1ba61b4ef4a24fb4ff60b8027bb8ff69a", BEGIN, "local dl=100\nlocal nw=1000\nlocal ky,ab=ARGV[3],ARGV[4]\nlocal e,p,g,w,v='',KEYS[2],ARGV[2],'',''", lockHashStateKeyOf_, waitersNow_, waitersHEAD_, waitersMAILBOX_, waitersSECRET_, waitersSTANDINGMS_, "local function ap(ft)\nlocal ae,ak=string.match(ft,'^([^\\n]*)\\n?(.*)$')\nif string.sub(ak,1,1)=='@' or string.find(ae,'|-',1,true)then return end\nredis.pcall('PEXPIRE',p,1,'GT')\nh('SET',p,ae .. '\\n@' .. ARGV[5] .. ' ' .. ak,'KEEPTTL')\nend\nlocal function jr()\nif ky=='none' then return{}end\nif ky=='zset' then return c('ZRANGE',KEYS[1],0,dl - 1)end\nreturn c('LRANGE',KEYS[1],0,dl - 1)\nend\nlocal function rb(tm)\nlocal el,ae,bu,nl={ab},{},{},{}\nfor bg,ej in ipairs(tm)do\nlocal bg,am,y,bg,bg,bg,hs=string.match(ej,iw)\nif am and y~=g and not bu[y] then\nbu[y]=true\ntable.insert(el,dp(am))\ntable.insert(nl,bi(y))\ntable.insert(ae,{ej,tonumber(hs)})\nend\nend\nlocal ck=redis.pcall('PUBSUB','NUMSUB',unpack(el))\nif #ae==0 then return 0,nil,ck.err and -1 or ck[2] end\ndd()\nlocal bj=KEYS.locked and{}or c('MGET',unpack(nl))\nlocal an,bn=0,nil\nfor q,ay in ipairs(ae)do\nlocal hg=ck.err or ck[2*q+2]>0\nif hg and af - ay[2]<iz and not bj[q] then\nan=an+1\nbn=bn or ay[1]\nend\nend\nreturn an,bn,ck.err and -1 or ck[2]\nend\nlocal ft=ARGV[5]~='' and c('GET',p)\nif ft then ap(ft)end\nlocal kl=jr()\nlocal an,bn,sa=#kl,kl[1],0\nif ky=='requests' or ky=='none' then an,bn,sa=rb(kl)end\nreturn{'waiting',ARGV[1],an,sa,string.sub(bn or '',1,nw)}", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "8e18729d4bda908a6c2710a69158192bdc7145b0", BEGIN, "local sm=86400000\nlocal function tr(j,hp)\nlocal bb,pn=string.match(c('GET',j)or '','^(%d+) (.*)$')\nif pn==hp then return bb end\nlocal be=c('TIME')\nlocal cf=be[1] .. string.format('%06d',be[2])\nif bb and(#bb>#cf or(#bb==#cf and bb>=cf))then\nlocal m,sx,th=string.match(bb,'^(%d-)(%d)(9*)$')\ncf=m ..(sx+1).. string.rep('0',#th)\nend\nh('SET',j,cf .. ' ' .. hp,'PX',sm)\nreturn cf\nend\nlocal function kb(aw)\nreturn function(av,bm)\nlocal j=table.remove(av)\nlocal d=aw(av,bm)\nif d[1]=='held' then table.insert(d,tr(j,bm[2]))end\nreturn d\nend\nend\nlocal sh=10000\nlocal gv,pp=KEYS[1],ARGV[2]\nlocal pu={}\nlocal function ti(e,p,sr)\nif sr=='2' then return end\ntable.insert(pu,string.match(p,'^[^:]+:([^:]*:)').. string.sub(e,#pp+1))\nend\nlocal function rn()\nif #pu==0 then return end\nlocal rx,gt=c('TIME')[1],{}\nfor bg,ko in ipairs(pu)do\ntable.insert(gt,rx - rx % 60 .. '000')\ntable.insert(gt,ko)\nend\npu={}\nif h('ZADD',gv,unpack(gt))>0 then h('ZREMRANGEBYRANK',gv,0,-sh - 1)end\nend\nlocal mm={}\nmm['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nmm['fair-read-write/acquire-write']=kb(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nmm['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nmm['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nmm['read-write/steal-write']=kb(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nmm['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gb=KEYS[1],ARGV[2]", rwQueueTell_, "local bu,hs={unpack(ARGV,3)},{}\ndd()\nfor bg,y in ipairs(bu)do\ntable.insert(hs,ai(af))\ntable.insert(hs,y)\nend\naw('ZADD',bf,'XX',unpack(hs))\nif c('PTTL',bf)<lz then\nfor bg,j in ipairs({at,ds,bf})do h('PEXPIRE',j,fn)end\nend\nlocal l=c('PTTL',e)\nlocal r=l==-2 and 'free' or c('HGET',e,'mode')or 'plain'\nlocal bg,bn=gh(at)\nlocal bg,nr=gh(ds)\nif fw and(r=='free' or r=='read')then fu(r)end\nlocal d={'touched',ARGV[1],r,l,bn or 0,nr or 0}\nfor bg,an in ipairs(c('ZMSCORE',at,unpack(bu)))do table.insert(d,tonumber(an or 0))end\nreturn d\nend\nmm['web-locks/snapshot']=function(KEYS,ARGV)\nlocal gv,pp,m,ch,ep=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal rd=100\nlocal sk=500\nlocal cp=15000\nlocal be=c('TIME')\nlocal af=be[1]*1000+math.floor(be[2]/1000)\nlocal function sz(e)\nlocal cq,po={},1\nfor bg,u in ipairs(c('HKEYS',e))do\nif u=='mode' then\npo=0\nelse\ntable.insert(cq,u)\nend\nend\nreturn cq,po\nend\nlocal function tt(e,cl,rk,md)\nlocal sb=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal at,bf=ARGV[6] .. cl .. ARGV[7] .. sb,ARGV[6] .. cl .. ARGV[8] .. sb\nlocal bu=c('ZRANGE',at,rk,rk+md - 1)\nif #bu==0 then return{},0 end\nlocal rr={}\nfor q,aq in ipairs(c('ZMSCORE',bf,unpack(bu)))do\nif tonumber(aq or 0)>af - cp then table.insert(rr,bu[q])end\nend\nreturn rr,#bu\nend\nlocal ps=0\nif m~='' then\nif c('ZSCORE',gv,ch)==m then\nps=c('ZRANK',gv,ch)+(ep>0 and 0 or 1)\nelse\nps,ep=c('ZCOUNT',gv,'-inf','(' .. m),0\nend\nend\nlocal d,pr={'page',ARGV[1],'','',0},sk\nlocal jr=c('ZRANGE',gv,ps,ps+rd - 1,'WITHSCORES')\nfor q=1,#jr,2 do\nlocal cl,ko=string.match(jr[q],'^([^:]*):(.*)$')\nlocal lw,cq,po=pcall(sz,pp .. ko)\nlocal rt,bu,i=pcall(tt,pp .. ko,cl,ep,pr)\ncq,bu,i=lw and cq or{},rt and bu or{},rt and i or 0\nif #cq+i+ep==0 then\nh('ZREM',gv,jr[q])\nelse\nif ep>0 then cq={}end\nfor bg,ay in ipairs({ko,lw and po or 0,#cq,#bu})do table.insert(d,ay)end\nfor bg,ay in ipairs(cq)do table.insert(d,ay)end\nfor bg,ay in ipairs(bu)do table.insert(d,ay)end\npr=pr - i\nif pr<=0 then\nd[3],d[4],d[5]=jr[q+1],jr[q],ep+i\nreturn d\nend\nend\nep=0\nend\nif #jr==2*rd then d[3],d[4]=jr[#jr],jr[#jr - 1] end\nreturn d\nend\nlocal sl={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal mn={'batch',ARGV[1]}\nlocal ph,mj=2,3\nwhile ARGV[mj] do\nlocal ko,rp,rf=ARGV[mj],ARGV[mj+1],ARGV[mj+2]\nlocal av,bm={},{ARGV[1]}\nfor q=ph,ph+rp - 1 do table.insert(av,KEYS[q])end\nfor q=mj+3,mj+2+rf do table.insert(bm,ARGV[q])end\nif sl[ko] then ti(av[1],av[2],bm[6])end\nif ko=='web-locks/snapshot' then pcall(rn)end\nlocal d=bo(mm[ko],av,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(mn,d)\nph,mj=ph+rp,mj+3+rf\nend\npcall(rn)\nreturn mn", END);
