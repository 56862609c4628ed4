// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local c=redis.call\nlocal a={}\nlocal function h(x,...)\nlocal d=redis.call(x,...)\na[#a+1]={}\nreturn d\nend\nlocal function s(...)\na[#a]={...}\nend\nlocal function bc(ab,bq)\nredis.pcall('PUBLISH',ab,bq)\nif #a>0 then a[#a]={}end\nend\nlocal function bk(ae,...)\nlocal m=#a\nlocal o,d=pcall(ae,...)\nif o then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bo(ae,aw,bm)\nlocal o,d,bp=bk(ae,aw,bm)\nif o then return d end\nlocal b=type(d)=='table' and d.err or d\nif not string.find(b,'^%u+ ')then b='ERR ' .. b end\nreturn{err=b ..(bp and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bo(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function av(x,j,...)\nlocal o,d=pcall(h,x,j,...)\nif o then return d end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn h(x,j,...)\nend";

const onceCounter_ =
  "local function gf(b)\nif not b then return false end\nif #b>16 or not(b=='0' or string.find(b,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn b\nend";

const onceKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function ac(ao)\nreturn{'done',aj,tonumber(ao)}\nend\nlocal function o(ao,jy)\njy('SET',k,ao,'PX',f)\ns('UNLINK',k)\nreturn ac(ao)\nend";

const onceValue_ =
  "local ef,ex=unpack(c('MGET',j,k))\nif ex then return ac(ex)end\nef=gf(ef or c('GET',j))";

const stateLock_ =
  "local e,p,k,aj,g,bz=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]\nlocal w,ay,al,v='','','',''";

const stateOwnerStateExists_ =
  "local an,bv=false,false\nlocal function bu(bb,ck)\nan,bv=bb~=false,bb\nw,ay,al=string.match(bb or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(ck or '')or ay\nend";

const stateLoadState_ =
  "local function cl()\nif k then\nbu(unpack(c('MGET',p,k)))\nelse\nbu(c('GET',p))\nend\nend";

const stateLostHow_ =
  "local function ci(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bi(t)\nreturn{'ended',aj,t}\nend\nlocal function cr()\nlocal t,au=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bi(t),au end\nend\nlocal function bt(b,f)\nif an then\nlocal l=c('PTTL',p)\nif l>tonumber(f)then f=l end\nend\nav('SET',p,b .. al,'PX',f)\nif an then s('SET',p,bv,'PX',f)else s('UNLINK',p)end\nend";

const stateRememberEnd_ =
  "local function ax(t,f,au)\nlocal b='-' .. t ..(au or '')\nif k then\nav('SET',k,b,'PX',f)\nif v=='' then s('UNLINK',k)else s('SET',k,v,'PX',f)end\nelse\nbt(w .. '|' .. b,f)\nend\nreturn bi(t)\nend";

const lockHashMode_ =
  "local r,i\nlocal function aa(ai)\nreturn string.rep('%x',ai)\nend\nlocal cb='^' .. table.concat({aa(8),aa(4),aa(4),aa(4),aa(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bx()\nreturn w~='' or string.sub(v,1,1)=='+'\nend\nlocal function bh(u)\nlocal m=string.match(p,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(p,#m+#g+1)\nend\nlocal function cc(u)\nif string.find(string.gsub(u,':write$',''),cb)then return true end\nif KEYS.locked and(u~=g or g=='')then error('KEY_NOT_LOCKED')end\nlocal ad=c('GET',bh(u))\nreturn ad and(string.sub(ad,1,1)~='|' or string.sub(ad,1,2)=='|+')\nend";

const lockHashIsCount_ =
  "local function bg(b)\nreturn #b<=6 and string.find(b,'^[1-9]%d*$')~=nil\nend\nlocal function ah(j)\nfor as,ba in ipairs(KEYS)do\nif ba==j then error('NOT_A_LOCK ' .. as)end\nend\nend";

const lockHashTimeLeft_ =
  "local function cg()\nlocal l=c('PTTL',e)\nif l==-1 then ah(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function ca()\nlocal n=c('HRANDFIELD',e,5,'WITHVALUES')\nr,i=#n>0 and 'plain',n[1]==g and n[2]\nif #n>2 then\nr,i=unpack(c('HMGET',e,'mode',g))\nif g=='mode' then i=false end\nif(r~='read' and r~='write')or(i and not bg(i))then ah(e)end\nend\nlocal ag=i and bx()\nfor q=1,#n,2 do\nif n[q]~='mode' or r=='plain' then\nif not bg(n[q+1])then ah(e)end\nag=ag or cc(n[q])\nend\nend\nif r and not ag then ah(e)end\nreturn n\nend";

const grantLeaseMs_ =
  "local z,f,fj=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local dx=ARGV[6]=='3'\nlocal ch=dx or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal cx,ed,ga=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dg(bd,ar)\nlocal j=cx .. bd .. ':rwlock_timeout:' .. ar\nif KEYS.locked and not KEYS.locked[j] then error('KEY_NOT_LOCKED')end\nreturn j\nend";

const readsBegin_ =
  "local function eb(z)\nlocal l=r and c('PTTL',e)or -2\nif r=='write' then\nh('HSET',e,g,1)\nelse\nh('HSET',e,'mode','read',g,1)\nend\nif l==-2 then s('UNLINK',e)else s('HDEL',e,g)end\nh('SET',dg(g,1),'1','PX',z)\ns('UNLINK',dg(g,1))\nif l<tonumber(z)then h('PEXPIRE',e,z)end\nend";

const grantTake_ =
  "local function dw()\nif k then\nh('SET',k,'+' .. bz,'PX',f)\ns('UNLINK',k)\nal=ARGV[8]\nbt(bz .. '|' .. ay,f)\nelse\nh('SET',p,'|+' .. ARGV[8],'PX',f)\ns('UNLINK',p)\nend\neb(z)\nreturn{'held',aj,1,tonumber(z),k and bz or ''}\nend";

const readHoldsOwnLeft_ =
  "local function jb(ej)\nlocal l=k and c('PTTL',k)\nreturn l and(l==-1 and math.huge or l - ej)\nend";

const readHoldsLives_ =
  "local cm={}\nlocal function dr(bd,ar)\nlocal j=dg(bd,ar)\ncm[j]=cm[j] or c('PTTL',j)\nreturn cm[j]\nend";

const readHoldsSCRIPTMS_ =
  "local fr=10";

const readHoldsOWNMS_ =
  "local iu=5";

const readHoldsSlotOf_ =
  "local function jc(i,cw)\nif not k then return 1,dr(g,1),true end\nlocal q,l,dt=1,math.huge,false\nlocal iw=ay=='+' and w=='' and i>1\nfor ar=i,iw and 2 or 1,-1 do\nlocal ba=dr(g,ar)\nlocal fe=ba>cw - fr\nlocal ja=ba<l and(ar>1 or l>cw+iu or ba<l - fr)\nif(fe and not dt)or(fe==dt and ja)then\nq,l,dt=ar,ba,fe\nend\nend\nreturn q,l,dt\nend";

const readHoldsReadLeft_ =
  "local function ng(i,ej)\nlocal cw=jb(ej)\nlocal bl,l=jc(i,cw)\nlocal ei=cw or math.huge\nfor bl,ba in ipairs({l,c('PTTL',e)})do\nif ba~=-1 then ei=math.min(ei,ba)end\nend\nreturn ei==math.huge and -1 or math.max(ei,0)\nend";

const readsHoldLeft_ =
  "local function ek(i,f)\nreturn ng(i,f - ARGV[4])\nend\nlocal function et()\nreturn r=='read' or r=='write'\nend\nlocal fa=64\nlocal function eu(z,bl,f)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nh('SET',dg(g,i),'1','PX',z)\ns('UNLINK',dg(g,i))\nh('PEXPIRE',k,f)\nreturn i,tonumber(z)\nend";

const grantSettled_ =
  "local function fl()\nlocal bj=cr()\nif bj then return bj end\nlocal ag=not k or v~=''\nca()\nif i and ag then\nlocal cj=string.sub(v,2)\nif w~='' and w~=cj then return ax(ci('lost'),f)end\nif not k and not an and r=='plain' then\nal=ARGV[8]\nbt('|+',f)\nh('PEXPIRE',e,z,'GT')\nend\nreturn{'held',aj,tonumber(i),ek(tonumber(i),f),cj}\nend\nif i and et()then\nif fj then return ax('reentered',f)end\nif tonumber(i)>=fa then return ax('crowded',f)end\nlocal l=cg()\nif string.sub(w,1,1)=='!' then w=bz end\nlocal ct=math.max(l,tonumber(z))\nh('SET',k,'+' .. w,'PX',f+ct)\ns('UNLINK',k)\nbt(w .. '|' .. ay,f)\nlocal by,ak=eu(z,ct,f)\nif l<ct then h('PEXPIRE',e,z)end\nreturn{'held',aj,by,ak,w}\nend\nif v~='' or(an and not k)then return ax(ci('lost'),f)end\nend";

const grantIsLast_ =
  "local function gj()\nif dx and KEYS.locked then error('KEY_NOT_LOCKED')end\nreturn ch\nend";

const grantWithHolder_ =
  "local function gv(ac)\nif not dx or ac[1]~='busy' then return ac end\nlocal u,fk=unpack(c('HRANDFIELD',e,2))\nif u=='mode' and fk then u=fk end\nif u then\ntable.insert(ac,u)\ntable.insert(ac,c('GET',bh(u))or '')\nend\nreturn ac\nend";

const waitersNow_ =
  "local af,be\nlocal function df()\nbe=c('TIME')\naf=be[1]*1000+math.floor(be[2]/1000)\nend";

const waitersDigits_ =
  "local function ai(ao)\nreturn string.format('%.0f',ao)\nend";

const waitersHEAD_ =
  "local eh='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dq(dz)\nreturn 'leasehound:' .. dz\nend";

const readHoldsMOSTWALKED_ =
  "local dp=80\nlocal function ez(bd,i)\nif i>dp then return math.max(c('PTTL',e),0)end\nlocal bs=0\nfor ar=1,i do\nbs=math.max(bs,dr(bd,ar))\nend\nreturn bs\nend";

const rwQueueQueue_ =
  "local at,ds,bf=KEYS[3],KEYS[4],KEYS[5]\nlocal cn=15000";

const rwQueueKEPTMS_ =
  "local fn=60000\nlocal lx=45000";

const rwQueueMOSTDROPPED_ =
  "local fb=64\nlocal gr=256\nlocal fu=false\nlocal hb='^' .. eh .. ':wake:[%w-]+$'\nlocal function ff(y)\nreturn string.sub(y,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fq(y)\nif h('ZREM',at,y)==0 then return false end\nh('ZREM',bf,y)\nif ff(y)then h('ZREM',ds,y)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function fm(y,be)\nlocal ap=tonumber(be or 0)\nif ap<=af then return ap end\nh('ZADD',bf,ai(af),y)\nreturn af\nend\nlocal function gg(fh,fc)\nlocal br=c('ZRANGE',fh,0,0,'WITHSCORES')\nif #br==0 then return false end\nif br[1]==fc then return fc end\nif not af then df()end\nlocal ap=fm(br[1],c('ZSCORE',bf,br[1]))\nif ap>af - cn then return br[1],tonumber(br[2]),ap+cn end\nbr=c('ZRANGE',fh,0,fb - 1,'WITHSCORES')\nlocal bw,fd,dl={},{},nil\nfor q=1,#br,2 do table.insert(bw,br[q])end\nlocal hi=c('ZMSCORE',bf,unpack(bw))\nfor q,y in ipairs(bw)do\nap=fm(y,hi[q])\nif ap>af - cn then\ndl=q\nbreak\nend\ntable.insert(fd,y)\nend\nfu=true\nfor bl,j in ipairs({at,ds,bf})do h('ZREM',j,unpack(fd))end\nif dl then return bw[dl],tonumber(br[2*dl]),ap+cn end\nreturn #bw==fb and 'more'\nend";

const rwQueueTell_ =
  "local function cd(y,da,ao)\nlocal ce=string.match(y,'^.|[^|]*|([^|]*)|')\nif string.find(ce,'^%d%d%d%d%d%d$')then\nbc(ga,da .. ce .. ao)\nelseif string.find(ce,hb)then\nbc(dq(ce),da .. ao .. ' ' .. e)\nend\nreturn ce\nend\nlocal function ft(di)\nlocal bn,ao=gg(at)\nif not bn or bn=='more' then return end\nif ff(bn)then\nif di=='free' then cd(bn,'2',ai(ao))end\nreturn\nend\nlocal m=c('ZRANGE',ds,0,0,'WITHSCORES')[2]\nlocal ad={}\nfor bl,bd in ipairs(c('ZRANGE',at,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,gr))do\nlocal ce=string.match(bd,'^.|[^|]*|([^|]*)|')\nif not ad[ce] then ad[cd(bd,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function mc(m)\nlocal nf=c('ZRANGE',at,gr - 1,gr - 1,'WITHSCORES')\nif nf[1] and(not m or tonumber(nf[2])<m)then\ncd(nf[1],'3',m and ai(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function hp(y)\nif not fq(y)then return end\nlocal hf=c('HGET',e,'mode')\nif hf~='write' then ft(hf and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function mf(y)\nif not af then df()end\nlocal as,ao=c('ZRANK',at,y),0\nif not as then\nlocal kj=c('ZRANGE',at,-1,-1,'WITHSCORES')\nao=(tonumber(kj[2])or 0)+1\nh('ZADD',at,ai(ao),y)\nif ff(y)then h('ZADD',ds,ai(ao),y)end\nas=c('ZCARD',at)- 1\nend\nh('ZADD',bf,ai(af),y)\nif ao>0 or c('PTTL',bf)<lx then\nfor bl,j in ipairs({at,ds,bf})do h('PEXPIRE',j,fn)end\nend\nreturn as+1,ao\nend";

const readsForgetOutlived_ =
  "local function ob()\nif not k or an or v~='' then return end\nca()\nif not i or not et()or ez(g,tonumber(i))>0 then return end\ncg()\nh(c('HLEN',e)==2 and 'DEL' or 'HDEL',e,g)\nend";

const fairReadWriteBlock_2 =
  "if c('EXISTS',unpack(KEYS))==0 then return dw()end\nlocal function nz(qf,m)\nlocal ac=dw()\npcall(function()\nif qf and fq(ed)and not fu then mc(m)end\nif fu then ft('read')end\nend)\nreturn ac\nend\ncl()\nob()\nlocal ac=fl()\nif ac then\nif k then pcall(hp,ed)end\nreturn ac\nend\nif k and r=='write' and c('HEXISTS',e,g .. ':write')==1 then return nz(true,0)end\nlocal l=cg()\nlocal di=l==-2 and 'free' or r=='read' and 'read'\nlocal ks=l\nif di then\nlocal ne=tonumber(c('ZSCORE',at,ed)or nil)\nlocal np,ao,mw=gg(ds)\nif not np or(ne and ao and ao>ne)then return nz(ne,ao)end\nks=np=='more' and 0 or mw+1 - af\nif fu then ft(di)end\nend\nif gj()then\nhp(ed)\nax('refused',f)\nreturn gv({'busy',aj,l,0,-1,0})\nend\nlocal as,ao=mf(ed)\nreturn{'busy',aj,l,as,ks,ao}";

const writesBegin_ =
  "local function eb(z)\nh('HSET',e,'mode','write',g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,z)\ns('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function lq(f,ej)\nlocal l=c('PTTL',e)\nif not k then return l end\nlocal jd=c('PTTL',p)\nif jd~=-1 then\nlocal cw=jd - ej\nl=math.max(l==-1 and cw or math.min(l,cw),0)\nend\nh('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function ek(bl,f)\nreturn lq(f,f - ARGV[4])\nend\nlocal function et()\nreturn r=='write'\nend\nlocal fa=1000\nlocal function eu(z)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nreturn i,tonumber(z)\nend";

const grantTakeNew_ =
  "local function hh()\nif not h('SET',p,'|+' .. ARGV[8],'PX',f,'NX')then return end\ns('UNLINK',p)\neb(z)\nreturn{'held',aj,1,tonumber(z),''}\nend";

const fairReadWriteWasAnswered_ =
  "local qz=ARGV[6]=='2'\nlocal function io()\nlocal l=c('PTTL',e)\nif l>=0 and c('EXISTS',p)==0 then\nlocal as,ao=mf(ed)\nreturn{'busy',aj,l,as,l,ao}\nend\nif l~=-2 then return end\nlocal bn=c('ZRANGE',at,0,0)[1]\nlocal ac=(not bn or bn==ed)and hh()\nif ac and bn then pcall(fq,ed)end\nreturn ac\nend\nif qz and not k then\nlocal ac=io()\nif ac then return ac end\nelseif c('EXISTS',unpack(KEYS))==0 then\nreturn dw()\nend\ncl()\nlocal ac=fl()\nif ac then\nif k then pcall(hp,ed)end\nreturn ac\nend\nlocal l=cg()\nlocal ks=l\nif l==-2 then\nlocal bn,bl,mw=gg(at,ed)\nif not bn or bn==ed then\nac=dw()\nif bn then pcall(fq,ed)end\nreturn ac\nend\nks=bn=='more' and 0 or mw+1 - af\nif fu then ft('free')end\nelseif k then\nlocal bd=string.sub(g,1,-7)\nif ez(bd,tonumber(c('HGET',e,bd)or 0))>0 then\nhp(ed)\nreturn ax('upgrade',f)\nend\nend\nif gj()then\nhp(ed)\nax('refused',f)\nreturn gv({'busy',aj,l,0,-1,0})\nend\nlocal as,ao=mf(ed)\nreturn{'busy',aj,l,as,ks,ao}";

const forceLock_ =
  "local e,p,g,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local n";

const forceStored_ =
  "local ex=c('GET',KEYS[2])\nif ex then return{'forced',ARGV[1],tonumber(ex)}end";

const forceLookAtLock_ =
  "local function mk()\nn=ca()\nif r then cg()end\nend";

const forceForced_ =
  "local function km(eg)\nav('SET',KEYS[2],eg,'PX',ARGV[2])\ns('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],eg}\nend";

const forceTellHolders_ =
  "local function mo()\nlocal ad=n[9] and '* ' or ''\nfor q=1,#n,2 do ad=ad .. n[q] .. ' ' end\nbc(ARGV[5],ad .. 'lost')\nend";

const stateExtended_ =
  "local es,dv={},{}";

const stateKeep_ =
  "local function fg(j,ak,ge)\nif h('PEXPIRE',j,ak,'GT')==0 and(ge or dv[e])then h('PEXPIRE',j,ak,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local gc=60000\nlocal function fw()\nreturn an or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal ga,cx,ed=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function de()\nif c('PTTL',e)<0 then return false end\nlocal o,du=pcall(ca)\nif string.find(tostring(du),'KEY_NOT_LOCKED')then error(du,0)end\nif not o then return false end\nif string.find(g,':write$')then return r=='write' end\nreturn(r=='plain')==(cx=='')\nend\nlocal function dd(cy)\nif k and v=='' and not cy then return nil end\nlocal cj=v~='' and string.sub(v,2)or cy or ''\nlocal i=(w=='' or w==cj)and c('HGET',e,g)or nil\nif i and not bx()and not de()then return nil end\nreturn i\nend";

const readHoldsSetLife_ =
  "local function lj(bd,ar,ak)\nlocal j=dg(bd,ar)\ncm[j]=ak or -2\nif ak then h('SET',j,'1','PX',ak)else h('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function ij(cv)\nif cv>dp then return true end\nlocal bs,by=0,0\nlocal co=c('HGETALL',e)\nfor q=2,#co,2 do by=by+(tonumber(co[q])or 0)end\nif by>dp then return true end\nfor q=1,#co,2 do\nbs=math.max(bs,ez(co[q],tonumber(co[q+1])or 0))\nend\nif bs>0 then\nh('PEXPIRE',e,bs)\nelse\nh('DEL',e)\nend\nreturn bs>0\nend";

const readHoldsTimeoutKeys_ =
  "local function me(i)\nlocal aw={}\nfor ar=1,math.min(i,dp)do aw[ar]=dg(g,ar)end\nreturn aw\nend";

const rwQueueWakeNext_ =
  "local function lo(di)\npcall(ft,di)\nend";

const rwQueueGiveUp_ =
  "local function ic()\nif ed~='' then hp(ed)end\nend";

const endFirst_ =
  "local bn,iq,f,eq=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal au=eq=='' and '' or ' ' .. eq";

const fairReadWriteFreed_ =
  "local function eg()\nlo('free')\nbc(ga,'0')\nend";

const readsShortenLock_ =
  "local function kp(gn,cv)\nif gn<c('PTTL',e)- fr or c('HGET',e,'mode')=='write' then return end\nif not ij(cv or c('HLEN',e))then eg()end\nend\nlocal function lz(by)\nlocal aw,cv=me(by),c('HLEN',e)\nif cv==2 then\nh('DEL',e,unpack(aw))\nreturn eg()\nend\nlocal gn=ez(g,by)\nh('HDEL',e,g)\ns('HSET',e,g,i or 1)\nkp(gn,cv)\npcall(h,'DEL',unpack(aw))\nend";

const readsEndLast_ =
  "local function fs()\nlz(1)\nend";

const readsEndOne_ =
  "local function ib(ir,i,go)\nlocal lb=dr(g,i)\nlocal ar,gn,dt=jc(i,jb(ARGV[7] - ir))\ngo()\nh('HINCRBY',e,g,-1)\nlj(g,i)\nif ar<i and lb>0 and(dt or lb>gn)then\nlj(g,ar,lb)\nelseif ar<i and dt then\nlj(g,ar)\nend\nkp(gn)\nend";

const endEndHold_ =
  "local function ia(cy,it)\nlocal gi,gh=true,nil\nif not k then\ngi,gh=pcall(c,'HGET',e,g)\nend\nif gh=='1' then\nlocal o,m=pcall(h,'SET',p,'|-released' .. au,'PX',f,'GET')\nif o and m then s('SET',p,m,'PX',f)end\nif o and not m then s('UNLINK',p)end\nif o and(m and string.sub(m,1,2)=='|+' or not m and(bn and it or de()))then\nfs(true)\nreturn bi('released')\nend\nif o and not m then return ax('taken',gc)end\nif o then\nlocal ec=f+c('PTTL',e)\nh('SET',p,m,'PX',ec)\ns('SET',p,m,'PX',ec)\nend\nend\ncl()\nlocal bj,ip=cr()\nif bj and au~='' and ip~=eq and(bj[3]=='released' or string.find(bj[3],'^still'))then\nreturn bi('released-elsewhere')\nend\nif bj then return bj end\nlocal i=(gi or fw())and dd(bn and cy)\nif not i then\nlocal t=ci(c('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ax(t,fw()and f or gc)\nic()\nreturn d\nend\nif tonumber(i)>1 then\nlocal t='still:' .. i - 1\nib(iq,tonumber(i),function()\nax(t,f,au)\nend)\nif k then pcall(fg,p,f)end\nreturn bi(t)\nend\nlocal d=ax('released',f,au)\nfs()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return ia(ARGV[4])";

const stateExtend_ =
  "local function gt(j,ak)\nif h('PEXPIRE',j,ak,'GT')==1 then return true end\nif not es[j] and h('PEXPIRE',j,ak,'NX')==1 then dv[j]=true end\nes[j]=true\nreturn dv[j]\nend";

const exclusiveEndOne_ =
  "local function ib(ir,bl,go)\ngt(e,ir)\ngo()\nh('HINCRBY',e,g,-1)\nend";

const fairReadWriteFreed_2 =
  "local function eg(di)\nlo(di)\nbc(ga,'1')\nend";

const writesEndLast_ =
  "local function fs()\nlocal cv,di=c('HLEN',e),'free'\nif cv==2 then\nh('DEL',e)\nelse\nh('HSET',e,'mode','read')\ns('HSET',e,'mode','write')\nh('HDEL',e,g)\ns('HSET',e,g,i or 1)\nif ij(cv)then di='read' end\nend\neg(di)\nend";

const exclusiveBegin_ =
  "local function eb(z)\nh('HINCRBY',e,g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,z)\ns('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function ek(bl,f)\nlocal l=c('PTTL',e)\nif k then h('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function et()\nreturn r=='plain'\nend\nlocal fa=1000\nlocal function eu(bl,l)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nreturn i,l\nend";

const waitersMAILBOX_ =
  "local fx=eh .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cd(am,...)\nbc(dq(am),table.concat({...},' '))\nend";

const queueQueue_ =
  "local at,cu,bf=KEYS[3],KEYS[4],KEYS[5]\nlocal cn=15000\nlocal dn=2000\nlocal fy=100\nlocal lw=10\nlocal je=false\nlocal function ey(x,j,dm)\nfor q=1,#dm,dn do\nh(x,j,unpack(dm,q,math.min(q+dn - 1,#dm)))\nend\nend\nlocal function dy()\nreturn c('ZDIFF',2,cu,bf,'WITHSCORES')\nend\nlocal function ih()\nlocal ch=c('LINDEX',at,-1)\nreturn ch,tonumber(ch and c('ZSCORE',cu,ch)or nil)\nend";

const queueLeave_ =
  "local function fq(gk,dh)\nlocal bw=c('LRANGE',at,0,fy)\nlocal jw=#bw>fy\nlocal gw=jw and dy()or c('ZRANGE',cu,0,-1,'WITHSCORES')\nlocal gy,ch,fo={},nil,nil\nfor q=1,#gw,2 do\ngy[gw[q]]=gw[q+1]\nend\nif jw then\nch,fo=ih()\nbw=(#gw>0 or dh>lw)and c('LRANGE',at,0,-1)\nend\nlocal gx,dc,en,hm=0,{},{},{}\nfor bl,y in ipairs(bw or{})do\nif gk[y] then\ngx=gx+fv\ntable.insert(en,y)\nelse\ntable.insert(hm,y)\nif gx>0 and gy[y] then\ntable.insert(dc,ai(gy[y] - gx))\ntable.insert(dc,y)\nend\nend\nend\nif not bw then\nfor y in pairs(gk)do\nif h('LREM',at,0,y)>0 then table.insert(en,y)end\nend\nelseif #en==1 then\nh('LREM',at,0,en[1])\nelseif #en>1 then\nh('DEL',at)\ney('RPUSH',at,hm)\nend\ney('ZREM',cu,en)\nif fo then\nlocal ju=fo - #en*fv\nch,fo=ih()\nif fo and fo>ju and not gy[ch] then\ntable.insert(dc,ai(ju))\ntable.insert(dc,ch)\nend\nend\ney('ZADD',cu,dc)\nif bw and #hm==0 then h('DEL',bf)end\nend\nlocal function kt()\nlocal gz=c('ZRANGEBYSCORE',bf,'-inf',ai(af - cn))\nif #gz==0 then return end\nlocal gk={}\nfor bl,y in ipairs(gz)do\ngk[y]=true\nend\nfq(gk,#gz)\ney('ZREM',bf,gz)\nje=true\nend\nlocal function ma()\nwhile true do\nlocal cs=c('LINDEX',at,0)\nif not cs then return false end\nif not af then df()end\nlocal ap=tonumber(c('ZSCORE',bf,cs)or nil)\nif ap and ap>af then\nlocal gd={}\nfor bl,y in ipairs(c('ZRANGEBYSCORE',bf,'(' .. ai(af),'+inf'))do\ntable.insert(gd,ai(af))\ntable.insert(gd,y)\nend\nav('ZADD',bf,gd[1],gd[2])\ney('ZADD',bf,gd)\nap=af\nend\nlocal ew=not ap and tonumber(c('ZSCORE',cu,cs)or nil)\nlocal jz=ap and ap+cn or ew or 0\nif jz>af then return cs,jz,ap~=nil end\nif ap then\nkt()\nelse\nh('LPOP',at)\nh('ZREM',cu,cs)\nje=true\nend\nend\nend\nlocal function lr(bn)\nlocal gl=h('ZPOPMIN',cu,fy+1)\nlocal m,dc,l={},{},false\nfor q=#gl,1,-1 do table.insert(m,gl[q])end\nif #gl>0 then s('ZADD',cu,unpack(m))end\nlocal function il(dm)\nfor q=2,#dm,2 do\nif dm[q - 1]==bn then\nl=true\nelse\ntable.insert(dc,ai(dm[q] - fv))\ntable.insert(dc,dm[q - 1])\nend\nend\nend\nil(gl)\nif #gl>2*fy then\nif not l then h('ZREM',cu,bn)end\nil(dy())\nil({ih()})\nend\ney('ZADD',cu,dc)\nif #dc==0 and c('EXISTS',at)==0 then h('DEL',bf)end\nend\nlocal function ko(y)\nif KEYS.locked then return end\nlocal b=redis.pcall('GET',(string.gsub(bh(y),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(b)=='string' and b or nil\nend\nlocal function kq(el,...)\nlocal am=string.match(el or '','^~?(' .. fx .. ') ')\nif am then cd(am,...)end\nreturn am\nend\nlocal function ly(em,y,el)\nif not kq(el,'try',y,0)then bc(em .. y,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local pt=30000\nlocal ps=86400000\nlocal function oa()\nlocal ac=dw()\nbk(lr,g)\nreturn ac\nend\nlocal function oh(ew)\nlocal ox=ew - af+fv+cn\nif c('PTTL',bf)<ox then h('PEXPIRE',bf,ai(ox))end\nend\nlocal function qm(as,qa,dc)\nwhile true do\nlocal n=c('LRANGE',at,as+1,as+fy)\nfor bl,y in ipairs(n)do\nif c('ZSCORE',bf,y)then return end\nlocal ew=c('ZSCORE',cu,y)\nif ew then\ntable.insert(dc,ai(ew+qa))\ntable.insert(dc,y)\nend\nend\nif #n<fy then return end\nas=as+fy\nend\nend\nlocal pc=false\nlocal function ac()\nlocal kv=c('EXISTS',e,p,k or p)\nif kv==0 then\nlocal cs=h('LPOP',at)\nif not cs then\ns('EXISTS',at)\nreturn dw()\nend\ns('LPUSH',at,cs)\nif cs==g then return oa()end\nh('LPUSH',at,cs)\nelse\nlocal iy=not k and kv==1\nif not iy then cl()end\nlocal ac=not(iy and ARGV[6]=='2')and fl()\nif ac then return ac end\nend\nlocal l=cg()\ndf()\nlocal as=c('LPOS',at,g)\nlocal gm=as and h('ZADD',bf,ai(af),g)==1\nif gm then oh(af+(as+1)*fv)end\nkt()\nlocal cs,oe\nif l==-2 then\ncs,oe=ma()\nend\nif l==-2 and not cs then\nh('DEL',bf)\nreturn dw()\nend\nif l==-2 and cs==g then\nh('LPOP',at)\ns('LPUSH',at,g)\nreturn oa()\nend\nif je then\nas=c('LPOS',at,g)\nif l==-2 then ly(ARGV[10],cs,ko(cs))end\nend\nif gj()then\nif as then\nfq({[g]=true},1)\nh('ZREM',bf,g)\nend\nax('refused',f)\nreturn gv({'busy',aj,l,as and as+1 or 0,-1})\nend\nlocal ag=as and tonumber(c('ZSCORE',cu,g)or nil)\nif ag and ag<af - ps then ag=nil end\nlocal ew=ag\nif not as then\nlocal kj=c('LINDEX',at,-1)\new=(kj and c('ZSCORE',cu,kj)or af+math.max(l,0))+fv\nas=h('RPUSH',at,g)- 1\npc=true\nh('ZADD',bf,ai(af),g)\nend\nlocal oc=af+(as+1)*fv\nif not ew or ew<oc - fv+pt then ew=oc end\nif ew~=ag then\nlocal dc={ai(ew),g}\nif ag and not gm then qm(as,ew - ag,dc)end\ney('ZADD',cu,dc)\noh(ew)\nend\nreturn{'busy',aj,l,as+1,l==-2 and oe+1 - af or l}\nend";

const waitersIsHeard_ =
  "local function hn(am,ab)\nam=dq(am)\nlocal cq=redis.pcall('PUBSUB','NUMSUB',am,ab or am)\nreturn cq.err~=nil or cq[2]~=0,cq[4]\nend";

const waitersDated_ =
  "local function mv(b)\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. ai(af).. ' '))\nend";

const waitersIsCluster_ =
  "local function of()\nlocal mj=redis.pcall('INFO','cluster')\nreturn type(mj)=='string' and string.find(mj,'cluster_enabled:1',1,true)~=nil\nend\nlocal function nx()\nlocal o,ny=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn o and ny=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function on(b,cq)\nb=mv(b)\nif cq~='1' or string.find(b,'^~')then return b end\nlocal ol=nx()and hn(string.match(b,'^%S+'))and not of()\nreturn(ol and '' or '~').. b\nend";

const waitersSECRET_ =
  "local jh=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local kc=20";

const waitersTellGranted_ =
  "local function kk(am,dj,...)\nlocal b='granted ' .. table.concat({...},' ')\ncd(am,b,string.sub(redis.sha1hex(dj .. b .. dj),1,kc))\nend";

const waitersSTANDINGMS_ =
  "local ji=150000\nlocal jg='^(~?)(' .. fx .. ') (%S+) (' .. jh .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op]k?)(.*)$'\nlocal jf=15\nlocal ee,ig=0,false\nlocal fi=false\nlocal function hl(b,ab)\nlocal aq,am,g,dj,z,f,is,t,al=string.match(b,jg)\nif not aq or string.find(al,'^[^\\n]')or math.max(#z,#f)>jf then return end\nif af - is>=ji then return end\nfi=false\nif aq=='' or ab then\nlocal hj=string.sub(t,2,2)\nlocal hc,dd=hn(am,ab)\nif hj=='p' then dd=nil end\nif aq=='' then\nif not hc then return end\nee,ig=ab and dd or 0,hj=='o'\nend\nfi=hc and dd==0\nend\nif KEYS.locked and string.sub(t,3)~='k' then\naq,fi='~',false\nend\nreturn aq,am,g,dj,z,f,t,al\nend";

const waitersStanding_ =
  "local cp,fz=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal fn=160000\nlocal function gb()\nh('SET',fz,'1','PX',fn)\nend";

const waitersCALLEDMS_ =
  "local gq=65\nlocal jj=30\nlocal hv=50\nlocal ap=0\nlocal function hd(as,da,ak)\nlocal b=c('LINDEX',cp,as)\nif not b then return false end\nlocal am,g=string.match(b,'^~?(' .. fx .. ') (%S+)')\nif am then cd(am,da,g,ak)end\nreturn true\nend\nlocal function id(da,ak)\nif hd(0,da,ak)then gb()end\nend";

const waitersIsOpen_ =
  "local function ie(g)\nreturn KEYS.locked or c('EXISTS',bh(g))==0\nend\nlocal function hw(ak,ab)\nif not af then df()end\nwhile ap<hv do\nap=ap+1\nlocal b=c('LINDEX',cp,0)\nif not b then return end\nlocal aq,am,g=hl(b,ab)\nif ee>0 then ak=jj end\nlocal he=aq and ie(g)\nif he and(aq=='' or ak>0)then\ngb()\ncd(am,ak==0 and 'try' or 'next',g,ak)\nif ak==0 or aq=='~' or ee>0 then hd(1,'next',ak+gq)end\nreturn\nend\nh('LPOP',cp)\nif he then\ncd(am,'try',g,0)\nak=gq\nend\nend\nid(ak==0 and 'try' or 'next',ak)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local kb=5000\nlocal iv=50\nlocal function jl(g,z,f,al)\nif al then\nif not h('SET',bh(g),'|+' .. al,'PX',f,'NX')then return false end\ns('UNLINK',bh(g))\nend\nh('HINCRBY',e,g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,z)\ns('UNLINK',e)\nreturn true\nend\nlocal function ke(aq,g,z,f,al)\nlocal dk=math.min(tonumber(z),aq=='' and kb or iv)\nlocal ix=jl(g,dk,f,not KEYS.locked and aq=='' and al)\nreturn ix and dk or nil\nend";

const waitersWithGrant_ =
  "local function lp(d,db,ep)\nif not db and not ep then return d end\ntable.insert(d,ep and 'passed' or 'granted')\nfor bl,kl in ipairs(ep or db)do table.insert(d,kl)end\nreturn d\nend";

const queueTellNext_ =
  "local function mc(em,dk)\nlocal y=c('LINDEX',at,0)\nif not y or kq(ko(y),'next',y,dk)then return end\nif c('ZSCORE',bf,y)then return end\nh('ZADD',cu,'XX','LT',ai(af+dk+fv),y)\nbc(em .. y,'0')\nend\nlocal function od(em,y,el)\nlocal aq,am,g,dj,z,f,bl,al=hl(el)\nif aq~='' or g~=y then return end\nlocal dk=ke(aq,g,z,f,al)\nif not dk then return end\nh('LPOP',at)\nlr(g)\nkk(am,dj,g,ai(af),dk,ai(af),0,0)\npcall(mc,em,dk)\nreturn{g,dk}\nend\nlocal function nj(em,hk)\nlocal cs,el\nlocal o,db=bk(function()\nlocal bl,jx\ncs,bl,jx=ma()\nel=jx and ko(cs)\nreturn el and od(em,cs,el)\nend)\nlocal bx=o and db or(not o and redis.pcall('EXISTS',e)==1)\nif bx then\nif hk==2 then pcall(gb)end\nreturn o and db\nend\nif cs then pcall(ly,em,cs,el)end\nif hk==2 then pcall(hw,0)end\nend";

const stateTimeouts_ =
  "local cx=''";

const fenceMarkKey_ =
  "local ns,aj,cf=KEYS[1],ARGV[1],ARGV[2]\nlocal function px(aq)\nif not aq then return true end\nif not string.find(aq,'^%d+$')then error('the mark of this resource is no number')end\nreturn #aq<#cf or(#aq==#cf and aq<=cf)\nend\nlocal function qe(aq,cz)\nif aq==cf then return false end\nlocal be=c('TIME')\nif tonumber(cf)<=(be[1]+60)*1e6+be[2] then return false end\nlocal az=tonumber(c('GET',cz)or '')\nreturn not az or az<tonumber(cf)\nend\nlocal function qq(aq)\nif aq~=cf then h('SET',ns,cf)end\nend";

const grantLooked_ =
  "local ho\nlocal function ii(ik)\nif ik or KEYS.locked then\nlocal de,n=pcall(ca)\nif not de or i then return end\nho=n\nend\nif r==false then return -2 end\nreturn c('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function iy()\nreturn c('EXISTS',p)==0\nend";

const grantRefuseNew_ =
  "local function lf(l)\nif not l or l<0 then return end\nlocal gm\nif gj()then\ngm=av('SET',p,'|-refused','PX',f,'NX')\nelse\ngm=iy()\nend\nif gm then return{'busy',aj,l}end\nend";

const waitersMOST_ =
  "local dn='9223372036854775807'";

const fencedTokenKey_ =
  "local cz=KEYS[3]";

const waitersReadToken_ =
  "local function ki()\nlocal az=c('GET',cz)\nreturn az~='' and az\nend\nlocal function kg(b)\nreturn string.find(b,'^%d+$')and(#b<#dn or(#b==#dn and b<=dn))\nend\nlocal function im(az,hr)\nlocal cf=hr[1] .. string.format('%06d',hr[2])\naz=az or ''\nlocal hs=#az<#cf or(#az==#cf and az<cf)\nif hs then h('SET',cz,cf)else h('INCR',cz)end\nif az=='' then s('UNLINK',cz)else s('SET',cz,az)end\nreturn hs and cf or c('GET',cz)\nend";

const fencedWithToken_ =
  "local function ka(ac,cf)\ntable.insert(ac,cf)\nreturn ac\nend\nlocal function iz()\nlocal az=ki()\nif az and not kg(az)then ah(cz)end\nreturn az\nend\nlocal function mn(az)\nif az==dn then ah(cz)end\nlocal cf=im(az,c('TIME'))\nreturn ka(dw(),cf)\nend\nlocal function ow()\nlocal oy,az=pcall(iz)\nlocal ac=oy and az~=dn and hh()\nreturn ac and ka(ac,im(az,c('TIME')))\nend\nlocal function oq()\ncl()\nlocal az=k and v=='' and iz()\nlocal ac=fl()\nif ac and ac[1]=='held' then ka(ac,az or iz()or im(nil,c('TIME')))end\nreturn ac,az\nend";

const fencedQuickAnswer_ =
  "local function io()\nif k then return c('EXISTS',e,p,k)==0 and mn(iz())end\nlocal l=ii(ARGV[6]~='2')\nreturn l==-2 and ow()or lf(l)\nend\nlocal function jk()\nlocal ac,az=oq()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then\nif not k then az=iz()end\nreturn mn(az)\nend\nif gj()then ax('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function ac()\nreturn gv(io()or jk())\nend";

const lockHashIsRandom_ =
  "local function qg(u)\nreturn string.find(u,':%d%d%d%d%d%d%d%d%d%d%d%d+$')~=nil\nend";

const standIsOurs_ =
  "local jx=0\nlocal function iy()\nlocal n=ho or c('HRANDFIELD',e,2,'WITHVALUES')\nlocal gu={p}\nif #n==2 and not KEYS.locked then table.insert(gu,bh(n[1]))end\nif n[1]==g then return false end\nlocal cw,dy=unpack(c('MGET',unpack(gu)))\nlocal lu=#n==2 and qg(n[1])\nif dy then lu=string.sub(dy,1,1)~='!' end\njx=lu and 1 or 0\nreturn not cw\nend";

const waitersLeaveList_ =
  "local function lc(g)\nfor bl,b in ipairs(c('LRANGE',cp,0,-1))do\nif string.match(b,'^%S+ (%S+)')==g then h('LREM',cp,0,b)end\nend\nend\nlocal function ht(g,b)\nif KEYS.locked then\npcall(lc,g)\nelseif(b or '')~='' then\npcall(h,'LREM',cp,0,b)\nend\nend";

const standMarked_ =
  "local function qk(b)\nlocal cq=ARGV[12]~='' and redis.pcall('PUBSUB','NUMSUB',ARGV[12])\nif not cq or cq.err then return b end\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(cq[2]==0 and 'o' or 'p')))\nend\nlocal function os()\ndf()\nlocal b=qk(on(ARGV[10],ARGV[11]))\nlocal as=ARGV[9]~='' and c('LPOS',cp,ARGV[9])\nif as then\nh('LSET',cp,as,b)\nelse\nh('RPUSH',cp,b)\nend\nh('PEXPIRE',cp,fn)\ngb()\nreturn b\nend";

const standAnswerOrStand_ =
  "local function py()\nif KEYS.locked and ch then ht(g)end\nlocal d=ac()\nif d[1]=='busy' and not ch then\nif ARGV[10]=='' then return d end\nlocal o,b=pcall(os)\nif o then\ntable.insert(d,af)\ntable.insert(d,b)\ntable.insert(d,jx)\nend\nelseif not(KEYS.locked and ch)then\nht(g,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local hu=60000\nlocal mq=64";

const stealRob_ =
  "local function nh(u,l)\nlocal dy=bh(u)\nlocal f=math.max(l+hu,c('PTTL',dy))\nlocal hq='!' .. jr .. '|'\nlocal m=h('SET',dy,hq .. '-' .. jr,'PX',f,'GET')\nif m then s('SET',dy,m,'PX',f)else s('UNLINK',dy)end\nlocal ad=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not ad then return end\nh('SET',dy,hq .. ad,'PX',f)\ns('SET',dy,m,'PX',f)\nend\nlocal function nk(l,nm)\nlocal li={}\nfor bl,u in ipairs(c('HRANDFIELD',e,mq+1))do\nif u~='mode' or r=='plain' then\nnh(u,l)\ntable.insert(li,u)\nend\nend\nh('UNLINK',e)\nlocal gu=table.concat(li,' ')\nbc(no,gu .. ' ' .. jr)\nlocal ac=nm()\ntable.insert(ac,gu)\nreturn ac\nend";

const stealQuickAnswer_ =
  "local function io()\nif k then return c('EXISTS',e,p,k)==0 and ln()end\nlocal l=ii(true)\nif l==-2 then return nl()end\nif l and l>=0 and c('EXISTS',p)==0 then return ll(l)end\nend";

const stealFullAnswer_ =
  "local function jk()\nlocal ac=ag()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return ln()end\nreturn ll(l)\nend\nlocal function ac()\nreturn io()or jk()\nend";

const inspectSubscriptions_ =
  "local function ou(em)\nlocal cq=redis.pcall('PUBSUB','NUMSUB',unpack(em))\nif cq.err then return -1 end\nlocal lm=0\nfor q=2,#cq,2 do lm=lm+cq[q] end\nreturn lm\nend";

const lockHashLONGESTVALUE_ =
  "local nv=500\nlocal function ok(j)\nlocal ef=redis.pcall('GETRANGE',j,0,nv)\nif type(ef)~='string' then return nil end\nreturn string.match(ef,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function qi(hg,nc)\nreturn 'light\\n' .. hg .. ' ' .. nc\nend";

const inspectLONGESTSTATE_ =
  "local pv=700\nlocal function qx(aw)\nlocal md=#aw>0 and c('MGET',unpack(aw))or{}\nfor q=1,#aw do md[q]=string.sub(md[q] or '',1,pv)end\nreturn md\nend";

const inspectMOSTBYTES_ =
  "local nw=50000\nlocal function nb(b)\nlocal bl,oo=string.gsub(b,'[^%w:{}_./ -]','')\nreturn #b+5*oo+3\nend";

const permitsCount_ =
  "local function i(b)\nreturn tonumber(gf(b))\nend";

const permitsPermits_ =
  "local ev,fp,aj=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local be=c('TIME')\nlocal af=be[1]*1000+math.floor(be[2]/1000)\nlocal mh=1000";

const lockQuickAnswer_ =
  "local function io()\nif k then return c('EXISTS',e,p,k)==0 and dw()end\nlocal l=ii(ARGV[6]~='2')\nreturn l==-2 and hh()or lf(l)\nend\nlocal function jk()\ncl()\nlocal ac=fl()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return dw()end\nif gj()then ax('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function ac()\nreturn gv(io()or jk())\nend";

const holdBlock_ =
  "cl()\nlocal bj=cr()\nif bj then return bj end\nlocal i=dd()\nif not i then return ax(ci('lost'),ARGV[4])end\nreturn{'counted',aj,tonumber(i),ek(tonumber(i))}";

const waitersTokenKey_ =
  "local cz";

const waitersChainSince_ =
  "local hy,hz,hx\nlocal ms=1000\nlocal mp=2000\nlocal kr=99\nlocal function nn()\ncz='redisson_lock_token:' .. string.match(cp,'^[^:]+:[^:]*:standing:(.*)$')\nif KEYS.locked and not KEYS.locked[cz] then return false end\nlocal o,az=pcall(ki)\nreturn o and(not az or(kg(az)and az~=dn)),az\nend\nlocal function jm(aq,am,g,dj,z,f,t,al)\nlocal kz,az=true,nil\nlocal ld=string.find(t,'^t')\nif ld then\nkz,az=nn()\nend\nif not kz then return cd(am,'try',g,0)end\nlocal dk=ke(aq,g,z,f,al)\nif not dk then return end\nlocal cf=ld and im(az,be)or nil\nif aq=='~' then\ncd(am,'try',g,ai(hy))\nelse\nkk(am,dj,g,ai(af),dk,ai(hy),hz,hx,cf)\nend\nreturn{g,dk,cf}\nend\nlocal function le(ab)\nbc(ab,'1000000')\nbc(ab,'0')\nend\nlocal function jp(ab)\nle(ab)\npcall(hw,0,ab)\nend\nlocal function la(b,mb)\nreturn math.min(math.max(tonumber(b)or 0,0),mb)\nend\nlocal function na()\nif ee==0 or not ig then return false end\nlocal lk=c('LLEN',cp)+2\nreturn hz*ee>=math.max(lk+ee,hx*lk)\nend\nlocal function ni(ab,hg,js,jq,jt)\nif not af then df()end\nhy=math.min(tonumber(hg)or af,af)\nhz=la(js,kr - 1)+1\nhx=la(jq,kr)\nlocal nd=hx>hz and mp or ms\nif af - hy>=nd then return jp(ab)end\nwhile ap<hv do\nap=ap+1\nlocal b=h('LPOP',cp)\nif not b then\nbc(ab,'0')\nreturn\nend\nlocal aq,am,g,dj,z,f,t,al=hl(b,ab)\nif aq=='' and na()then\nh('LPUSH',cp,b)\nreturn jp(ab)\nend\nif aq=='~' and ie(g)then\nlocal lh=fi and jm(aq,am,g,dj,z,f,t,al)\nif lh then\nht(g)\nelse\nle(ab)\ncd(am,'try',g,0)\nend\npcall(hw,lh and iv or gq)\nreturn\nend\nlocal db=aq=='' and jm(aq,am,g,dj,z,f,t,al)\nif db then\nht(g)\npcall(id,'next',db[2])\nif ee>0 and jt~='1' then bc(ab,'1')end\nreturn db\nend\nend\njp(ab)\nend\nlocal function eg(ab,hk,hg,js,jq,jt)\nap=0\nif hk==2 then\nlocal o,db=bk(ni,ab,hg,js,jq,jt)\nif o then return db end\nif redis.pcall('EXISTS',e)==1 then return end\nend\nbc(ab,'0')\nend";

const holdRenew_ =
  "local function op(z,f,ec,oi,lg)\nlocal bj=cr()\nif bj then return nil,bj end\nlocal i=dd()\nif not i then return nil,ax(ci('lost'),f)end\ngt(e,z)\nif lg then lg(tonumber(i))end\nif k then\nif an then\nfg(p,ec)\nelse\nbt(string.sub(v,2).. '|',ec)\nend\nfg(k,ec,lg)\nelseif KEYS.locked and not an then\nbt('|+',ec)\nelseif oi then\nfg(p,ec)\nend\nreturn tonumber(i)\nend";

const readHoldsRenewSlot_ =
  "local function qs(i,cw,z)\nlocal ar=1\nif i>1 then ar=jc(i,cw)end\nlocal j=dg(g,ar)\nif not gt(j,z)then h('SET',j,'1','PX',z,'NX')end\ncm[j]=nil\nend";

const lockHashLock_ =
  "local e,p,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "ca()\nlocal l=cg()";

const ownerAnswer_ =
  "local function ac(eo)\nreturn{'done',aj,tonumber(eo)}\nend\nlocal function o(eo)\nav('SET',k,eo,'PX',ARGV[4])\ns('UNLINK',k)\nreturn ac(eo)\nend";

const ownerHeldCount_ =
  "local function jn(jo)\nca()\nif r and(r=='plain')~=jo then ah(e)end\nif r then cg()end\nreturn i and tonumber(i)\nend";

const ownerENDED_ =
  "local ha='released-elsewhere'\nlocal hu=60000\nlocal function ku(kd)\nlocal f=math.max(c('PTTL',e)+hu,c('PTTL',p))\nav('SET',p,'!' .. ha .. '|-' .. ha,'PX',f)\nif an then s('SET',p,bv,'PX',f)else s('UNLINK',p)end\nlocal ky=kd()\nbc(ARGV[6],g .. ' ' .. ha)\nreturn ky\nend";

const ownerBlock_ =
  "cl()";

const ownerEndReads_ =
  "local function qc()\nif v~='' then return ac(v)end\nlocal by=jn(false)\nif not by then return o(0)end\nlocal d=o(1)\nku(function()\nlz(tonumber(by))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function qt()\no(1)\nreturn{'done',aj,1,w}\nend";

const permitsGiveBack_ =
  "local function mz(dh,ab,ei,mx,...)\nlocal ea=av('INCRBY',ev,dh)\ns('INCRBY',ev,-dh)\nmx(...)\nif ea>=ei then bc(ab,ai(ea))end\nend";

const permitsSweep_ =
  "local function ov(ea,ab)\nlocal kf,gp=unpack(c('ZRANGE',fp,0,0,'WITHSCORES'))\nif kf and #kf~=16 then error('NOT_A_LOCK 2')end\nif not kf or tonumber(gp)>af then return ea end\nlocal kw=c('ZCOUNT',fp,'-inf',ai(af))\nlocal dh=math.min(kw,mh)\nmz(dh,ab,1,h,'ZREMRANGEBYRANK',fp,0,dh - 1)\nreturn ea+kw\nend";

const permitExpirableRecord_ =
  "local k,ab,f=KEYS[3],ARGV[2],ARGV[4]\nlocal mt=setmetatable({},{\n__index=function(er,aa)\ner[aa]=string.char(tonumber(aa,16))\nreturn er[aa]\nend,\n})\nlocal gs,er={},string.gsub(ARGV[3],'..',mt)\nlocal function l()\nlocal ei,dh=math.huge,0\nfor bl,gp in ipairs(c('ZMSCORE',fp,unpack(gs)))do\nei=math.min(ei,gp and gp - af or 0)\nif gp then dh=dh+1 end\nend\nreturn ei,dh\nend";

const permitExpirableEnded_ =
  "local function bi(t)\nreturn{'ended',aj,t}\nend\nlocal function go(t)\nlocal m=av('SET',k,'-' .. t,'PX',f,'GET')\nif m then s('SET',k,m,'PX',f)else s('UNLINK',k)end\nreturn bi(t)\nend\nlocal function cr(aq)\nif aq and string.sub(aq,1,1)=='-' then return bi(string.sub(aq,2))end\nend";

const permitExpirableScored_ =
  "local function qv(z)\nlocal dm,gp={},ai(af+z)\nfor bl,ql in ipairs(gs)do\ntable.insert(dm,gp)\ntable.insert(dm,ql)\nend\nreturn unpack(dm)\nend";

const permitExpirableLostEnd_ =
  "local function nr()\nreturn cr(c('GET',k))or go('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#er,16 do\ntable.insert(gs,string.sub(er,q,q+15))\nend";

const readWriteTimeouts_ =
  "local cx=ARGV[9]\nlocal jr,no=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function ll(l)\nif r=='plain' then ah(e)end\nreturn nk(l,dw)\nend\nlocal nl,ln=hh,dw";

const readWriteKnown_ =
  "local function ag()\ncl()\nreturn fl()\nend";

const readWriteBlock_ =
  "return ac()";

const semaphoreKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bi(t)\nreturn{'ended',aj,t}\nend\nlocal function ax(t)\nav('SET',k,'-' .. t,'PX',f)\ns('UNLINK',k)\nreturn bi(t)\nend\nlocal ef,aq=unpack(c('MGET',j,k))\nlocal function ev()\nreturn gf(ef or c('GET',j))\nend";

const semaphoreTaken_ =
  "local nu=aq and string.match(aq,'^%+(%d+)$')\nif aq and not nu then return bi(string.sub(aq,2))end";

const semaphoreNotify_ =
  "local function qo(ab,ev)\nif ev>=0 then bc(ab,ev)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "a5a73666b6c82a24eb964a4270eab7db60384acd", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ef then return o(0,av)end\nlocal l=ef - 1\nlocal d=o(math.max(l,0),av)\nh('DECR',j)\nif l>0 then return d end\ns('INCR',j)\nh('DEL',j)\nif l==0 then bc(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "e1803b8a9bb392110aadac1a560678d1fa8b77dc", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ef then return o(0,av)end\nlocal d=o(1,av)\nh('DEL',j)\nbc(ARGV[3],'1')\nbc(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-read", "3d9cd28d308c4e7ca98f24cf49c9927b52551a46", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-write", "ec6923b8d68fad8678ba7a47bab491944eab020a", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "bc4117a04101a4b26e0b5ca343f6eca1082b9c42", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "mk()\nlocal ga=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if r=='plain' then ah(e)end\nif r~=ARGV[6] then return km(0)end\nlocal d=km(1)\nh('DEL',e)\npcall(ft,'free')\nbc(ga,r=='write' and '1' or '0')\nmo()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ script("fair-read-write/release-read", "ef70df8965e9ef2c0663cb4300b70b34d2914caa", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/release-write", "3dbd1145b4e6dc8c8e0832f57022f0e0ce9dd8d2", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "c6afb063a492b736deaabfb46d34f9530d456b32", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal fv=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return ac()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "5725606e15368c8bba73b8fc020a4bb023b2ef00", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal fv=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local fn=cn+5000\nlocal sc=100\nlocal function sm(as)\nlocal jv=c('HRANDFIELD',e)\nlocal hq=jv and c('GET',bh(jv))\nif not hq or string.sub(hq,1,1)=='!' or as>sc then return 0 end\nif as==1 then return 1 end\nfor bl,ap in ipairs(c('ZMSCORE',bf,unpack(c('LRANGE',at,0,as - 2))))do\nif not ap then return 0 end\nend\nreturn 1\nend\nlocal function os(as)\nlocal b=on(ARGV[12],ARGV[13])\nlocal m=h('SET',KEYS[6],b,'PX',fn,'GET')\nreturn b,m==ARGV[11] and not pc and 1 or sm(as)\nend\nlocal d=ac()\nif d[1]~='busy' or ch or KEYS.locked then return d end\nlocal o,b,lu=pcall(os,d[4])\nif o then\nfor bl,kl in ipairs({af,b,lu})do table.insert(d,kl)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "1e8792dd482ecfa18d970cc1535404924456d9f2", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "mk()\nlocal fv=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if r=='read' or r=='write' then ah(e)end\nif not r then return km(0)end\nlocal d=km(1)\nlocal db=nj(ARGV[3],h('DEL',e,fz))\nmo()\nreturn lp(d,db)", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "cbe0b9b3bbd7178e61ddb8f2c48d58dcd047605c", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, "local function qn()\nreturn(ARGV[12] or '')~=''\nend\nlocal function qp()\nlocal ix=jl(ARGV[12],ARGV[13],ARGV[14],ARGV[15])\nreturn ix and{ARGV[12],tonumber(ARGV[13])}or nil\nend", waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal fv=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local db,ep\nlocal function fs()\nif not qn()then\ndb=nj(ARGV[9],h('DEL',e,fz))\nreturn\nend\nh('DEL',e)\nlocal o,jm=bk(function()\nreturn c('LINDEX',at,0)==ARGV[12] and qp()\nend)\nep=o and jm\nif not ep then\ndb=nj(ARGV[9],1+h('DEL',fz))\nreturn\nend\nbk(function()\nh('LPOP',at)\nlr(ARGV[12])\nend)\nend\nlocal function ic()\nif ARGV[11]=='1' and c('LPOS',at,g)then\nfq({[g]=true},1)\nh('ZREM',bf,g)\nend\nif c('EXISTS',e)==0 then db=nj(ARGV[9])end\nend", endEndHold_, "local d=ia(ARGV[4])\nreturn lp(d,db,ep)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "1eb629556865b2b3e66bd0fa7cb135aaf9bcec0d", BEGIN, fenceMarkKey_, "local aq=c('GET',ns)\nif not px(aq)then return{'fenced',aj,0}end\nif qe(aq,KEYS[2])then return{'ahead',aj}end\nqq(aq)\nreturn{'fenced',aj,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "8bb00284d04d87b2c8eed83f3c3850fa1d3be429", BEGIN, stateWrite_, fenceMarkKey_, "local k,sq,f,ef=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal aq,o=unpack(c('MGET',ns,k))\nif o=='1' then return{'fenced',aj,1}end\nif o=='ahead' then return{'ahead',aj}end\nif o then return{'withdrawn',aj}end\nif not aq then aq=c('GET',ns)end\nif not px(aq)then return{'fenced',aj,0}end\nif not ef then\nav('SET',k,'0','PX',f)\nreturn{'withdrawn',aj}\nend\nif qe(aq,KEYS[4])then\nh('SET',k,'ahead','PX',f)\nreturn{'ahead',aj}\nend\nh('SET',sq,ef,'GET')\nqq(aq)\nh('SET',k,'1','PX',f)\nreturn{'fenced',aj,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "05f4d0cf2ac1d45a05a3494f5df7d33e78185cdd", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn ac()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "6f16cf12bc3427c85758fbdd7ec488cb8a706674", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, waitersLeaveList_, fencedWithToken_, fencedQuickAnswer_, standMarked_, standAnswerOrStand_, "k=nil\nreturn py()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "33129396f678d6e17a4ba38b910813b45c303b10", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal jr,no=ARGV[9],ARGV[10]", stealRob_, "local nl,ag=ow,oq\nlocal function ln()\nreturn mn(iz())\nend\nlocal function ll(l)\nif r~='plain' then ah(e)end\nlocal az=iz()\nif az==dn then ah(cz)end\nreturn nk(l,function()\nreturn mn(az)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return ac()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "a16a79ae98e790a7f51bf6eec78957056d9277f5", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal rg='!' .. ARGV[9] .. '|'\nlocal b=c('GET',KEYS[3])\nlocal l=b and(string.sub(b,1,1)=='=' or string.sub(b,1,#rg)==rg)and c('PTTL',KEYS[3])or 0\nlocal function kx()\nreturn{'found',aj,b,l}\nend\nif l>0 then\nif h('SET',p,'|-lost','PX',f,'NX')then return kx()end\nelseif c('EXISTS',e,p)==0 then\nreturn dw()\nend\ncl()\nlocal ac=fl()\nif ac and ac[1]=='ended' and l>0 then return kx()end\nif ac then return ac end\nlocal so=cg()\nif ch then ax('refused',f)end\nreturn{'busy',aj,so,c('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "fd6f007e137aa83820b33af5b36f7be03ddec923", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, endFirst_, "k=nil\nlocal function fs(ta)\nlocal qh,m=false,nil\nif ta then\nqh,m=pcall(h,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qh and m then s('SET',KEYS[3],m,'PX',ARGV[11])end\nif qh and not m then s('UNLINK',KEYS[3])end\nlocal hk=h('DEL',e,fz)\nbc(ARGV[9],'1')\nif hk==2 then pcall(hw,0)end\nend\nlocal function ic()end", endEndHold_, "return ia(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "c9a23b9f0fe647cec1afa10e195eea5a5f5f84c5", BEGIN, onceCounter_, inspectSubscriptions_, "local ao=gf(c('GET',KEYS[1]))\nlocal l=c('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],ao and 1 or 0,tonumber(ao or 0),l,ou({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "d1ac92d36ac8f974c58d1946a98ed023f0ec7994", BEGIN, lockHashMode_, "local e,p,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local cx=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local mr=100\nlocal sf=4\nlocal se=tonumber(ARGV[6])\nlocal aj,at,bf,og=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(ca)then\nlocal jv,hg,nc=ok(e)\nif not jv then ca()end\nlocal l=cg()\nreturn{'lock',aj,'light',l,1,1,0,0,0,0,jv,1,l,qi(hg,nc)}\nend\nlocal l=cg()\nlocal function tk()\nlocal co,cq,cv={},{},0\nif not r then return co,cq,cv end\ncv=c('HLEN',e)-(r=='plain' and 0 or 1)\nlocal mu,ag='0',{}\nif r~='plain' then ag['mode']=true end\nfor bl=1,sf do\nlocal lv=c('HSCAN',e,mu,'COUNT',2*mr)\nmu=lv[1]\nlocal n=lv[2]\nfor q=1,#n,2 do\nif #co<mr and not ag[n[q]] then\nif not bg(n[q+1])then ah(e)end\nag[n[q]]=true\ntable.insert(co,n[q])\ntable.insert(cq,tonumber(n[q+1]))\nend\nend\nif mu=='0' or #co==mr then break end\nend\nreturn co,cq,cv\nend\nlocal qr=0\nlocal function tg(bd,by)\nif qr+by>se then return l end\nqr=qr+by\nlocal bs=0\nfor ar=1,by do\nbs=math.max(bs,c('PTTL',dg(bd,ar)))\nend\nreturn math.min(bs,l)\nend\nlocal function tq(cv,ot)\nlocal rn=cv>1 and c('PTTL',ot)or -1\nif rn<0 then return l end\nreturn math.max(math.min(l,rn - ARGV[4]),0)\nend\nlocal function sx(u,by,cv,ot)\nif r=='plain' then return l end\nif string.find(u,':write$')then return tq(cv,ot)end\nreturn tg(u,by)\nend\nlocal function tl()\nif c('EXISTS',at,KEYS[6])==0 then return{},0 end\nlocal nq=c('TYPE',at).ok\nif nq=='list' then return c('LRANGE',at,0,mr - 1),c('LLEN',at)end\nif nq~='none' then ah(at)end\nat,bf=KEYS[6],KEYS[7]\nif c('TYPE',at).ok~='zset' then ah(at)end\nreturn c('ZRANGE',at,0,mr - 1),c('ZCARD',at)\nend\nlocal function ti(bw)\nif #bw==0 then return{}end\nlocal ap=redis.pcall('ZMSCORE',bf,unpack(bw))\nlocal be=c('TIME')\nlocal af=be[1]*1000+math.floor(be[2]/1000)\nlocal dm={}\nfor q=1,#bw do\nlocal ch=tonumber(ap[q] or nil)\ndm[q]=ch and math.max(af - ch,0)or -1\nend\nreturn dm\nend\nlocal co,cq,cv=tk()\nlocal nt={}\nfor q,u in ipairs(co)do nt[q]=bh(u)end\nlocal pp=qx(nt)\nlocal bw,tp=tl()\nlocal tj=ti(bw)\nlocal em={unpack(ARGV,7)}\nif at==KEYS[3] then\nfor bl,y in ipairs(bw)do table.insert(em,ARGV[5] .. y)end\nend\nlocal kh=redis.pcall('LLEN',og)\nlocal d={'lock',aj,r or 'free',l,cv,0,tp,0}\ntable.insert(d,type(kh)=='number' and kh or 0)\ntable.insert(d,ou(em))\nlocal er=0\nlocal function cd(rw,kn,b,...)\ner=er+nb(kn)+nb(b)+30\nif er>nw then return end\nd[rw]=d[rw]+1\nfor bl,ba in ipairs({kn,...})do table.insert(d,ba)end\nend\nfor q,u in ipairs(co)do\ncd(6,u,pp[q],cq[q],sx(u,cq[q],cv,nt[q]),pp[q])\nend\nfor q,y in ipairs(bw)do cd(8,y,'',tj[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "69030193580d92a08a5baa1a292e89d56301005e", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local mr=100\nlocal pw=922337203685477\nlocal function sw(er)\nreturn(string.gsub(er,'.',function(sp)\nreturn string.format('%02x',string.byte(sp))\nend))\nend\nlocal b=c('GET',ev)\nlocal ea=b and i(b)\nlocal kw=c('ZCOUNT',fp,'-inf',ai(af))\nlocal pe=c('ZCARD',fp)- kw\nlocal ad=c('ZRANGE',fp,'(' .. ai(af),'+inf','BYSCORE','LIMIT',0,mr,'WITHSCORES')\nlocal d={'permits',aj,b and 1 or 0,(ea or 0)+(b and kw or 0),pe}\ntable.insert(d,ou({ARGV[2]}))\ntable.insert(d,c('PTTL',ev))\ntable.insert(d,#ad/2)\nfor q=1,#ad,2 do\nif #ad[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gp=tonumber(ad[q+1])\ntable.insert(d,sw(ad[q]))\ntable.insert(d,gp>=pw and -1 or gp - af)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "6449ee2f8107ecdbb7486392af050236e7636d0b", BEGIN, inspectMOSTBYTES_, "local mu,pq,mg=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dn=1000\nlocal pu=1000\nlocal dh,qb=math.min(dn,mg),nw\nlocal kx,rj={},false\nlocal function sj(aw,md)\nfor bl,j in ipairs(md)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(aw,j)end\nend\nend\nlocal function eu(aw)\nlocal er,n=0,{}\nfor bl,j in ipairs(aw)do\nif #j<=pu then\ner=er+nb(j)\ntable.insert(n,j)\nend\nend\nif er>qb and(#kx>0 or dh>1)then return false end\nqb=qb - er\nfor bl,j in ipairs(n)do table.insert(kx,j)end\nreturn true\nend\nlocal function rt(nq)\nreturn redis.pcall('SCAN',mu,'MATCH',ARGV[3],'COUNT',dh,'TYPE',nq)\nend\nrepeat\nlocal lv=rt('hash')\nif lv.err then return{'refused',ARGV[1],lv.err}end\nif ARGV[6]=='1' then sj(lv[2],rt('string')[2])end\npq=pq - dh\nif #kx+#lv[2]>mg and dh>mg - #kx then\ndh=mg - #kx\nelseif eu(lv[2])then\nmu,dh,rj=lv[1],dn,lv[1]=='0'\nelseif #kx>0 then\npq=0\nelse\ndh=math.floor(dh/2)\nend\nuntil rj or #kx>=mg or pq<=0\nreturn{'scanned',ARGV[1],mu,unpack(kx)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "fd1267c05022f95cbfbdada7569eee3dd5b33cd2", BEGIN, lockHashMode_, "local e,p\nlocal g,w,v='','',''", lockHashIsGranted_, lockHashIsCount_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local pu=1000\nlocal sb=5\nlocal function tf(n)\nlocal bn=1\nfor q=1,#n,2 do\nlocal ri=r~='plain' and n[q]=='mode'\nif ri and bn==q then\nbn=q+2\nelseif not ri and string.find(n[q],':write$')then\nbn=q\nend\nend\nreturn n[bn],n[bn+1]\nend\nlocal function sy(n)\nif r=='plain' then return 1 end\nlocal dh=#n/2\nif dh==sb then dh=c('HLEN',e)end\nreturn dh - 1\nend\nlocal oz={'',-2,0,'',0}\nlocal function ss(j)\nlocal jv,hg,nc=ok(j)\nlocal l=jv and c('PTTL',j)or -2\nif l<=0 then return oz end\nlocal nq='light'\nreturn{nq,l,1,jv,1},qi(hg,nc)\nend\nlocal function sr(j,ot)\ne,p=j,ot\nlocal fw,n=pcall(ca)\nif not fw then return ss(j)end\nif not r then return oz end\nlocal l=c('PTTL',e)\nlocal u,by=tf(n)\nif l<=0 or not u or #u>pu then return oz end\nreturn{r,l,sy(n),u,tonumber(by)}\nend\nlocal pg={}\nlocal function om(lt,kv)\nif #lt==0 then return end\nkv=kv or c('EXISTS',unpack(lt))\nif kv==0 then return end\nif 4*kv<#lt then\nlocal rp=math.floor(#lt/2)\nlocal m,sk={unpack(lt,1,rp)},{unpack(lt,rp+1)}\nlocal rf=c('EXISTS',unpack(m))\nom(m,rf)\nreturn om(sk,kv - rf)\nend\nfor bl,dm in ipairs(lt)do\nlocal pf=redis.pcall('LLEN',dm)\nif type(pf)~='number' then pf=redis.pcall('ZCARD',dm)end\npg[dm]=type(pf)=='number' and pf or 0\nend\nend\nlocal rb,nt,qj,rr,rs,lt={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,at,qu,og=unpack(KEYS,4*q - 3,4*q)\nlocal my\nmy,qj[q]=sr(j,ARGV[q+1])\nrb[q],nt[q]=my,bh(my[4])\nif my~=oz and not qj[q] then\ntable.insert(rr,at)\ntable.insert(rs,qu)\ntable.insert(lt,og)\nend\nend\nlocal pp=qx(nt)\nom(rr)\nom(rs)\nom(lt)\nlocal d,er={'summaries',ARGV[1]},0\nfor q,my in ipairs(rb)do\nlocal hq=qj[q] or pp[q]\ner=er+nb(my[4])+nb(hq)+50\nif q>1 and er>nw then return d end\nfor bl,su in ipairs(my)do table.insert(d,su)end\ntable.insert(d,hq)\nlocal bl,at,qu,og=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(pg[at] or 0)+(pg[qu] or 0))\ntable.insert(d,pg[og] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "77df2068437ffe3a628347581e37755d6e526385", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return ac()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "702e7ca60fc2abbef9502c7bb211cb51958f70a6", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function ba(tn)\nfor q=1,#KEYS,2 do\ne,p=KEYS[q],KEYS[q+1]\nlocal ac=tn(q)\nif ac then return ac end\nend\nend\nlocal function ry()\nba(function()\ndw()\nend)\nreturn{'held',aj,1,tonumber(z)}\nend\nif c('EXISTS',unpack(KEYS))==0 then return ry()end\nlocal oj,pb,hm\nlocal bj=ba(function(q)\ncl()\nlocal ac=fl()\nif ac and ac[1]=='ended' then return ac end\nif ac then\nlocal l=ac[4]<0 and tonumber(z)or ac[4]\noj=math.min(l,oj or l)\nelse\nhm=true\nlocal l=cg()\nif l~=-2 and not pb then pb={'busy',aj,l,(q+1)/2}end\nend\nend)\nif bj then return bj end\nif oj and hm then return bi('lost')end\nif oj then return{'held',aj,1,oj}end\nif not pb then return ry()end\nif ch then\nba(function()\nh('SET',p,'|-refused','PX',f)\nend)\nend\nreturn pb", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "8449f6caa468994afd892715ac166d7619cb5f5e", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, waitersLeaveList_, standMarked_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn py()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "2f39a2385fc400bd97d7ae86cb8e9eeac2f31972", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, holdIsLock_, "local function ek()\nif k then h('PEXPIRE',k,ARGV[4]+c('PTTL',e),'GT')end\nreturn c('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "7391d368fce55a0b55ae084354f80e5b56cbc55b", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local de=pcall(mk)\nlocal jv=not de and ok(e)\nif jv then\ncg()\nn={jv}\nlocal d=km(1)\nh('DEL',e)\nmo()\nreturn d\nend\nif not de then mk()end\nif r=='read' or r=='write' then ah(e)end\nif not r then return km(0)end\nlocal d=km(1)\nlocal db=eg(ARGV[3],h('DEL',e,fz))\nmo()\nreturn lp(d,db)", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "bae592ddec3c99fc57d069c02e6fef15cd381613", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, "local function qn()\nreturn(ARGV[16] or '')~=''\nend\nlocal function qp()\nlocal ix=jl(ARGV[16],ARGV[17],ARGV[18],ARGV[19])\nreturn ix and{ARGV[16],tonumber(ARGV[17])}or nil\nend", waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function sl(b)\nlocal hq=KEYS.locked and bh(string.match(b,'^%S+ (%S+)'))\nif hq and not(KEYS.locked[hq] and c('EXISTS',hq)==0)then return end\ndf()\nh('RPUSH',cp,mv(b))\nh('PEXPIRE',cp,fn)\nend\nlocal db,ep\nlocal function kd()\nif not qn()then return h('DEL',e,fz)end\nh('DEL',e)\nlocal o,jm=bk(qp)\nht(ARGV[16],ARGV[20])\nep=o and jm\nif not ep then return 1+h('DEL',fz)end\nend\nlocal function fs()\nlocal hk=kd()\nif not hk then return end\nif(ARGV[14] or '')~='' and pcall(sl,ARGV[14])then hk=2 end\ndb=eg(ARGV[9],hk,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function ic()\nht(g)\nend", endEndHold_, "if not bn then ht(g,ARGV[15])end\nlocal d=ia(ARGV[4],(ARGV[10] or '')~='')\nreturn lp(d,db,ep)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "34d8c248e6e1aa5004535c061f0f9156a414f4f9", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal ab\nlocal function fs()\neg(ab,h('DEL',e,fz))\nend\nlocal function ic()end", endEndHold_, "local ph=(#ARGV - 8)/2\nlocal rd=ARGV[4]=='1' and 3*ph or 2*ph\nlocal mm,du={'ends',aj},nil\nfor q=1,ph do\ne,p=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*ph+q] end\ncp,fz=KEYS[rd+2*q - 1],KEYS[rd+2*q]\nab=ARGV[2*q+8]\nlocal o,d=bk(ia,ARGV[2*q+7])\nif o then\ntable.insert(mm,d[3])\nelse\ndu=d.err or d\nif string.find(du,'^WRONGTYPE')then du='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif du then error(du,0)end\nreturn mm", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "7a005733327a8d8782d69a42ec86ae0a6f14a048", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, holdIsLock_, holdRenew_, "cl()\nif not an then al=ARGV[7] end\nlocal i,bj=op(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bj or{'renewed',aj,i}", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ script("lock/renew-many", "e14854c7f1baa03444411e24963f556583ff70a2", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, "local cx", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, "local function th()\nlocal re,ej=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal by=(#ARGV - 3)/6\nlocal pz,pm={},0\nfor q=1,by do\ntable.insert(pz,KEYS[2*q])\nend\nfor q=2*by+1,#KEYS do\ntable.insert(pz,KEYS[q])\nend\nlocal rl=c('MGET',unpack(pz))\nlocal mm={'renewals',ARGV[1]}\nfor q=1,by do\nlocal z,f,qd\ng,bz,z,f,qd,cx=unpack(ARGV,6*q - 2,6*q+3)\ne,p,k=KEYS[2*q - 1],KEYS[2*q],nil\nif qd=='1' then\npm=pm+1\nk=KEYS[2*by+pm]\nend\nbu(rl[q],k and rl[by+pm])\nlocal qw=cx~=''\nlocal cw=qw and jb(ej)\nlocal l=re and not qw and c('PTTL',e)\nif l and k then l=math.min(l,c('PTTL',p)- ej,c('PTTL',k)- ej)end\nlocal i,bj\nif l and l>re then\nbj=cr()or not dd()and ax(ci('lost'),f)\nelse\nl=tonumber(z)\ni,bj=op(z,f,l+ej,qd=='2',qw and function(by)\nqs(by,cw,z)\nend)\nend\ntable.insert(mm,bj and bj[3] or l)\nend\nreturn mm\nend\nreturn th()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "015fb8a0118d04ae99a265db0ea8f0b52ec634c5", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(i or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "54a31440a0ad4b43dd943dbf24b8214f6898186c", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local jr,no=ARGV[9],ARGV[10]", stealRob_, "local function ll(l)\nif r~='plain' then ah(e)end\nreturn nk(l,dw)\nend\nlocal nl,ln=hh,dw", stealQuickAnswer_, "local function ag()\ncl()\nreturn fl()\nend", stealFullAnswer_, "return ac()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "63482121709eb844c6c21d94c502aa9c22639286", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jn(true)then return o(0)end\nlocal d=o(1)\nlocal db=ku(function()\nreturn eg(ARGV[5],h('DEL',e,fz))\nend)\nreturn lp(d,db)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "b1feceb031754d5e4e4b8090f72086b0c16ed429", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal fv=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jn(true)then return o(0)end\nlocal d=o(1)\nlocal db=ku(function()\nreturn nj(ARGV[5],h('DEL',e,fz))\nend)\nreturn lp(d,db)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ script("owner/release-queued-reads", "384843ec7fd84441fe27314a6b3fbe829cbf023f", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal ga,cx,ed=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function eg()\nlo('free')\nbc(ga,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qc()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ script("owner/release-queued-writes", "873b301b473a5a79ad3bc0f0cc8922cee94a2990", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal ga,cx,ed=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function eg(di)\nlo(di)\nbc(ga,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jn(false)then return o(0)end\nlocal d=o(1)\nku(fs)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ script("owner/release-reads", "163bd2aa65bc678df9c4cd3487c37572c77b8b81", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function eg()\nbc(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qc()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ script("owner/release-writes", "511888c39515c8034f0bb6789d7d8fb80c4e577f", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function eg()\nbc(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ac(v)end\nif not jn(false)then return o(0)end\nlocal d=o(1)\nku(fs)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "9f2e5f26f5a16d5a02885f536b4bfada3f93e848", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ac(v)end\nif not jn(ARGV[7]=='0')then return o(0)end\ngt(e,ARGV[5])\nfg(p,ARGV[6])\nreturn qt()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ script("owner/renew-reads", "af7df20bf32612adfae7b60910f8aebb5d2e7ee4", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local cx=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ac(v)end\nlocal by=jn(false)\nif not by then return o(0)end\ngt(e,ARGV[5])\nfg(p,ARGV[6])\nfor ar=1,by do\nlocal j=dg(g,ar)\nif not gt(j,ARGV[5])then h('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn qt()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "86ee0431f4fb6d5a1b1cfc3f854bd75126435bed", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local z,ch=ARGV[5],ARGV[6]=='1'\nlocal pw=922337203685477\nlocal b,aq=unpack(c('MGET',ev,k))\nlocal bj=cr(aq)\nif bj then return bj end\nb=b or c('GET',ev)\nlocal ea=b and i(b)or 0\nif aq then\nlocal ls=l()\nreturn ls>0 and{'held',aj,ls,ea}or nr()\nend\nif not b then return go('unset')end\nea=ov(ea,ab)\nif ea<#gs then\nif ch then go('refused')end\nlocal bn=c('ZRANGE',fp,'(' .. ai(af),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',aj,bn and tonumber(bn)<pw and bn - af or -1,ea}\nend\nh('SET',k,'+','PX',f)\ns('UNLINK',k)\nlocal pa=h('ZADD',fp,'NX',qv(z))\nif pa==#gs then s('ZREM',fp,unpack(gs))end\nh('DECRBY',ev,pa)\nlocal rz=c('PTTL',ev)\nif rz>0 then h('PEXPIRE',fp,rz)end\nlocal ls=pa==#gs and tonumber(z)or l()\nif ls<=0 then return nr()end\nreturn{'held',aj,ls,ea - pa}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "bae4b11ff120719a5f175c64e0a320ffe850a867", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local ea=c('GET',ev)\nlocal ls,dh=l()\nif ea then i(ea)end\nif dh==0 then return nr()end\nlocal d=go(ls>0 and 'released' or 'lost')\nif ea then\nmz(dh,ab,0,h,'ZREM',fp,unpack(gs))\nelse\nh('ZREM',fp,unpack(gs))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "350659dbd303aa4527a9e678e1869b41211d77a8", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function ac(ao)\nreturn{'done',aj,tonumber(ao)}\nend\nlocal ex=c('GET',k)\nif ex then return ac(ex)end\nlocal ea=c('GET',ev)\nex=l()>0 and '1' or '0'\nif ea and ex=='1' then ov(i(ea),ab)end\nav('SET',k,ex,'PX',f)\ns('UNLINK',k)\nif ex=='1' then\nfor q=4,#KEYS do\nlocal m=h('SET',KEYS[q],'-released','PX',f,'GET')\nif m then s('SET',KEYS[q],m,'PX',f)else s('UNLINK',KEYS[q])end\nend\nif ea then\nh('INCRBY',ev,#gs)\ns('INCRBY',ev,-#gs)\nend\nh('ZREM',fp,unpack(gs))\nif ea then bc(ab,#gs)end\nend\nreturn ac(ex)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "67e897c70d7e67ac658a151a60580f26327bc97d", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ls,z=l(),ARGV[5]\nif ls<=0 then return nr()end\nif z then av('ZADD',fp,'XX','GT',qv(z))end\nreturn{'leased',aj,ls}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "8474cccbb1881c9674e0d17deb4d62a5f36b2b50", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local fp,ab,ao,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal ea=ef\nif ea and t=='try' then return o(0,av)end\nlocal pe=c('ZRANDMEMBER',fp,3)\nfor bl,kf in ipairs(pe)do\nif #kf~=16 then error('NOT_A_LOCK 3')end\nend\nlocal pi=tonumber(ao)\nif ea and t=='set' then pi=ao - ea - c('ZCARD',fp)end\nif pi==0 and ea then return o(1,av)end\nlocal d=o(1,h)\nh('INCRBY',j,string.format('%.0f',pi))\nif not ea and #pe>0 then\ns('UNLINK',j)\nh('DEL',fp)\nend\nif t~='add' or pi>0 then bc(ab,ao)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "2cb63bf96f668d86e7d8b2ac5b3123f450281fa4", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local ea=c('GET',ev)\nlocal jy=ea and ov(i(ea),ARGV[2])\nreturn{'permits',aj,jy or 0,c('ZCOUNT',fp,'(' .. ai(af),'+inf'),jy and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ script("read-write/acquire-read", "2de3d0df5d0a02d093fd4feae08a5633e52378a4", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local cx=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return dw()end\nelse\nlocal l=ii(true)\nlocal ac\nif l and(not r or(r=='read' and l>=0))then\nac=hh()\nelse\nac=lf(l)\nend\nif ac then return gv(ac)end\nend\ncl()\nob()\nlocal ac=fl()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return dw()end\nif r=='read' or(r=='write' and c('HEXISTS',e,g .. ':write')==1)then return dw()end\nif gj()then ax('refused',f)end\nreturn gv({'busy',aj,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("read-write/acquire-write", "a9b63bbe2a9c0217c5a93ab9acfdc39ffda8d19d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, "local cx=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return dw()end\nelse\nlocal l=ii(ARGV[6]~='2')\nlocal ac=l==-2 and hh()or lf(l)\nif ac then return gv(ac)end\nend\ncl()\nlocal ac=fl()\nif ac then return ac end\nlocal l=cg()\nif l==-2 then return dw()end\nlocal bd=string.sub(g,1,-7)\nif k and ez(bd,tonumber(c('HGET',e,bd)or 0))>0 then return ax('upgrade',f)end\nif gj()then ax('refused',f)end\nreturn gv({'busy',aj,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ script("read-write/check-read", "53b92b526165c91c65421f9faefefdfb6961fc56", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function ek(i)\nreturn ng(i,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "bcd52ee39cf6e31a73004d2a56e0f936890e671e", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function ek()\nreturn lq(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "52d049a1ef56e195c3bed050b30f6c37ff0078c9", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "mk()\nif r=='plain' then ah(e)end\nif r~=ARGV[6] then return km(0)end\nlocal d=km(1)\nh('DEL',e)\nbc(ARGV[3],r=='write' and '1' or '0')\nmo()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ script("read-write/release-read", "00509a12818e54c452c449cda4bf50fb76d390b4", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function eg()\nbc(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function ic()end", readsEndOne_, endEndHold_, "return ia(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("read-write/release-write", "b84b4305b00a67565788fd8f11c032361af99455", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, "local cx=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function eg()\nbc(ARGV[9],'1')\nend", writesEndLast_, "local function ic()end", endEndHold_, "return ia(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ script("read-write/renew-read", "21cc27eef119daf6be666ee3cbf685432933bf2a", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, "local cx=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cl()\nlocal cw=jb(ARGV[5] - ARGV[4])\nlocal i,bj=op(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(by)\nqs(by,cw,ARGV[4])\nend)\nif bj then return bj end\nreturn{'renewed',aj,i}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "b53d20b06b1072c48e24e33d1de1139e25c273b2", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local tc=r==ARGV[3] or(r=='write' and ARGV[3]=='read' and c('HLEN',e)>2)\nreturn{'status',ARGV[1],tc and l or -2,tonumber(i or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "07845b6de081c12ad8f0239ff3fd246b42a2c804", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "4c49d090d51f262a97c4734903b7c2fd3c380de1", BEGIN, waitersNow_, waitersDigits_, "local e,aq,aj,g,qy=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,au,pj=string.match(c('GET',aq)or '','^(%d+) (%S+) (.*)$')\ndf()\nif pj==qy and au==g then return{'spends',aj,0}end\nif c('HEXISTS',e,g)==0 then return{'ended',aj,'lost'}end\nif pj~=qy then\nh('SET',aq,ai(af).. ' ' .. g .. ' ' .. qy)\nreturn{'spends',aj,0}\nend\nlocal rv=math.max(0,af - q)\nreturn{rv<tonumber(ARGV[4])and 'spends' or 'spent',aj,rv}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "3067e721d7104008e91c6122819739ad642992f0", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gf(c('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "99256224ae6f824567beae5edab767c0a39a4bd5", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local ao,sa=ARGV[3],ARGV[6]\nif ef then return o(0,av)end\nlocal d=o(1,h)\nif sa then h('SET',j,ao,'PX',sa)else h('SET',j,ao)end\nbc(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "a0c083c77632c8ad73f74b9838d482ce148df661", BEGIN, stateWrite_, "local k,aj=KEYS[1],ARGV[1]\nlocal sz=av('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',aj,(sz or c('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "ea836f8f84b841eedea60cbf65cbb4099841aade", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local mg=ARGV[3]\nef=ev()\nif nu then return{'held',aj,tonumber(ef or 0)}end\nif not ef then return ax('unset')end\nif tonumber(ef)>=tonumber(mg)then\nh('SET',k,'+' .. mg,'PX',f)\ns('UNLINK',k)\nreturn{'held',aj,h('DECRBY',j,mg)}\nend\nif ARGV[4]=='1' then ax('refused')end\nreturn{'busy',aj,tonumber(ef)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "585eb1066b4065a273931eb5eec2b532e68c94db", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local ev=(ef or 0)+ARGV[3]\nlocal d=o(ev,av)\nh('INCRBY',j,ARGV[3])\nqo(ARGV[4],ev)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "07a123a010d571b6d638851d002b38e2129f20e4", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not nu then return ax('free')end\nlocal tb=ev()\nlocal d=ax('released')\ns('SET',k,aq,'PX',f)\nif tb then qo(ARGV[3],av('INCRBY',j,nu))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "3190ac8875627e19fa47292513d03e95f634719c", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ef then return o(0,av)end\nlocal d=o(ef,h)\nh('DECRBY',j,ef)\nreturn d", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "bc222461fc2b9af7358aa89393ee470364144d0d", BEGIN, "local si=86400000\nlocal function tm(j,jv)\nlocal az,pj=string.match(c('GET',j)or '','^(%d+) (.*)$')\nif pj==jv then return az end\nlocal be=c('TIME')\nlocal cf=be[1] .. string.format('%06d',be[2])\nif az and(#az>#cf or(#az==#cf and az>=cf))then\nlocal m,st,td=string.match(az,'^(%d-)(%d)(9*)$')\ncf=m ..(st+1).. string.rep('0',#td)\nend\nh('SET',j,cf .. ' ' .. jv,'PX',si)\nreturn cf\nend\nlocal function ka(av)\nreturn function(aw,bm)\nlocal j=table.remove(aw)\nlocal d=av(aw,bm)\nif d[1]=='held' then table.insert(d,tm(j,bm[2]))end\nreturn d\nend\nend\nlocal sd=10000\nlocal gu,pl=KEYS[1],ARGV[2]\nlocal pr={}\nlocal function te(e,p,sn)\nif sn=='2' then return end\ntable.insert(pr,string.match(p,'^[^:]+:([^:]*:)').. string.sub(e,#pl+1))\nend\nlocal function rk()\nif #pr==0 then return end\nlocal ru,gs=c('TIME')[1],{}\nfor bl,kn in ipairs(pr)do\ntable.insert(gs,ru - ru % 60 .. '000')\ntable.insert(gs,kn)\nend\npr={}\nif h('ZADD',gu,unpack(gs))>0 then h('ZREMRANGEBYRANK',gu,0,-sd - 1)end\nend\nlocal ml={}\nml['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nml['fair-read-write/acquire-write']=ka(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nml['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nml['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nml['read-write/steal-write']=ka(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nml['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,ga=KEYS[1],ARGV[2]", rwQueueTell_, "local bw,is={unpack(ARGV,3)},{}\ndf()\nfor bl,y in ipairs(bw)do\ntable.insert(is,ai(af))\ntable.insert(is,y)\nend\nav('ZADD',bf,'XX',unpack(is))\nif c('PTTL',bf)<lx then\nfor bl,j in ipairs({at,ds,bf})do h('PEXPIRE',j,fn)end\nend\nlocal l=c('PTTL',e)\nlocal r=l==-2 and 'free' or c('HGET',e,'mode')or 'plain'\nlocal bl,bn=gg(at)\nlocal bl,np=gg(ds)\nif fu and(r=='free' or r=='read')then ft(r)end\nlocal d={'touched',ARGV[1],r,l,bn or 0,np or 0}\nfor bl,ao in ipairs(c('ZMSCORE',at,unpack(bw)))do table.insert(d,tonumber(ao or 0))end\nreturn d\nend\nml['web-locks/snapshot']=function(KEYS,ARGV)\nlocal gu,pl,m,ch,ep=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal ra=100\nlocal sg=500\nlocal cn=15000\nlocal be=c('TIME')\nlocal af=be[1]*1000+math.floor(be[2]/1000)\nlocal function sv(e)\nlocal co,pk={},1\nfor bl,u in ipairs(c('HKEYS',e))do\nif u=='mode' then\npk=0\nelse\ntable.insert(co,u)\nend\nend\nreturn co,pk\nend\nlocal function to(e,cs,rh,mb)\nlocal rx=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal at,bf=ARGV[6] .. cs .. ARGV[7] .. rx,ARGV[6] .. cs .. ARGV[8] .. rx\nlocal bw=c('ZRANGE',at,rh,rh+mb - 1)\nif #bw==0 then return{},0 end\nlocal ro={}\nfor q,ap in ipairs(c('ZMSCORE',bf,unpack(bw)))do\nif tonumber(ap or 0)>af - cn then table.insert(ro,bw[q])end\nend\nreturn ro,#bw\nend\nlocal po=0\nif m~='' then\nif c('ZSCORE',gu,ch)==m then\npo=c('ZRANK',gu,ch)+(ep>0 and 0 or 1)\nelse\npo,ep=c('ZCOUNT',gu,'-inf','(' .. m),0\nend\nend\nlocal d,pn={'page',ARGV[1],'','',0},sg\nlocal kh=c('ZRANGE',gu,po,po+ra - 1,'WITHSCORES')\nfor q=1,#kh,2 do\nlocal cs,kn=string.match(kh[q],'^([^:]*):(.*)$')\nlocal lu,co,pk=pcall(sv,pl .. kn)\nlocal rq,bw,i=pcall(to,pl .. kn,cs,ep,pn)\nco,bw,i=lu and co or{},rq and bw or{},rq and i or 0\nif #co+i+ep==0 then\nh('ZREM',gu,kh[q])\nelse\nif ep>0 then co={}end\nfor bl,ba in ipairs({kn,lu and pk or 0,#co,#bw})do table.insert(d,ba)end\nfor bl,ba in ipairs(co)do table.insert(d,ba)end\nfor bl,ba in ipairs(bw)do table.insert(d,ba)end\npn=pn - i\nif pn<=0 then\nd[3],d[4],d[5]=kh[q+1],kh[q],ep+i\nreturn d\nend\nend\nep=0\nend\nif #kh==2*ra then d[3],d[4]=kh[#kh],kh[#kh - 1] end\nreturn d\nend\nlocal sh={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal mm={'batch',ARGV[1]}\nlocal pd,mi=2,3\nwhile ARGV[mi] do\nlocal kn,rm,rc=ARGV[mi],ARGV[mi+1],ARGV[mi+2]\nlocal aw,bm={},{ARGV[1]}\nfor q=pd,pd+rm - 1 do table.insert(aw,KEYS[q])end\nfor q=mi+3,mi+2+rc do table.insert(bm,ARGV[q])end\nif sh[kn] then te(aw[1],aw[2],bm[6])end\nif kn=='web-locks/snapshot' then pcall(rk)end\nlocal d=bo(ml[kn],aw,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(mm,d)\npd,mi=pd+rm,mi+3+rc\nend\npcall(rk)\nreturn mm", END);
