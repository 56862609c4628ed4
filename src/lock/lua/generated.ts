// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local c=redis.call\nlocal a={}\nlocal function h(y,...)\nlocal d=redis.call(y,...)\na[#a+1]={}\nreturn d\nend\nlocal function r(...)\na[#a]={...}\nend\nlocal function ay(z,bq)\nredis.pcall('PUBLISH',z,bq)\nif #a>0 then a[#a]={}end\nend\nlocal function bl(ae,...)\nlocal m=#a\nlocal p,d=pcall(ae,...)\nif p then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bo(ae,av,bm)\nlocal p,d,bp=bl(ae,av,bm)\nif p then return d end\nlocal b=type(d)=='table' and d.err or d\nif not string.find(b,'^%u+ ')then b='ERR ' .. b end\nreturn{err=b ..(bp and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bo(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function au(y,j,...)\nlocal p,d=pcall(h,y,j,...)\nif p then return d end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn h(y,j,...)\nend";

const onceCounter_ =
  "local function gj(b)\nif not b then return false end\nif #b>16 or not(b=='0' or string.find(b,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn b\nend";

const onceKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function af(ao)\nreturn{'done',al,tonumber(ao)}\nend\nlocal function p(ao,ki)\nki('SET',k,ao,'PX',f)\nr('UNLINK',k)\nreturn af(ao)\nend";

const onceValue_ =
  "local ej,fe=unpack(c('MGET',j,k))\nif fe then return af(fe)end\nej=gj(ej or c('GET',j))";

const stateLock_ =
  "local e,n,k,al,g,bx=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]";

const stateEpoch_ =
  "local w,az,an,v='','','',''";

const stateOwnerStateExists_ =
  "local aq,bu=false,false\nlocal function bs(bb,cl)\naq,bu=bb~=false,bb\nw,az,an=string.match(bb or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(cl or '')or az\nend";

const stateLoadState_ =
  "local function cn()\nif k then\nbs(unpack(c('MGET',n,k)))\nelse\nbs(c('GET',n))\nend\nend";

const stateLostHow_ =
  "local function ci(s)\nreturn string.match(w,'^!(.+)$')or s\nend\nlocal function bh(s)\nreturn{'ended',al,s}\nend\nlocal function ct()\nlocal s,ap=string.match(v,'^%-(%S*) ?(.*)$')\nif s then return bh(s),ap end\nend\nlocal function ca(b,f)\nif aq then\nlocal l=c('PTTL',n)\nif l>tonumber(f)then f=l end\nend\nau('SET',n,b .. an,'PX',f)\nif aq then r('SET',n,bu,'PX',f)else r('UNLINK',n)end\nend";

const stateRememberEnd_ =
  "local function ax(s,f,ap)\nlocal b='-' .. s ..(ap or '')\nif k then\nau('SET',k,b,'PX',f)\nif v=='' then r('UNLINK',k)else r('SET',k,v,'PX',f)end\nelse\nca(w .. '|' .. b,f)\nend\nreturn bh(s)\nend";

const lockHashMode_ =
  "local t,i\nlocal function aa(aj)\nreturn string.rep('%x',aj)\nend\nlocal cc='^' .. table.concat({aa(8),aa(4),aa(4),aa(4),aa(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bt()\nreturn w~='' or string.sub(v,1,1)=='+'\nend";

const lockHashStateKeyOf_ =
  "local function bg(u)\nlocal m=string.match(n,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(n,#m+#g+1)\nend";

const lockHashIsOwner_ =
  "local function cd(u)\nif string.find(string.gsub(u,':write$',''),cc)then return true end\nif KEYS.locked and(u~=g or g=='')then error('KEY_NOT_LOCKED')end\nlocal ag=c('GET',bg(u))\nreturn ag and(string.sub(ag,1,1)~='|' or string.sub(ag,1,2)=='|+')\nend";

const lockHashIsCount_ =
  "local function bk(b)\nreturn #b<=6 and string.find(b,'^[1-9]%d*$')~=nil\nend\nlocal function ai(j)\nfor as,bd in ipairs(KEYS)do\nif bd==j then error('NOT_A_LOCK ' .. as)end\nend\nend";

const lockHashTimeLeft_ =
  "local function ck()\nlocal l=c('PTTL',e)\nif l==-1 then ai(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function bz()\nlocal o=c('HRANDFIELD',e,5,'WITHVALUES')\nt,i=#o>0 and 'plain',o[1]==g and o[2]\nif #o>2 then\nt,i=unpack(c('HMGET',e,'mode',g))\nif g=='mode' then i=false end\nif(t~='read' and t~='write')or(i and not bk(i))then ai(e)end\nend\nlocal ah=i and bt()\nfor q=1,#o,2 do\nif o[q]~='mode' or t=='plain' then\nif not bk(o[q+1])then ai(e)end\nah=ah or cd(o[q])\nend\nend\nif t and not ah then ai(e)end\nreturn o\nend";

const grantLeaseMs_ =
  "local ab,f,fw=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local ea=ARGV[6]=='3'\nlocal cg=ea or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal dc,eh,gi=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dk(bf,at)\nlocal j=dc .. bf .. ':rwlock_timeout:' .. at\nif KEYS.locked and not KEYS.locked[j] then error('KEY_NOT_LOCKED')end\nreturn j\nend";

const readsBegin_ =
  "local function ef(ab)\nlocal l=t and c('PTTL',e)or -2\nif t=='write' then\nh('HSET',e,g,1)\nelse\nh('HSET',e,'mode','read',g,1)\nend\nif l==-2 then r('UNLINK',e)else r('HDEL',e,g)end\nh('SET',dk(g,1),'1','PX',ab)\nr('UNLINK',dk(g,1))\nif l<tonumber(ab)then h('PEXPIRE',e,ab)end\nend";

const grantTake_ =
  "local function dz()\nif k then\nh('SET',k,'+' .. bx,'PX',f)\nr('UNLINK',k)\nan=ARGV[8]\nca(bx .. '|' .. az,f)\nelse\nh('SET',n,'|+' .. ARGV[8],'PX',f)\nr('UNLINK',n)\nend\nef(ab)\nreturn{'held',al,1,tonumber(ab),k and bx or ''}\nend";

const readHoldsOwnLeft_ =
  "local function jn(eo)\nlocal l=k and c('PTTL',k)\nreturn l and(l==-1 and math.huge or l - eo)\nend";

const readHoldsLives_ =
  "local cs={}\nlocal function du(bf,at)\nlocal j=dk(bf,at)\ncs[j]=cs[j] or c('PTTL',j)\nreturn cs[j]\nend";

const readHoldsSCRIPTMS_ =
  "local gc=10";

const readHoldsOWNMS_ =
  "local je=5";

const readHoldsSlotOf_ =
  "local function jo(i,dh)\nif not k then return 1,du(g,1),true end\nlocal q,l,dw=1,math.huge,false\nlocal jh=az=='+' and w=='' and i>1\nfor at=i,jh and 2 or 1,-1 do\nlocal bd=du(g,at)\nlocal fp=bd>dh - gc\nlocal jm=bd<l and(at>1 or l>dh+je or bd<l - gc)\nif(fp and not dw)or(fp==dw and jm)then\nq,l,dw=at,bd,fp\nend\nend\nreturn q,l,dw\nend";

const readHoldsReadLeft_ =
  "local function nf(i,eo)\nlocal dh=jn(eo)\nlocal bj,l=jo(i,dh)\nlocal en=dh or math.huge\nfor bj,bd in ipairs({l,c('PTTL',e)})do\nif bd~=-1 then en=math.min(en,bd)end\nend\nreturn en==math.huge and -1 or math.max(en,0)\nend";

const readsHoldLeft_ =
  "local function eq(i,f)\nreturn nf(i,f - ARGV[4])\nend\nlocal function ex()\nreturn t=='read' or t=='write'\nend\nlocal fi=64\nlocal function ez(ab,bj,f)\nlocal i=h('HINCRBY',e,g,1)\nr('HINCRBY',e,g,-1)\nh('SET',dk(g,i),'1','PX',ab)\nr('UNLINK',dk(g,i))\nh('PEXPIRE',k,f)\nreturn i,tonumber(ab)\nend";

const grantSettled_ =
  "local function fy()\nlocal bi=ct()\nif bi then return bi end\nlocal ah=not k or v~=''\nbz()\nif i and ah then\nlocal cj=string.sub(v,2)\nif w~='' and w~=cj then return ax(ci('lost'),f)end\nreturn{'held',al,tonumber(i),eq(tonumber(i),f),cj}\nend\nif i and ex()then\nif fw then return ax('reentered',f)end\nif tonumber(i)>=fi then return ax('crowded',f)end\nlocal l=ck()\nif string.sub(w,1,1)=='!' then w=bx end\nlocal dd=math.max(l,tonumber(ab))\nh('SET',k,'+' .. w,'PX',f+dd)\nr('UNLINK',k)\nca(w .. '|' .. az,f)\nlocal by,ad=ez(ab,dd,f)\nif l<dd then h('PEXPIRE',e,ab)end\nreturn{'held',al,by,ad,w}\nend\nif v~='' or(aq and not k)then return ax(ci('lost'),f)end\nend";

const grantIsLast_ =
  "local function gn()\nif ea and KEYS.locked then error('KEY_NOT_LOCKED')end\nreturn cg\nend";

const grantWithHolder_ =
  "local function he(af)\nif not ea or af[1]~='busy' then return af end\nlocal u,fx=unpack(c('HRANDFIELD',e,2))\nif u=='mode' and fx then u=fx end\nif u then\ntable.insert(af,u)\ntable.insert(af,c('GET',bg(u))or '')\nend\nreturn af\nend";

const waitersNow_ =
  "local ac,bc\nlocal function db()\nbc=c('TIME')\nac=bc[1]*1000+math.floor(bc[2]/1000)\nend";

const waitersDigits_ =
  "local function aj(ao)\nreturn string.format('%.0f',ao)\nend";

const waitersHEAD_ =
  "local ed='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dl(dy)\nreturn 'leasehound:' .. dy\nend";

const readHoldsMOSTWALKED_ =
  "local ds=80\nlocal function fh(bf,i)\nif i>ds then return math.max(c('PTTL',e),0)end\nlocal bw=0\nfor at=1,i do\nbw=math.max(bw,du(bf,at))\nend\nreturn bw\nend";

const rwQueueQueue_ =
  "local ar,dv,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cr=15000";

const rwQueueKEPTMS_ =
  "local ep=60000\nlocal lu=45000";

const rwQueueMOSTDROPPED_ =
  "local fj=64\nlocal gy=256\nlocal gf=false\nlocal hn='^' .. ed .. ':wake:[%w-]+$'\nlocal function fs(x)\nreturn string.sub(x,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fg(x)\nif h('ZREM',ar,x)==0 then return false end\nh('ZREM',be,x)\nif fs(x)then h('ZREM',dv,x)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function fz(x,bc)\nlocal am=tonumber(bc or 0)\nif am<=ac then return am end\nh('ZADD',be,aj(ac),x)\nreturn ac\nend\nlocal function gk(fu,fn)\nlocal br=c('ZRANGE',fu,0,0,'WITHSCORES')\nif #br==0 then return false end\nif br[1]==fn then return fn end\nif not ac then db()end\nlocal am=fz(br[1],c('ZSCORE',be,br[1]))\nif am>ac - cr then return br[1],tonumber(br[2]),am+cr end\nbr=c('ZRANGE',fu,0,fj - 1,'WITHSCORES')\nlocal bv,fo,dp={},{},nil\nfor q=1,#br,2 do table.insert(bv,br[q])end\nlocal ib=c('ZMSCORE',be,unpack(bv))\nfor q,x in ipairs(bv)do\nam=fz(x,ib[q])\nif am>ac - cr then\ndp=q\nbreak\nend\ntable.insert(fo,x)\nend\ngf=true\nfor bj,j in ipairs({ar,dv,be})do h('ZREM',j,unpack(fo))end\nif dp then return bv[dp],tonumber(br[2*dp]),am+cr end\nreturn #bv==fj and 'more'\nend";

const rwQueueTell_ =
  "local function cb(x,cz,ao)\nlocal ch=string.match(x,'^.|[^|]*|([^|]*)|')\nif string.find(ch,'^%d%d%d%d%d%d$')then\nay(gi,cz .. ch .. ao)\nelseif string.find(ch,hn)then\nay(dl(ch),cz .. ao .. ' ' .. e)\nend\nreturn ch\nend\nlocal function ge(dm)\nlocal bn,ao=gk(ar)\nif not bn or bn=='more' then return end\nif fs(bn)then\nif dm=='free' then cb(bn,'2',aj(ao))end\nreturn\nend\nlocal m=c('ZRANGE',dv,0,0,'WITHSCORES')[2]\nlocal ag={}\nfor bj,bf in ipairs(c('ZRANGE',ar,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,gy))do\nlocal ch=string.match(bf,'^.|[^|]*|([^|]*)|')\nif not ag[ch] then ag[cb(bf,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function ln(m)\nlocal nd=c('ZRANGE',ar,gy - 1,gy - 1,'WITHSCORES')\nif nd[1] and(not m or tonumber(nd[2])<m)then\ncb(nd[1],'3',m and aj(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function ig(x)\nif not fg(x)then return end\nlocal hu=c('HGET',e,'mode')\nif hu~='write' then ge(hu and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function mf(x)\nif not ac then db()end\nlocal as,ao=c('ZRANK',ar,x),0\nif not as then\nlocal kp=c('ZRANGE',ar,-1,-1,'WITHSCORES')\nao=(tonumber(kp[2])or 0)+1\nh('ZADD',ar,aj(ao),x)\nif fs(x)then h('ZADD',dv,aj(ao),x)end\nas=c('ZCARD',ar)- 1\nend\nh('ZADD',be,aj(ac),x)\nif ao>0 or c('PTTL',be)<lu then\nfor bj,j in ipairs({ar,dv,be})do h('PEXPIRE',j,ep)end\nend\nreturn as+1,ao\nend";

const readsForgetOutlived_ =
  "local function ny()\nif not k or aq or v~='' then return end\nbz()\nif not i or not ex()or fh(g,tonumber(i))>0 then return end\nck()\nh(c('HLEN',e)==2 and 'DEL' or 'HDEL',e,g)\nend";

const fairReadWriteBlock_2 =
  "if c('EXISTS',unpack(KEYS))==0 then return dz()end\nlocal function nw(qe,m)\nlocal af=dz()\npcall(function()\nif qe and fg(eh)and not gf then ln(m)end\nif gf then ge('read')end\nend)\nreturn af\nend\ncn()\nny()\nlocal af=fy()\nif af then\nif k then pcall(ig,eh)end\nreturn af\nend\nif k and t=='write' and c('HEXISTS',e,g .. ':write')==1 then return nw(true,0)end\nlocal l=ck()\nlocal dm=l==-2 and 'free' or t=='read' and 'read'\nlocal kv=l\nif dm then\nlocal nc=tonumber(c('ZSCORE',ar,eh)or nil)\nlocal nm,ao,mv=gk(dv)\nif not nm or(nc and ao and ao>nc)then return nw(nc,ao)end\nkv=nm=='more' and 0 or mv+1 - ac\nif gf then ge(dm)end\nend\nif gn()then\nig(eh)\nax('refused',f)\nreturn he({'busy',al,l,0,-1,0})\nend\nlocal as,ao=mf(eh)\nreturn{'busy',al,l,as,kv,ao}";

const writesBegin_ =
  "local function ef(ab)\nh('HSET',e,'mode','write',g,1)\nr('UNLINK',e)\nh('PEXPIRE',e,ab)\nr('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function lp(f,eo)\nlocal l=c('PTTL',e)\nif not k then return l end\nlocal jp=c('PTTL',n)\nif jp~=-1 then\nlocal dh=jp - eo\nl=math.max(l==-1 and dh or math.min(l,dh),0)\nend\nh('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function eq(bj,f)\nreturn lp(f,f - ARGV[4])\nend\nlocal function ex()\nreturn t=='write'\nend\nlocal fi=1000\nlocal function ez(ab)\nlocal i=h('HINCRBY',e,g,1)\nr('HINCRBY',e,g,-1)\nreturn i,tonumber(ab)\nend";

const grantTakeNew_ =
  "local function ia()\nif not h('SET',n,'|+' .. ARGV[8],'PX',f,'NX')then return end\nr('UNLINK',n)\nef(ab)\nreturn{'held',al,1,tonumber(ab),''}\nend";

const fairReadWriteWasAnswered_ =
  "local qv=ARGV[6]=='2'\nlocal function ix()\nlocal l=c('PTTL',e)\nif l>=0 and c('EXISTS',n)==0 then\nlocal as,ao=mf(eh)\nreturn{'busy',al,l,as,l,ao}\nend\nif l~=-2 then return end\nlocal bn=c('ZRANGE',ar,0,0)[1]\nlocal af=(not bn or bn==eh)and ia()\nif af and bn then pcall(fg,eh)end\nreturn af\nend\nif qv and not k then\nlocal af=ix()\nif af then return af end\nelseif c('EXISTS',unpack(KEYS))==0 then\nreturn dz()\nend\ncn()\nlocal af=fy()\nif af then\nif k then pcall(ig,eh)end\nreturn af\nend\nlocal l=ck()\nlocal kv=l\nif l==-2 then\nlocal bn,bj,mv=gk(ar,eh)\nif not bn or bn==eh then\naf=dz()\nif bn then pcall(fg,eh)end\nreturn af\nend\nkv=bn=='more' and 0 or mv+1 - ac\nif gf then ge('free')end\nelseif k then\nlocal bf=string.sub(g,1,-7)\nif fh(bf,tonumber(c('HGET',e,bf)or 0))>0 then\nig(eh)\nreturn ax('upgrade',f)\nend\nend\nif gn()then\nig(eh)\nax('refused',f)\nreturn he({'busy',al,l,0,-1,0})\nend\nlocal as,ao=mf(eh)\nreturn{'busy',al,l,as,kv,ao}";

const forceLock_ =
  "local e,n,g,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local o";

const forceStored_ =
  "local fe=c('GET',KEYS[2])\nif fe then return{'forced',ARGV[1],tonumber(fe)}end";

const forceLookAtLock_ =
  "local function mk()\no=bz()\nif t then ck()end\nend";

const forceForced_ =
  "local function kr(ek)\nau('SET',KEYS[2],ek,'PX',ARGV[2])\nr('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],ek}\nend";

const forceTellHolders_ =
  "local function mp()\nlocal ag=o[9] and '* ' or ''\nfor q=1,#o,2 do ag=ag .. o[q] .. ' ' end\nay(ARGV[5],ag .. 'lost')\nend";

const stateExtended_ =
  "local el,dn={},{}";

const stateKeep_ =
  "local function eu(j,ad,gd)\nif h('PEXPIRE',j,ad,'GT')==0 and(gd or dn[e])then h('PEXPIRE',j,ad,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local fl=60000\nlocal function fa()\nreturn aq or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gi,dc,eh=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function de()\nif c('PTTL',e)<0 or not pcall(bz)then return false end\nif string.find(g,':write$')then return t=='write' end\nreturn(t=='plain')==(dc=='')\nend\nlocal function dt(cw)\nif k and v=='' and not cw then return nil end\nlocal cj=v~='' and string.sub(v,2)or cw or ''\nlocal i=(w=='' or w==cj)and c('HGET',e,g)or nil\nif i and not bt()and not de()then return nil end\nreturn i\nend";

const readHoldsSetLife_ =
  "local function lj(bf,at,ad)\nlocal j=dk(bf,at)\ncs[j]=ad or -2\nif ad then h('SET',j,'1','PX',ad)else h('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function iu(df)\nif df>ds then return true end\nlocal bw,by=0,0\nlocal cv=c('HGETALL',e)\nfor q=2,#cv,2 do by=by+(tonumber(cv[q])or 0)end\nif by>ds then return true end\nfor q=1,#cv,2 do\nbw=math.max(bw,fh(cv[q],tonumber(cv[q+1])or 0))\nend\nif bw>0 then\nh('PEXPIRE',e,bw)\nelse\nh('DEL',e)\nend\nreturn bw>0\nend";

const readHoldsTimeoutKeys_ =
  "local function md(i)\nlocal av={}\nfor at=1,math.min(i,ds)do av[at]=dk(g,at)end\nreturn av\nend";

const rwQueueWakeNext_ =
  "local function lo(dm)\npcall(ge,dm)\nend";

const rwQueueGiveUp_ =
  "local function hr()\nif eh~='' then ig(eh)end\nend";

const endFirst_ =
  "local bn,hx,f,ei=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal ap=ei=='' and '' or ' ' .. ei";

const fairReadWriteFreed_ =
  "local function ek()\nlo('free')\nay(gi,'0')\nend";

const readsShortenLock_ =
  "local function kt(gv,df)\nif gv<c('PTTL',e)- gc or c('HGET',e,'mode')=='write' then return end\nif not iu(df or c('HLEN',e))then ek()end\nend\nlocal function lw(by)\nlocal av,df=md(by),c('HLEN',e)\nif df==2 then\nh('DEL',e,unpack(av))\nreturn ek()\nend\nlocal gv=fh(g,by)\nh('HDEL',e,g)\nr('HSET',e,g,i or 1)\nkt(gv,df)\npcall(h,'DEL',unpack(av))\nend";

const readsEndLast_ =
  "local function es()\nlw(1)\nend";

const readsEndOne_ =
  "local function hq(hy,i,gg)\nlocal le=du(g,i)\nlocal at,gv,dw=jo(i,jn(ARGV[7] - hy))\ngg()\nh('HINCRBY',e,g,-1)\nlj(g,i)\nif at<i and le>0 and(dw or le>gv)then\nlj(g,at,le)\nelseif at<i and dw then\nlj(g,at)\nend\nkt(gv)\nend";

const endEndHold_ =
  "local function hp(cw,ic)\nlocal fr,fq=true,nil\nif not k then\nfr,fq=pcall(c,'HGET',e,g)\nend\nif fq=='1' then\nlocal p,m=pcall(h,'SET',n,'|-released' .. ap,'PX',f,'GET')\nif p and m then r('SET',n,m,'PX',f)end\nif p and not m then r('UNLINK',n)end\nif p and(m and string.sub(m,1,2)=='|+' or not m and(bn and ic or de()))then\nes(true)\nreturn bh('released')\nend\nif p and not m then return ax('taken',fl)end\nif p then\nlocal dx=f+c('PTTL',e)\nh('SET',n,m,'PX',dx)\nr('SET',n,m,'PX',dx)\nend\nend\ncn()\nlocal bi,hw=ct()\nif bi and ap~='' and hw~=ei and(bi[3]=='released' or string.find(bi[3],'^still'))then\nreturn bh('released-elsewhere')\nend\nif bi then return bi end\nlocal i=(fr or fa())and dt(bn and cw)\nif not i then\nlocal s=ci(c('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ax(s,fa()and f or fl)\nhr()\nreturn d\nend\nif tonumber(i)>1 then\nlocal s='still:' .. i - 1\nhq(hx,tonumber(i),function()\nax(s,f,ap)\nend)\nif k then pcall(eu,n,f)end\nreturn bh(s)\nend\nlocal d=ax('released',f,ap)\nes()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return hp(ARGV[4])";

const stateExtend_ =
  "local function gh(j,ad)\nif h('PEXPIRE',j,ad,'GT')==1 then return true end\nif not el[j] and h('PEXPIRE',j,ad,'NX')==1 then dn[j]=true end\nel[j]=true\nreturn dn[j]\nend";

const exclusiveEndOne_ =
  "local function hq(hy,bj,gg)\ngh(e,hy)\ngg()\nh('HINCRBY',e,g,-1)\nend";

const fairReadWriteFreed_2 =
  "local function ek(dm)\nlo(dm)\nay(gi,'1')\nend";

const writesEndLast_ =
  "local function es()\nlocal df,dm=c('HLEN',e),'free'\nif df==2 then\nh('DEL',e)\nelse\nh('HSET',e,'mode','read')\nr('HSET',e,'mode','write')\nh('HDEL',e,g)\nr('HSET',e,g,i or 1)\nif iu(df)then dm='read' end\nend\nek(dm)\nend";

const exclusiveBegin_ =
  "local function ef(ab)\nh('HINCRBY',e,g,1)\nr('UNLINK',e)\nh('PEXPIRE',e,ab)\nr('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function eq(bj,f)\nlocal l=c('PTTL',e)\nif k then h('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function ex()\nreturn t=='plain'\nend\nlocal fi=1000\nlocal function ez(bj,l)\nlocal i=h('HINCRBY',e,g,1)\nr('HINCRBY',e,g,-1)\nreturn i,l\nend";

const waitersMAILBOX_ =
  "local ey=ed .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cb(ak,...)\nay(dl(ak),table.concat({...},' '))\nend";

const queueQueue_ =
  "local ar,cq,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cr=15000\nlocal di=2000\nlocal fk=100\nlocal ku=10\nlocal iy=false\nlocal function em(y,j,dg)\nfor q=1,#dg,di do\nh(y,j,unpack(dg,q,math.min(q+di - 1,#dg)))\nend\nend\nlocal function eb()\nreturn c('ZDIFF',2,cq,be,'WITHSCORES')\nend\nlocal function ht()\nlocal cg=c('LINDEX',ar,-1)\nreturn cg,tonumber(cg and c('ZSCORE',cq,cg)or nil)\nend";

const queueLeave_ =
  "local function fg(ft,dj)\nlocal bv=c('LRANGE',ar,0,fk)\nlocal jj=#bv>fk\nlocal go=jj and eb()or c('ZRANGE',cq,0,-1,'WITHSCORES')\nlocal gq,cg,er={},nil,nil\nfor q=1,#go,2 do\ngq[go[q]]=go[q+1]\nend\nif jj then\ncg,er=ht()\nbv=(#go>0 or dj>ku)and c('LRANGE',ar,0,-1)\nend\nlocal gp,cx,eg,hc=0,{},{},{}\nfor bj,x in ipairs(bv or{})do\nif ft[x] then\ngp=gp+fb\ntable.insert(eg,x)\nelse\ntable.insert(hc,x)\nif gp>0 and gq[x] then\ntable.insert(cx,aj(gq[x] - gp))\ntable.insert(cx,x)\nend\nend\nend\nif not bv then\nfor x in pairs(ft)do\nif h('LREM',ar,0,x)>0 then table.insert(eg,x)end\nend\nelseif #eg==1 then\nh('LREM',ar,0,eg[1])\nelseif #eg>1 then\nh('DEL',ar)\nem('RPUSH',ar,hc)\nend\nem('ZREM',cq,eg)\nif er then\nlocal jg=er - #eg*fb\ncg,er=ht()\nif er and er>jg and not gq[cg] then\ntable.insert(cx,aj(jg))\ntable.insert(cx,cg)\nend\nend\nem('ZADD',cq,cx)\nif bv and #hc==0 then h('DEL',be)end\nend\nlocal function kl()\nlocal gr=c('ZRANGEBYSCORE',be,'-inf',aj(ac - cr))\nif #gr==0 then return end\nlocal ft={}\nfor bj,x in ipairs(gr)do\nft[x]=true\nend\nfg(ft,#gr)\nem('ZREM',be,gr)\niy=true\nend\nlocal function ld()\nwhile true do\nlocal cm=c('LINDEX',ar,0)\nif not cm then return false end\nif not ac then db()end\nlocal am=tonumber(c('ZSCORE',be,cm)or nil)\nif am and am>ac then\nlocal fm={}\nfor bj,x in ipairs(c('ZRANGEBYSCORE',be,'(' .. aj(ac),'+inf'))do\ntable.insert(fm,aj(ac))\ntable.insert(fm,x)\nend\nau('ZADD',be,fm[1],fm[2])\nem('ZADD',be,fm)\nam=ac\nend\nlocal ev=not am and tonumber(c('ZSCORE',cq,cm)or nil)\nlocal jr=am and am+cr or ev or 0\nif jr>ac then return cm,jr,am~=nil end\nif am then\nkl()\nelse\nh('LPOP',ar)\nh('ZREM',cq,cm)\niy=true\nend\nend\nend\nlocal function kq(bn)\nlocal fv=h('ZPOPMIN',cq,fk+1)\nlocal m,cx,l={},{},false\nfor q=#fv,1,-1 do table.insert(m,fv[q])end\nif #fv>0 then r('ZADD',cq,unpack(m))end\nlocal function hv(dg)\nfor q=2,#dg,2 do\nif dg[q - 1]==bn then\nl=true\nelse\ntable.insert(cx,aj(dg[q] - fb))\ntable.insert(cx,dg[q - 1])\nend\nend\nend\nhv(fv)\nif #fv>2*fk then\nif not l then h('ZREM',cq,bn)end\nhv(eb())\nhv({ht()})\nend\nem('ZADD',cq,cx)\nif #cx==0 and c('EXISTS',ar)==0 then h('DEL',be)end\nend\nlocal function jz(x)\nif KEYS.locked then return end\nlocal b=redis.pcall('GET',(string.gsub(bg(x),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(b)=='string' and b or nil\nend\nlocal function ka(dr,...)\nlocal ak=string.match(dr or '','^~?(' .. ey .. ') ')\nif ak then cb(ak,...)end\nreturn ak\nend\nlocal function kw(ec,x,dr)\nif not ka(dr,'try',x,0)then ay(ec .. x,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local pr=30000\nlocal pq=86400000\nlocal function nx()\nlocal af=dz()\nbl(kq,g)\nreturn af\nend\nlocal function of(ev)\nlocal ov=ev - ac+fb+cr\nif c('PTTL',be)<ov then h('PEXPIRE',be,aj(ov))end\nend\nlocal function qk(as,py,cx)\nwhile true do\nlocal o=c('LRANGE',ar,as+1,as+fk)\nfor bj,x in ipairs(o)do\nif c('ZSCORE',be,x)then return end\nlocal ev=c('ZSCORE',cq,x)\nif ev then\ntable.insert(cx,aj(ev+py))\ntable.insert(cx,x)\nend\nend\nif #o<fk then return end\nas=as+fk\nend\nend\nlocal pa=false\nlocal function af()\nlocal ky=c('EXISTS',e,n,k or n)\nif ky==0 then\nlocal cm=h('LPOP',ar)\nif not cm then\nr('EXISTS',ar)\nreturn dz()\nend\nr('LPUSH',ar,cm)\nif cm==g then return nx()end\nh('LPUSH',ar,cm)\nelse\nlocal jk=not k and ky==1\nif not jk then cn()end\nlocal af=not(jk and ARGV[6]=='2')and fy()\nif af then return af end\nend\nlocal l=ck()\ndb()\nlocal as=c('LPOS',ar,g)\nlocal gs=as and h('ZADD',be,aj(ac),g)==1\nif gs then of(ac+(as+1)*fb)end\nkl()\nlocal cm,oa\nif l==-2 then\ncm,oa=ld()\nend\nif l==-2 and not cm then\nh('DEL',be)\nreturn dz()\nend\nif l==-2 and cm==g then\nh('LPOP',ar)\nr('LPUSH',ar,g)\nreturn nx()\nend\nif iy then\nas=c('LPOS',ar,g)\nif l==-2 then kw(ARGV[10],cm,jz(cm))end\nend\nif gn()then\nif as then\nfg({[g]=true},1)\nh('ZREM',be,g)\nend\nax('refused',f)\nreturn he({'busy',al,l,as and as+1 or 0,-1})\nend\nlocal ah=as and tonumber(c('ZSCORE',cq,g)or nil)\nif ah and ah<ac - pq then ah=nil end\nlocal ev=ah\nif not as then\nlocal kp=c('LINDEX',ar,-1)\nev=(kp and c('ZSCORE',cq,kp)or ac+math.max(l,0))+fb\nas=h('RPUSH',ar,g)- 1\npa=true\nh('ZADD',be,aj(ac),g)\nend\nlocal nz=ac+(as+1)*fb\nif not ev or ev<nz - fb+pr then ev=nz end\nif ev~=ah then\nlocal cx={aj(ev),g}\nif ah and not gs then qk(as,ev - ah,cx)end\nem('ZADD',cq,cx)\nof(ev)\nend\nreturn{'busy',al,l,as+1,l==-2 and oa+1 - ac or l}\nend";

const waitersIsHeard_ =
  "local function hd(ak,z)\nak=dl(ak)\nlocal co=redis.pcall('PUBSUB','NUMSUB',ak,z or ak)\nreturn co.err~=nil or co[2]~=0,co[4]\nend";

const waitersDated_ =
  "local function mu(b)\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. aj(ac).. ' '))\nend";

const waitersIsCluster_ =
  "local function ob()\nlocal mj=redis.pcall('INFO','cluster')\nreturn type(mj)=='string' and string.find(mj,'cluster_enabled:1',1,true)~=nil\nend\nlocal function nu()\nlocal p,nv=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn p and nv=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function ol(b,co)\nb=mu(b)\nif co~='1' or string.find(b,'^~')then return b end\nlocal oj=nu()and hd(string.match(b,'^%S+'))and not ob()\nreturn(oj and '' or '~').. b\nend";

const waitersSECRET_ =
  "local il=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local jf=20";

const waitersTellGranted_ =
  "local function jq(ak,da,...)\nlocal b='granted ' .. table.concat({...},' ')\ncb(ak,b,string.sub(redis.sha1hex(da .. b .. da),1,jf))\nend";

const waitersSTANDINGMS_ =
  "local im=150000\nlocal ik='^(~?)(' .. ey .. ') (%S+) (' .. il .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op]k?)(.*)$'\nlocal ij=15\nlocal dq,hl=0,false\nlocal function gw(b,z)\nlocal ba,ak,g,da,ab,f,hz,s,an=string.match(b,ik)\nif not ba or string.find(an,'^[^\\n]')or math.max(#ab,#f)>ij then return end\nif ac - hz>=im then return end\nif ba=='' then\nlocal gt=string.sub(s,2,2)\nlocal iq,dt=hd(ak,z)\nif not iq then return end\ndq,hl=z and gt~='p' and dt or 0,gt=='o'\nend\nif KEYS.locked and string.sub(s,3)~='k' then ba='~' end\nreturn ba,ak,g,da,ab,f,s,an\nend";

const waitersStanding_ =
  "local cf,ff=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal ep=160000\nlocal function fd()\nh('SET',ff,'1','PX',ep)\nend";

const waitersCALLEDMS_ =
  "local ga=65\nlocal io=30\nlocal hf=50\nlocal am=0\nlocal function gl(as,cz,ad)\nlocal b=c('LINDEX',cf,as)\nif not b then return false end\nlocal ak,g=string.match(b,'^~?(' .. ey .. ') (%S+)')\nif ak then cb(ak,cz,g,ad)end\nreturn true\nend\nlocal function hj(cz,ad)\nif gl(0,cz,ad)then fd()end\nend";

const waitersIsOpen_ =
  "local function hk(g)\nreturn KEYS.locked or c('EXISTS',bg(g))==0\nend\nlocal function hg(ad,z)\nif not ac then db()end\nwhile am<hf do\nam=am+1\nlocal b=c('LINDEX',cf,0)\nif not b then return end\nlocal ba,ak,g=gw(b,z)\nif dq>0 then ad=io end\nlocal gm=ba and hk(g)\nif gm and(ba=='' or ad>0)then\nfd()\ncb(ak,ad==0 and 'try' or 'next',g,ad)\nif ad==0 or ba=='~' or dq>0 then gl(1,'next',ad+ga)end\nreturn\nend\nh('LPOP',cf)\nif gm then\ncb(ak,'try',g,0)\nad=ga\nend\nend\nhj(ad==0 and 'try' or 'next',ad)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local jd=5000\nlocal function ji(g,ab,f,an)\nif not KEYS.locked then\nif not h('SET',bg(g),'|+' .. an,'PX',f,'NX')then return end\nr('UNLINK',bg(g))\nend\nlocal cu=math.min(tonumber(ab),jd)\nh('HINCRBY',e,g,1)\nr('UNLINK',e)\nh('PEXPIRE',e,cu)\nr('UNLINK',e)\nreturn cu\nend";

const waitersWithGrant_ =
  "local function jt(d,cp)\nif not cp then return d end\ntable.insert(d,'granted')\nfor bj,js in ipairs(cp)do table.insert(d,js)end\nreturn d\nend";

const queueTellNext_ =
  "local function ln(ec,cu)\nlocal x=c('LINDEX',ar,0)\nif not x or ka(jz(x),'next',x,cu)then return end\nif c('ZSCORE',be,x)then return end\nh('ZADD',cq,'XX','LT',aj(ac+cu+fb),x)\nay(ec .. x,'0')\nend\nlocal function mz(ec,x,dr)\nlocal ba,ak,g,da,ab,f,bj,an=gw(dr)\nif ba~='' or g~=x then return end\nlocal cu=ji(g,ab,f,an)\nif not cu then return end\nh('LPOP',ar)\nkq(g)\njq(ak,da,g,aj(ac),cu,aj(ac),0,0)\npcall(ln,ec,cu)\nreturn{g,cu}\nend\nlocal function mb(ec,gu)\nlocal cm,dr\nlocal p,cp=bl(function()\nlocal bj,ir\ncm,bj,ir=ld()\ndr=ir and jz(cm)\nreturn dr and mz(ec,cm,dr)\nend)\nlocal bt=p and cp or(not p and redis.pcall('EXISTS',e)==1)\nif bt then\nif gu==2 then pcall(fd)end\nreturn p and cp\nend\nif cm then pcall(kw,ec,cm,dr)end\nif gu==2 then pcall(hg,0)end\nend";

const stateTimeouts_ =
  "local dc=''";

const fenceMarkKey_ =
  "local np,al,ce=KEYS[1],ARGV[1],ARGV[2]\nlocal function pv(ba)\nif not ba then return true end\nif not string.find(ba,'^%d+$')then error('the mark of this resource is no number')end\nreturn #ba<#ce or(#ba==#ce and ba<=ce)\nend\nlocal function qc(ba,cy)\nif ba==ce then return false end\nlocal bc=c('TIME')\nif tonumber(ce)<=(bc[1]+60)*1e6+bc[2] then return false end\nlocal aw=tonumber(c('GET',cy)or '')\nreturn not aw or aw<tonumber(ce)\nend\nlocal function qm(ba)\nif ba~=ce then h('SET',np,ce)end\nend";

const grantLooked_ =
  "local id\nlocal function it(iv)\nif iv or KEYS.locked then\nlocal de,o=pcall(bz)\nif not de or i then return end\nid=o\nend\nif t==false then return -2 end\nreturn c('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function jk()\nreturn c('EXISTS',n)==0\nend";

const grantRefuseNew_ =
  "local function lg(l)\nif not l or l<0 then return end\nlocal gs\nif gn()then\ngs=au('SET',n,'|-refused','PX',f,'NX')\nelse\ngs=jk()\nend\nif gs then return{'busy',al,l}end\nend";

const waitersMOST_ =
  "local di='9223372036854775807'";

const fencedTokenKey_ =
  "local cy=KEYS[3]";

const waitersReadToken_ =
  "local function jy()\nlocal aw=c('GET',cy)\nreturn aw~='' and aw\nend\nlocal function jx(b)\nreturn string.find(b,'^%d+$')and(#b<#di or(#b==#di and b<=di))\nend\nlocal function ie(aw,ho)\nlocal ce=ho[1] .. string.format('%06d',ho[2])\naw=aw or ''\nlocal hs=#aw<#ce or(#aw==#ce and aw<ce)\nif hs then h('SET',cy,ce)else h('INCR',cy)end\nif aw=='' then r('UNLINK',cy)else r('SET',cy,aw)end\nreturn hs and ce or c('GET',cy)\nend";

const fencedWithToken_ =
  "local function kk(af,ce)\ntable.insert(af,ce)\nreturn af\nend\nlocal function jl()\nlocal aw=jy()\nif aw and not jx(aw)then ai(cy)end\nreturn aw\nend\nlocal function mo(aw)\nif aw==di then ai(cy)end\nlocal ce=ie(aw,c('TIME'))\nreturn kk(dz(),ce)\nend\nlocal function ou()\nlocal ow,aw=pcall(jl)\nlocal af=ow and aw~=di and ia()\nreturn af and kk(af,ie(aw,c('TIME')))\nend\nlocal function oo()\ncn()\nlocal aw=k and v=='' and jl()\nlocal af=fy()\nif af and af[1]=='held' then kk(af,aw or jl()or ie(nil,c('TIME')))end\nreturn af,aw\nend";

const fencedQuickAnswer_ =
  "local function ix()\nif k then return c('EXISTS',e,n,k)==0 and mo(jl())end\nlocal l=it(ARGV[6]~='2')\nreturn l==-2 and ou()or lg(l)\nend\nlocal function ju()\nlocal af,aw=oo()\nif af then return af end\nlocal l=ck()\nif l==-2 then\nif not k then aw=jl()end\nreturn mo(aw)\nend\nif gn()then ax('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function af()\nreturn he(ix()or ju())\nend";

const lockHashIsRandom_ =
  "local function od(u)\nreturn string.find(u,':%d%d%d%d%d%d%d%d%d%d%d%d+$')~=nil\nend";

const standIsOurs_ =
  "local ir=0\nlocal function jk()\nlocal o=id or c('HRANDFIELD',e,2,'WITHVALUES')\nlocal hb={n}\nif #o==2 and not KEYS.locked then table.insert(hb,bg(o[1]))end\nlocal dh,eb=unpack(c('MGET',unpack(hb)))\nlocal ko=eb and string.sub(eb,1,1)~='!'\nif #o==2 and KEYS.locked then ko=od(o[1])end\nir=ko and 1 or 0\nreturn not dh\nend";

const waitersLeaveList_ =
  "local function kn(g)\nfor bj,b in ipairs(c('LRANGE',cf,0,-1))do\nif string.match(b,'^%S+ (%S+)')==g then h('LREM',cf,0,b)end\nend\nend\nlocal function jc(g,b)\nif KEYS.locked then\npcall(kn,g)\nelseif(b or '')~='' then\npcall(h,'LREM',cf,0,b)\nend\nend";

const standMarked_ =
  "local function qi(b)\nlocal co=ARGV[12]~='' and redis.pcall('PUBSUB','NUMSUB',ARGV[12])\nif not co or co.err then return b end\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(co[2]==0 and 'o' or 'p')))\nend\nlocal function op()\ndb()\nlocal b=qi(ol(ARGV[10],ARGV[11]))\nlocal as=ARGV[9]~='' and c('LPOS',cf,ARGV[9])\nif as then\nh('LSET',cf,as,b)\nelse\nh('RPUSH',cf,b)\nend\nh('PEXPIRE',cf,ep)\nfd()\nreturn b\nend";

const standAnswerOrStand_ =
  "local function pw()\nif KEYS.locked and cg then jc(g)end\nlocal d=af()\nif d[1]=='busy' and not cg then\nif ARGV[10]=='' then return d end\nlocal p,b=pcall(op)\nif p then\ntable.insert(d,ac)\ntable.insert(d,b)\ntable.insert(d,ir)\nend\nelseif not(KEYS.locked and cg)then\njc(g,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local ii=60000\nlocal mq=64";

const stealRob_ =
  "local function nh(u,l)\nlocal eb=bg(u)\nlocal f=math.max(l+ii,c('PTTL',eb))\nlocal ih='!' .. kb .. '|'\nlocal m=h('SET',eb,ih .. '-' .. kb,'PX',f,'GET')\nif m then r('SET',eb,m,'PX',f)else r('UNLINK',eb)end\nlocal ag=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not ag then return end\nh('SET',eb,ih .. ag,'PX',f)\nr('SET',eb,m,'PX',f)\nend\nlocal function ni(l,nk)\nlocal li={}\nfor bj,u in ipairs(c('HRANDFIELD',e,mq+1))do\nif u~='mode' or t=='plain' then\nnh(u,l)\ntable.insert(li,u)\nend\nend\nh('UNLINK',e)\nlocal hb=table.concat(li,' ')\nay(nl,hb .. ' ' .. kb)\nlocal af=nk()\ntable.insert(af,hb)\nreturn af\nend";

const stealQuickAnswer_ =
  "local function ix()\nif k then return c('EXISTS',e,n,k)==0 and lm()end\nlocal l=it(true)\nif l==-2 then return nj()end\nif l and l>=0 and c('EXISTS',n)==0 then return lk(l)end\nend";

const stealFullAnswer_ =
  "local function ju()\nlocal af=ah()\nif af then return af end\nlocal l=ck()\nif l==-2 then return lm()end\nreturn lk(l)\nend\nlocal function af()\nreturn ix()or ju()\nend";

const inspectSubscriptions_ =
  "local function os(ec)\nlocal co=redis.pcall('PUBSUB','NUMSUB',unpack(ec))\nif co.err then return -1 end\nlocal ll=0\nfor q=2,#co,2 do ll=ll+co[q] end\nreturn ll\nend";

const lockHashLONGESTVALUE_ =
  "local ns=500\nlocal function oi(j)\nlocal ej=redis.pcall('GETRANGE',j,0,ns)\nif type(ej)~='string' then return nil end\nreturn string.match(ej,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function qg(ha,nb)\nreturn 'light\\n' .. ha .. ' ' .. nb\nend";

const inspectLONGESTSTATE_ =
  "local pt=700\nlocal function qt(av)\nlocal mc=#av>0 and c('MGET',unpack(av))or{}\nfor q=1,#av do mc[q]=string.sub(mc[q] or '',1,pt)end\nreturn mc\nend";

const inspectMOSTBYTES_ =
  "local nt=50000\nlocal function na(b)\nlocal bj,om=string.gsub(b,'[^%w:{}_./ -]','')\nreturn #b+5*om+3\nend";

const permitsCount_ =
  "local function i(b)\nreturn tonumber(gj(b))\nend";

const permitsPermits_ =
  "local fc,gb,al=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local bc=c('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal mh=1000";

const lockQuickAnswer_ =
  "local function ix()\nif k then return c('EXISTS',e,n,k)==0 and dz()end\nlocal l=it(ARGV[6]~='2')\nreturn l==-2 and ia()or lg(l)\nend\nlocal function ju()\ncn()\nlocal af=fy()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dz()end\nif gn()then ax('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function af()\nreturn he(ix()or ju())\nend";

const holdBlock_ =
  "cn()\nlocal bi=ct()\nif bi then return bi end\nlocal i=dt()\nif not i then return ax(ci('lost'),ARGV[4])end\nreturn{'counted',al,tonumber(i),eq(tonumber(i))}";

const waitersTokenKey_ =
  "local cy";

const waitersChainSince_ =
  "local ip,hi,hh\nlocal lv=1000\nlocal lt=2000\nlocal kc=99\nlocal function me()\ncy='redisson_lock_token:' .. string.match(cf,'^[^:]+:[^:]*:standing:(.*)$')\nif KEYS.locked and not KEYS.locked[cy] then return false end\nlocal p,aw=pcall(jy)\nreturn p and(not aw or(jx(aw)and aw~=di)),aw\nend\nlocal function lx(ak,g,da,ab,f,s,an)\nlocal kd,aw=true,nil\nlocal kg=string.find(s,'^t')\nif kg then\nkd,aw=me()\nend\nif not kd then return cb(ak,'try',g,0)end\nlocal cu=ji(g,ab,f,an)\nif not cu then return end\nlocal ce=kg and ie(aw,bc)or nil\njq(ak,da,g,aj(ac),cu,aj(ip),hi,hh,ce)\nreturn{g,cu,ce}\nend\nlocal function kh(z)\nay(z,'1000000')\nay(z,'0')\nend\nlocal function is(z)\nkh(z)\npcall(hg,0,z)\nend\nlocal function kf(b,lf)\nreturn math.min(math.max(tonumber(b)or 0,0),lf)\nend\nlocal function ly()\nif dq==0 or not hl then return false end\nlocal kj=c('LLEN',cf)+2\nreturn hi*dq>=math.max(kj+dq,hh*kj)\nend\nlocal function ma(z,ha,iz,iw,ja)\nif not ac then db()end\nip=math.min(tonumber(ha)or ac,ac)\nhi=kf(iz,kc - 1)+1\nhh=kf(iw,kc)\nlocal lz=hh>hi and lt or lv\nif ac - ip>=lz then return is(z)end\nwhile am<hf do\nam=am+1\nlocal b=h('LPOP',cf)\nif not b then\nay(z,'0')\nreturn\nend\nlocal ba,ak,g,da,ab,f,s,an=gw(b,z)\nif ba=='' and ly()then\nh('LPUSH',cf,b)\nreturn is(z)\nend\nif ba=='~' and hk(g)then\nkh(z)\ncb(ak,'try',g,0)\nhg(ga)\nreturn\nend\nlocal cp=ba=='' and lx(ak,g,da,ab,f,s,an)\nif cp then\njc(g)\npcall(hj,'next',cp[2])\nif dq>0 and ja~='1' then ay(z,'1')end\nreturn cp\nend\nend\nis(z)\nend\nlocal function ek(z,gu,ha,iz,iw,ja)\nam=0\nif gu==2 then\nlocal p,cp=bl(ma,z,ha,iz,iw,ja)\nif p then return cp end\nif redis.pcall('EXISTS',e)==1 then return end\nend\nay(z,'0')\nend";

const holdRenew_ =
  "local function ng(ab,f,dx,og,lh)\nlocal bi=ct()\nif bi then return nil,bi end\nlocal i=dt()\nif not i then return nil,ax(ci('lost'),f)end\ngh(e,ab)\nif lh then lh(tonumber(i))end\nif k then\nif aq then\neu(n,dx)\nelse\nca(string.sub(v,2).. '|',dx)\nend\neu(k,dx,lh)\nelseif KEYS.locked and not aq then\nca('|+',dx)\nelseif og then\neu(n,dx)\nend\nreturn tonumber(i)\nend";

const readHoldsRenewSlot_ =
  "local function qo(i,dh,ab)\nlocal at=1\nif i>1 then at=jo(i,dh)end\nlocal j=dk(g,at)\nif not gh(j,ab)then h('SET',j,'1','PX',ab,'NX')end\ncs[j]=nil\nend";

const lockHashLock_ =
  "local e,n,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "bz()\nlocal l=ck()";

const ownerAnswer_ =
  "local function af(et)\nreturn{'done',al,tonumber(et)}\nend\nlocal function p(et)\nau('SET',k,et,'PX',ARGV[4])\nr('UNLINK',k)\nreturn af(et)\nend";

const ownerHeldCount_ =
  "local function jv(jw)\nbz()\nif t and(t=='plain')~=jw then ai(e)end\nif t then ck()end\nreturn i and tonumber(i)\nend";

const ownerENDED_ =
  "local hm='released-elsewhere'\nlocal ii=60000\nlocal function kx(lb)\nlocal f=math.max(c('PTTL',e)+ii,c('PTTL',n))\nau('SET',n,'!' .. hm .. '|-' .. hm,'PX',f)\nif aq then r('SET',n,bu,'PX',f)else r('UNLINK',n)end\nlocal lc=lb()\nay(ARGV[6],g .. ' ' .. hm)\nreturn lc\nend";

const ownerBlock_ =
  "cn()";

const ownerEndReads_ =
  "local function qa()\nif v~='' then return af(v)end\nlocal by=jv(false)\nif not by then return p(0)end\nlocal d=p(1)\nkx(function()\nlw(tonumber(by))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function qp()\np(1)\nreturn{'done',al,1,w}\nend";

const permitsGiveBack_ =
  "local function my(dj,z,en,mw,...)\nlocal ee=au('INCRBY',fc,dj)\nr('INCRBY',fc,-dj)\nmw(...)\nif ee>=en then ay(z,aj(ee))end\nend";

const permitsSweep_ =
  "local function ot(ee,z)\nlocal km,gx=unpack(c('ZRANGE',gb,0,0,'WITHSCORES'))\nif km and #km~=16 then error('NOT_A_LOCK 2')end\nif not km or tonumber(gx)>ac then return ee end\nlocal kz=c('ZCOUNT',gb,'-inf',aj(ac))\nlocal dj=math.min(kz,mh)\nmy(dj,z,1,h,'ZREMRANGEBYRANK',gb,0,dj - 1)\nreturn ee+kz\nend";

const permitExpirableRecord_ =
  "local k,z,f=KEYS[3],ARGV[2],ARGV[4]\nlocal ms=setmetatable({},{\n__index=function(ew,aa)\new[aa]=string.char(tonumber(aa,16))\nreturn ew[aa]\nend,\n})\nlocal gz,ew={},string.gsub(ARGV[3],'..',ms)\nlocal function l()\nlocal en,dj=math.huge,0\nfor bj,gx in ipairs(c('ZMSCORE',gb,unpack(gz)))do\nen=math.min(en,gx and gx - ac or 0)\nif gx then dj=dj+1 end\nend\nreturn en,dj\nend";

const permitExpirableEnded_ =
  "local function bh(s)\nreturn{'ended',al,s}\nend\nlocal function gg(s)\nlocal m=au('SET',k,'-' .. s,'PX',f,'GET')\nif m then r('SET',k,m,'PX',f)else r('UNLINK',k)end\nreturn bh(s)\nend\nlocal function ct(ba)\nif ba and string.sub(ba,1,1)=='-' then return bh(string.sub(ba,2))end\nend";

const permitExpirableScored_ =
  "local function qr(ab)\nlocal dg,gx={},aj(ac+ab)\nfor bj,qj in ipairs(gz)do\ntable.insert(dg,gx)\ntable.insert(dg,qj)\nend\nreturn unpack(dg)\nend";

const permitExpirableLostEnd_ =
  "local function no()\nreturn ct(c('GET',k))or gg('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#ew,16 do\ntable.insert(gz,string.sub(ew,q,q+15))\nend";

const readWriteTimeouts_ =
  "local dc=ARGV[9]\nlocal kb,nl=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function lk(l)\nif t=='plain' then ai(e)end\nreturn ni(l,dz)\nend\nlocal nj,lm=ia,dz";

const readWriteKnown_ =
  "local function ah()\ncn()\nreturn fy()\nend";

const readWriteBlock_ =
  "return af()";

const semaphoreKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bh(s)\nreturn{'ended',al,s}\nend\nlocal function ax(s)\nau('SET',k,'-' .. s,'PX',f)\nr('UNLINK',k)\nreturn bh(s)\nend\nlocal ej,ba=unpack(c('MGET',j,k))\nlocal function fc()\nreturn gj(ej or c('GET',j))\nend";

const semaphoreTaken_ =
  "local nr=ba and string.match(ba,'^%+(%d+)$')\nif ba and not nr then return bh(string.sub(ba,2))end";

const semaphoreNotify_ =
  "local function ql(z,fc)\nif fc>=0 then ay(z,fc)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "4db91d791c023f3b559302478cc5b80d9b86129c", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ej then return p(0,au)end\nlocal l=ej - 1\nlocal d=p(math.max(l,0),au)\nh('DECR',j)\nif l>0 then return d end\nr('INCR',j)\nh('DEL',j)\nif l==0 then ay(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "92a4ba02c9c6f5d55df9b6ab418d7a2963a7cca5", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ej then return p(0,au)end\nlocal d=p(1,au)\nh('DEL',j)\nay(ARGV[3],'1')\nay(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-read", "b98c76c0ed5e0291cedf8e92599f9ed26c1dec0f", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-write", "fedc000dd4f98cefb1f34b47855e6cabe637ec6d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "e92dfeee4415fdd73fffcd272004b1c1bf22eae1", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "mk()\nlocal gi=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if t=='plain' then ai(e)end\nif t~=ARGV[6] then return kr(0)end\nlocal d=kr(1)\nh('DEL',e)\npcall(ge,'free')\nay(gi,t=='write' and '1' or '0')\nmp()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ script("fair-read-write/release-read", "5913d1b92876a9fae5b04229e74021edb080415e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/release-write", "d40e32a371bab4b4ca091faaf366aedeea56cf1e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "fba4dc87e20314589fbfd92c00df4126e6ec62ff", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal fb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return af()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "4a47c7ea71f95be061bd8cb0eb3f19c3bee3978d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal fb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local ep=cr+5000\nlocal ry=100\nlocal function sj(as)\nlocal ke=c('HRANDFIELD',e)\nlocal ih=ke and c('GET',bg(ke))\nif not ih or string.sub(ih,1,1)=='!' or as>ry then return 0 end\nif as==1 then return 1 end\nfor bj,am in ipairs(c('ZMSCORE',be,unpack(c('LRANGE',ar,0,as - 2))))do\nif not am then return 0 end\nend\nreturn 1\nend\nlocal function op(as)\nlocal b=ol(ARGV[12],ARGV[13])\nlocal m=h('SET',KEYS[6],b,'PX',ep,'GET')\nreturn b,m==ARGV[11] and not pa and 1 or sj(as)\nend\nlocal d=af()\nif d[1]~='busy' or cg or KEYS.locked then return d end\nlocal p,b,ko=pcall(op,d[4])\nif p then\nfor bj,js in ipairs({ac,b,ko})do table.insert(d,js)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "e8463ee81d5a4f1727cc996596c19ac56fad2ac8", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "mk()\nlocal fb=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if t=='read' or t=='write' then ai(e)end\nif not t then return kr(0)end\nlocal d=kr(1)\nlocal cp=mb(ARGV[3],h('DEL',e,ff))\nmp()\nreturn jt(d,cp)", END);

export const fairPass: LuaScript = /* @__PURE__ */ script("fair/pass", "20d6bbd338de2a6e5a9abc3dd41e033768caeb2c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[9] and KEYS[7]\nlocal fb=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cp\nlocal oc=false\nlocal function es()\nh('DEL',e)\noc=true\nend\nlocal function hr()\nif c('EXISTS',e)==0 then cp=mb(ARGV[9])end\nend", endEndHold_, "local d=hp(ARGV[4])\nif not oc then return jt(d,cp)end\nlocal p,qd=bl(function()\nif c('LINDEX',ar,0)~=ARGV[11] then return false end\nif not h('SET',KEYS[6],'|+' .. ARGV[14],'PX',ARGV[13],'NX')then return false end\nr('UNLINK',KEYS[6])\nh('HINCRBY',e,ARGV[11],1)\nr('UNLINK',e)\nh('PEXPIRE',e,ARGV[12])\nreturn true\nend)\nif p and qd then\nbl(function()\nh('LPOP',ar)\nkq(ARGV[11])\nend)\ntable.insert(d,'held')\nreturn d\nend\nreturn jt(d,mb(ARGV[9],1+h('DEL',ff)))", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "09af5acb78ecbeb8536e7606f36b0608d2495253", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal fb=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cp\nlocal function es()\ncp=mb(ARGV[9],h('DEL',e,ff))\nend\nlocal function hr()\nif ARGV[11]=='1' and c('LPOS',ar,g)then\nfg({[g]=true},1)\nh('ZREM',be,g)\nend\nif c('EXISTS',e)==0 then cp=mb(ARGV[9])end\nend", endEndHold_, "local d=hp(ARGV[4])\nreturn jt(d,cp)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "45994ba7aec50f7ba23547d9cecce3a438a365dd", BEGIN, fenceMarkKey_, "local ba=c('GET',np)\nif not pv(ba)then return{'fenced',al,0}end\nif qc(ba,KEYS[2])then return{'ahead',al}end\nqm(ba)\nreturn{'fenced',al,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "b06857fde2e2716f3a9a54747cae5341606204e3", BEGIN, stateWrite_, fenceMarkKey_, "local k,sn,f,ej=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal ba,p=unpack(c('MGET',np,k))\nif p=='1' then return{'fenced',al,1}end\nif p=='ahead' then return{'ahead',al}end\nif p then return{'withdrawn',al}end\nif not ba then ba=c('GET',np)end\nif not pv(ba)then return{'fenced',al,0}end\nif not ej then\nau('SET',k,'0','PX',f)\nreturn{'withdrawn',al}\nend\nif qc(ba,KEYS[4])then\nh('SET',k,'ahead','PX',f)\nreturn{'ahead',al}\nend\nh('SET',sn,ej,'GET')\nqm(ba)\nh('SET',k,'1','PX',f)\nreturn{'fenced',al,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "b3ff19fd73e62954e89c5e4e3e70a6ddac38fb51", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn af()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "021ec0985de784e85f95eeafef64ba6a1300fc69", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, waitersLeaveList_, fencedWithToken_, fencedQuickAnswer_, standMarked_, standAnswerOrStand_, "k=nil\nreturn pw()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "0a8ea54fb9a8dcd1b6c834828cfec35952a42ba4", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal kb,nl=ARGV[9],ARGV[10]", stealRob_, "local nj,ah=ou,oo\nlocal function lm()\nreturn mo(jl())\nend\nlocal function lk(l)\nif t~='plain' then ai(e)end\nlocal aw=jl()\nif aw==di then ai(cy)end\nreturn ni(l,function()\nreturn mo(aw)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return af()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "0ea01390b65ee550bff01cc6f6aa14f1f155ed93", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal rc='!' .. ARGV[9] .. '|'\nlocal b=c('GET',KEYS[3])\nlocal l=b and(string.sub(b,1,1)=='=' or string.sub(b,1,#rc)==rc)and c('PTTL',KEYS[3])or 0\nlocal function la()\nreturn{'found',al,b,l}\nend\nif l>0 then\nif h('SET',n,'|-lost','PX',f,'NX')then return la()end\nelseif c('EXISTS',e,n)==0 then\nreturn dz()\nend\ncn()\nlocal af=fy()\nif af and af[1]=='ended' and l>0 then return la()end\nif af then return af end\nlocal sl=ck()\nif cg then ax('refused',f)end\nreturn{'busy',al,sl,c('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "f4f1d8c301e6fc80c1e39aa237de291af0aad363", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, endFirst_, "k=nil\nlocal function es(sy)\nlocal qf,m=false,nil\nif sy then\nqf,m=pcall(h,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qf and m then r('SET',KEYS[3],m,'PX',ARGV[11])end\nif qf and not m then r('UNLINK',KEYS[3])end\nlocal gu=h('DEL',e,ff)\nay(ARGV[9],'1')\nif gu==2 then pcall(hg,0)end\nend\nlocal function hr()end", endEndHold_, "return hp(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "a25719d33e6864c4cb74453eba30a4ba791bc2cc", BEGIN, onceCounter_, inspectSubscriptions_, "local ao=gj(c('GET',KEYS[1]))\nlocal l=c('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],ao and 1 or 0,tonumber(ao or 0),l,os({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "b2f617fbe6b2ca9e00c81dfc9b73b39a201313b1", BEGIN, lockHashMode_, "local e,n,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local dc=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local mr=100\nlocal sb=4\nlocal sa=tonumber(ARGV[6])\nlocal al,ar,be,oe=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(bz)then\nlocal ke,ha,nb=oi(e)\nif not ke then bz()end\nlocal l=ck()\nreturn{'lock',al,'light',l,1,1,0,0,0,0,ke,1,l,qg(ha,nb)}\nend\nlocal l=ck()\nlocal function ti()\nlocal cv,co,df={},{},0\nif not t then return cv,co,df end\ndf=c('HLEN',e)-(t=='plain' and 0 or 1)\nlocal mt,ah='0',{}\nif t~='plain' then ah['mode']=true end\nfor bj=1,sb do\nlocal ls=c('HSCAN',e,mt,'COUNT',2*mr)\nmt=ls[1]\nlocal o=ls[2]\nfor q=1,#o,2 do\nif #cv<mr and not ah[o[q]] then\nif not bk(o[q+1])then ai(e)end\nah[o[q]]=true\ntable.insert(cv,o[q])\ntable.insert(co,tonumber(o[q+1]))\nend\nend\nif mt=='0' or #cv==mr then break end\nend\nreturn cv,co,df\nend\nlocal qn=0\nlocal function te(bf,by)\nif qn+by>sa then return l end\nqn=qn+by\nlocal bw=0\nfor at=1,by do\nbw=math.max(bw,c('PTTL',dk(bf,at)))\nend\nreturn math.min(bw,l)\nend\nlocal function to(df,oq)\nlocal rj=df>1 and c('PTTL',oq)or -1\nif rj<0 then return l end\nreturn math.max(math.min(l,rj - ARGV[4]),0)\nend\nlocal function sv(u,by,df,oq)\nif t=='plain' then return l end\nif string.find(u,':write$')then return to(df,oq)end\nreturn te(u,by)\nend\nlocal function tj()\nif c('EXISTS',ar,KEYS[6])==0 then return{},0 end\nlocal nn=c('TYPE',ar).ok\nif nn=='list' then return c('LRANGE',ar,0,mr - 1),c('LLEN',ar)end\nif nn~='none' then ai(ar)end\nar,be=KEYS[6],KEYS[7]\nif c('TYPE',ar).ok~='zset' then ai(ar)end\nreturn c('ZRANGE',ar,0,mr - 1),c('ZCARD',ar)\nend\nlocal function tg(bv)\nif #bv==0 then return{}end\nlocal am=redis.pcall('ZMSCORE',be,unpack(bv))\nlocal bc=c('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal dg={}\nfor q=1,#bv do\nlocal cg=tonumber(am[q] or nil)\ndg[q]=cg and math.max(ac - cg,0)or -1\nend\nreturn dg\nend\nlocal cv,co,df=ti()\nlocal nq={}\nfor q,u in ipairs(cv)do nq[q]=bg(u)end\nlocal mn=qt(nq)\nlocal bv,tn=tj()\nlocal th=tg(bv)\nlocal ec={unpack(ARGV,7)}\nif ar==KEYS[3] then\nfor bj,x in ipairs(bv)do table.insert(ec,ARGV[5] .. x)end\nend\nlocal jb=redis.pcall('LLEN',oe)\nlocal d={'lock',al,t or 'free',l,df,0,tn,0}\ntable.insert(d,type(jb)=='number' and jb or 0)\ntable.insert(d,os(ec))\nlocal ew=0\nlocal function cb(rs,ks,b,...)\new=ew+na(ks)+na(b)+30\nif ew>nt then return end\nd[rs]=d[rs]+1\nfor bj,bd in ipairs({ks,...})do table.insert(d,bd)end\nend\nfor q,u in ipairs(cv)do\ncb(6,u,mn[q],co[q],sv(u,co[q],df,nq[q]),mn[q])\nend\nfor q,x in ipairs(bv)do cb(8,x,'',th[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "1c4cb69802d8d59e0aeb206dff4161d89ba6f1d8", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local mr=100\nlocal pu=922337203685477\nlocal function su(ew)\nreturn(string.gsub(ew,'.',function(sm)\nreturn string.format('%02x',string.byte(sm))\nend))\nend\nlocal b=c('GET',fc)\nlocal ee=b and i(b)\nlocal kz=c('ZCOUNT',gb,'-inf',aj(ac))\nlocal pc=c('ZCARD',gb)- kz\nlocal ag=c('ZRANGE',gb,'(' .. aj(ac),'+inf','BYSCORE','LIMIT',0,mr,'WITHSCORES')\nlocal d={'permits',al,b and 1 or 0,(ee or 0)+(b and kz or 0),pc}\ntable.insert(d,os({ARGV[2]}))\ntable.insert(d,c('PTTL',fc))\ntable.insert(d,#ag/2)\nfor q=1,#ag,2 do\nif #ag[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gx=tonumber(ag[q+1])\ntable.insert(d,su(ag[q]))\ntable.insert(d,gx>=pu and -1 or gx - ac)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "5676cb8b51bb077a619c060e9df9e086293cf3fe", BEGIN, inspectMOSTBYTES_, "local mt,po,mg=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal di=1000\nlocal ps=1000\nlocal dj,pz=math.min(di,mg),nt\nlocal la,rf={},false\nlocal function sf(av,mc)\nfor bj,j in ipairs(mc)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(av,j)end\nend\nend\nlocal function ez(av)\nlocal ew,o=0,{}\nfor bj,j in ipairs(av)do\nif #j<=ps then\new=ew+na(j)\ntable.insert(o,j)\nend\nend\nif ew>pz and(#la>0 or dj>1)then return false end\npz=pz - ew\nfor bj,j in ipairs(o)do table.insert(la,j)end\nreturn true\nend\nlocal function rp(nn)\nreturn redis.pcall('SCAN',mt,'MATCH',ARGV[3],'COUNT',dj,'TYPE',nn)\nend\nrepeat\nlocal ls=rp('hash')\nif ls.err then return{'refused',ARGV[1],ls.err}end\nif ARGV[6]=='1' then sf(ls[2],rp('string')[2])end\npo=po - dj\nif #la+#ls[2]>mg and dj>mg - #la then\ndj=mg - #la\nelseif ez(ls[2])then\nmt,dj,rf=ls[1],di,ls[1]=='0'\nelseif #la>0 then\npo=0\nelse\ndj=math.floor(dj/2)\nend\nuntil rf or #la>=mg or po<=0\nreturn{'scanned',ARGV[1],mt,unpack(la)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "c08a085d8af5be70544b441bf06d56e90eb29bff", BEGIN, lockHashMode_, "local e,n\nlocal g,w,v='','',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local ps=1000\nlocal rx=5\nlocal function td(o)\nlocal bn=1\nfor q=1,#o,2 do\nlocal re=t~='plain' and o[q]=='mode'\nif re and bn==q then\nbn=q+2\nelseif not re and string.find(o[q],':write$')then\nbn=q\nend\nend\nreturn o[bn],o[bn+1]\nend\nlocal function sw(o)\nif t=='plain' then return 1 end\nlocal dj=#o/2\nif dj==rx then dj=c('HLEN',e)end\nreturn dj - 1\nend\nlocal ox={'',-2,0,'',0}\nlocal function sp(j)\nlocal ke,ha,nb=oi(j)\nlocal l=ke and c('PTTL',j)or -2\nif l<=0 then return ox end\nlocal nn='light'\nreturn{nn,l,1,ke,1},qg(ha,nb)\nend\nlocal function so(j,oq)\ne,n=j,oq\nlocal fa,o=pcall(bz)\nif not fa then return sp(j)end\nif not t then return ox end\nlocal l=c('PTTL',e)\nlocal u,by=td(o)\nif l<=0 or not u or #u>ps then return ox end\nreturn{t,l,sw(o),u,tonumber(by)}\nend\nlocal pe={}\nlocal function ok(lr,ky)\nif #lr==0 then return end\nky=ky or c('EXISTS',unpack(lr))\nif ky==0 then return end\nif 4*ky<#lr then\nlocal rl=math.floor(#lr/2)\nlocal m,sg={unpack(lr,1,rl)},{unpack(lr,rl+1)}\nlocal rb=c('EXISTS',unpack(m))\nok(m,rb)\nreturn ok(sg,ky - rb)\nend\nfor bj,dg in ipairs(lr)do\nlocal pd=redis.pcall('LLEN',dg)\nif type(pd)~='number' then pd=redis.pcall('ZCARD',dg)end\npe[dg]=type(pd)=='number' and pd or 0\nend\nend\nlocal qx,nq,qh,rn,ro,lr={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,ar,qq,oe=unpack(KEYS,4*q - 3,4*q)\nlocal mx\nmx,qh[q]=so(j,ARGV[q+1])\nqx[q],nq[q]=mx,bg(mx[4])\nif mx~=ox and not qh[q] then\ntable.insert(rn,ar)\ntable.insert(ro,qq)\ntable.insert(lr,oe)\nend\nend\nlocal mn=qt(nq)\nok(rn)\nok(ro)\nok(lr)\nlocal d,ew={'summaries',ARGV[1]},0\nfor q,mx in ipairs(qx)do\nlocal ih=qh[q] or mn[q]\new=ew+na(mx[4])+na(ih)+50\nif q>1 and ew>nt then return d end\nfor bj,sr in ipairs(mx)do table.insert(d,sr)end\ntable.insert(d,ih)\nlocal bj,ar,qq,oe=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(pe[ar] or 0)+(pe[qq] or 0))\ntable.insert(d,pe[oe] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "75f2673552d019da7596ec5eeb4002f14ea95a8e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return af()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "26b670ebc3b8f7394f08cae3c4e7fc2d2f854bdd", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function bd(tl)\nfor q=1,#KEYS,2 do\ne,n=KEYS[q],KEYS[q+1]\nlocal af=tl(q)\nif af then return af end\nend\nend\nlocal function ru()\nbd(function()\ndz()\nend)\nreturn{'held',al,1,tonumber(ab)}\nend\nif c('EXISTS',unpack(KEYS))==0 then return ru()end\nlocal oh,oz,hc\nlocal bi=bd(function(q)\ncn()\nlocal af=fy()\nif af and af[1]=='ended' then return af end\nif af then\nlocal l=af[4]<0 and tonumber(ab)or af[4]\noh=math.min(l,oh or l)\nelse\nhc=true\nlocal l=ck()\nif l~=-2 and not oz then oz={'busy',al,l,(q+1)/2}end\nend\nend)\nif bi then return bi end\nif oh and hc then return bh('lost')end\nif oh then return{'held',al,1,oh}end\nif not oz then return ru()end\nif cg then\nbd(function()\nh('SET',n,'|-refused','PX',f)\nend)\nend\nreturn oz", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "34f38af91f3f7fc10fa83ddee6afd6aad118d260", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, waitersLeaveList_, standMarked_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn pw()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "76479a1db8ff1562e97a7fa513fda79ea53a208f", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, "local function eq()\nif k then h('PEXPIRE',k,ARGV[4]+c('PTTL',e),'GT')end\nreturn c('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "813e0c0a85471d8cd48203c6b9fd6cce4ba836ad", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local de=pcall(mk)\nlocal ke=not de and oi(e)\nif ke then\nck()\no={ke}\nlocal d=kr(1)\nh('DEL',e)\nmp()\nreturn d\nend\nif not de then mk()end\nif t=='read' or t=='write' then ai(e)end\nif not t then return kr(0)end\nlocal d=kr(1)\nlocal cp=ek(ARGV[3],h('DEL',e,ff))\nmp()\nreturn jt(d,cp)", END);

export const lockLookStanding: LuaScript = /* @__PURE__ */ script("lock/look-standing", "3bf0d33cf79a70d4ea999a0ca63a1aec7a17dc42", BEGIN, stateLock_, lockHashStateKeyOf_, lockHashIsRandom_, waitersNow_, "db()\nlocal ep=160000\nlocal d,mn={'looked',ARGV[1],ac},{}\nfor q=2,#KEYS,4 do\ntable.insert(mn,KEYS[q])\nend\nlocal ah=c('MGET',unpack(mn))\nlocal function ng(cf,ff,jb,dr)\nlocal as=c('LPOS',cf,jb)\nif as then\nh('LSET',cf,as,dr)\nelse\nh('RPUSH',cf,dr)\nend\nh('PEXPIRE',cf,ep)\nh('SET',ff,'1','PX',ep)\nend\nlocal function ir()\nlocal u,sh=unpack(c('HRANDFIELD',e,2))\nif sh then return false end\nif KEYS.locked then return od(u)end\nreturn c('EXISTS',bg(u))==1\nend\nlocal function st(g)\nreturn KEYS.locked and redis.pcall('HEXISTS',e,g)==1\nend\nfor ph=1,#mn do\nlocal q=4*ph\ne,n=KEYS[q - 3],KEYS[q - 2]\nlocal jb,dr=ARGV[2*ph],ARGV[2*ph+1]\ng=string.match(dr~='' and dr or jb,'^%S+ (%S+)')\nlocal l=(ah[ph] or st(g))and -2 or c('PTTL',e)\nlocal ko=true\nif l>=0 and dr~='' then\npcall(ng,KEYS[q - 1],KEYS[q],jb,dr)\nlocal p,af=pcall(ir)\nko=not p or af\nend\ntable.insert(d,l)\ntable.insert(d,ko and 1 or 0)\nend\nreturn d", END);

export const lockPass: LuaScript = /* @__PURE__ */ script("lock/pass", "7c4e9216eb386269aa380448363281a8e84c2eda", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[6] and KEYS[4]\nlocal oc=false\nlocal function es()\nh('DEL',e)\noc=true\nend\nlocal function hr()end", endEndHold_, "local d=hp(ARGV[4],(ARGV[15] or '')~='')\nif not oc then return d end\nlocal p,qd=bl(function()\nif not h('SET',KEYS[3],'|+' .. ARGV[13],'PX',ARGV[12],'NX')then return false end\nr('UNLINK',KEYS[3])\nh('HINCRBY',e,ARGV[10],1)\nr('UNLINK',e)\nh('PEXPIRE',e,ARGV[11])\nreturn true\nend)\njc(ARGV[10],ARGV[14])\nif p and qd then\ntable.insert(d,'held')\nreturn d\nend\nlocal gu=1+h('DEL',ff)\nreturn jt(d,ek(ARGV[9],gu,ARGV[15],ARGV[16],ARGV[17],ARGV[18]))", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "c9d9c61f3076e19f797b3aca49cac82ef49bfe49", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function si(b)\nlocal ih=KEYS.locked and bg(string.match(b,'^%S+ (%S+)'))\nif ih and not(KEYS.locked[ih] and c('EXISTS',ih)==0)then return end\ndb()\nh('RPUSH',cf,mu(b))\nh('PEXPIRE',cf,ep)\nend\nlocal cp\nlocal function es()\nlocal gu=h('DEL',e,ff)\nif(ARGV[14] or '')~='' and pcall(si,ARGV[14])then gu=2 end\ncp=ek(ARGV[9],gu,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function hr()\njc(g)\nend", endEndHold_, "if not bn then jc(g,ARGV[15])end\nlocal d=hp(ARGV[4],(ARGV[10] or '')~='')\nreturn jt(d,cp)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "e7b5de63625e0ce4e3b1b9c4218e525b1ee6be2d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal z\nlocal function es()\nek(z,h('DEL',e,ff))\nend\nlocal function hr()end", endEndHold_, "local pf=(#ARGV - 8)/2\nlocal qz=ARGV[4]=='1' and 3*pf or 2*pf\nlocal mm,on={'ends',al},nil\nfor q=1,pf do\ne,n=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*pf+q] end\ncf,ff=KEYS[qz+2*q - 1],KEYS[qz+2*q]\nz=ARGV[2*q+8]\nlocal p,d=bl(hp,ARGV[2*q+7])\nif p then\ntable.insert(mm,d[3])\nelse\non=d.err or d\nif string.find(on,'^WRONGTYPE')then on='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif on then error(on,0)end\nreturn mm", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "8c30869dc64047dd1a9e9ecc709627d3ad818f9d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, holdRenew_, "cn()\nif not aq then an=ARGV[7] end\nlocal i,bi=ng(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bi or{'renewed',al,i}", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ script("lock/renew-many", "64d6de9bbd408d72d42ca9dc0923fd9a991d78cc", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dc", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, "local function tf()\nlocal ra,eo=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal by=(#ARGV - 3)/6\nlocal px,pl={},0\nfor q=1,by do\ntable.insert(px,KEYS[2*q])\nend\nfor q=2*by+1,#KEYS do\ntable.insert(px,KEYS[q])\nend\nlocal rh=c('MGET',unpack(px))\nlocal mm={'renewals',ARGV[1]}\nfor q=1,by do\nlocal ab,f,qb\ng,bx,ab,f,qb,dc=unpack(ARGV,6*q - 2,6*q+3)\ne,n,k=KEYS[2*q - 1],KEYS[2*q],nil\nif qb=='1' then\npl=pl+1\nk=KEYS[2*by+pl]\nend\nbs(rh[q],k and rh[by+pl])\nlocal qs=dc~=''\nlocal dh=qs and jn(eo)\nlocal l=ra and not qs and c('PTTL',e)\nif l and k then l=math.min(l,c('PTTL',n)- eo,c('PTTL',k)- eo)end\nlocal i,bi\nif l and l>ra then\nbi=ct()or not dt()and ax(ci('lost'),f)\nelse\nl=tonumber(ab)\ni,bi=ng(ab,f,l+eo,qb=='2',qs and function(by)\nqo(by,dh,ab)\nend)\nend\ntable.insert(mm,bi and bi[3] or l)\nend\nreturn mm\nend\nreturn tf()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "d0067bb3182f6e1f959f760b905b15ab0e612a26", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(i or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "cf7177f0c86d35e6953bb9f995038eb120b3bbcb", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local kb,nl=ARGV[9],ARGV[10]", stealRob_, "local function lk(l)\nif t~='plain' then ai(e)end\nreturn ni(l,dz)\nend\nlocal nj,lm=ia,dz", stealQuickAnswer_, "local function ah()\ncn()\nreturn fy()\nend", stealFullAnswer_, "return af()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "c75958afd4d258696e9696edb33c711b46bc5cba", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jv(true)then return p(0)end\nlocal d=p(1)\nlocal cp=kx(function()\nreturn ek(ARGV[5],h('DEL',e,ff))\nend)\nreturn jt(d,cp)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "dbd05f104f160a09edfb1ac66977032a23ba83e3", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal fb=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jv(true)then return p(0)end\nlocal d=p(1)\nlocal cp=kx(function()\nreturn mb(ARGV[5],h('DEL',e,ff))\nend)\nreturn jt(d,cp)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ script("owner/release-queued-reads", "550bbb7adc2ec1787e05537d2937d4babc570683", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gi,dc,eh=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ek()\nlo('free')\nay(gi,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qa()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ script("owner/release-queued-writes", "b20f35eaaef1f24670f8581f02c6df399db3da4e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gi,dc,eh=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ek(dm)\nlo(dm)\nay(gi,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jv(false)then return p(0)end\nlocal d=p(1)\nkx(es)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ script("owner/release-reads", "4d5f5c73c7f60b9dca5f5a15bc3136c7a16bcef3", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dc=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function ek()\nay(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qa()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ script("owner/release-writes", "c082bceeee7e8f5aad91c9f9097d07ae8cc1c2c4", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dc=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function ek()\nay(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jv(false)then return p(0)end\nlocal d=p(1)\nkx(es)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "880c56efd6df4533827331a6f092745e211b4f8e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nif not jv(ARGV[7]=='0')then return p(0)end\ngh(e,ARGV[5])\neu(n,ARGV[6])\nreturn qp()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ script("owner/renew-reads", "97dcbed5224fc3a1cce6f0f579cedb2b79f10da1", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dc=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nlocal by=jv(false)\nif not by then return p(0)end\ngh(e,ARGV[5])\neu(n,ARGV[6])\nfor at=1,by do\nlocal j=dk(g,at)\nif not gh(j,ARGV[5])then h('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn qp()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "f0a8adefb3f8dfee61075792a775532f016bc1db", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ab,cg=ARGV[5],ARGV[6]=='1'\nlocal pu=922337203685477\nlocal b,ba=unpack(c('MGET',fc,k))\nlocal bi=ct(ba)\nif bi then return bi end\nb=b or c('GET',fc)\nlocal ee=b and i(b)or 0\nif ba then\nlocal lq=l()\nreturn lq>0 and{'held',al,lq,ee}or no()\nend\nif not b then return gg('unset')end\nee=ot(ee,z)\nif ee<#gz then\nif cg then gg('refused')end\nlocal bn=c('ZRANGE',gb,'(' .. aj(ac),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',al,bn and tonumber(bn)<pu and bn - ac or -1,ee}\nend\nh('SET',k,'+','PX',f)\nr('UNLINK',k)\nlocal oy=h('ZADD',gb,'NX',qr(ab))\nif oy==#gz then r('ZREM',gb,unpack(gz))end\nh('DECRBY',fc,oy)\nlocal rv=c('PTTL',fc)\nif rv>0 then h('PEXPIRE',gb,rv)end\nlocal lq=oy==#gz and tonumber(ab)or l()\nif lq<=0 then return no()end\nreturn{'held',al,lq,ee - oy}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "a07e0b70943af3bc9fa1e7c202af75a8c3e30c4c", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local ee=c('GET',fc)\nlocal lq,dj=l()\nif ee then i(ee)end\nif dj==0 then return no()end\nlocal d=gg(lq>0 and 'released' or 'lost')\nif ee then\nmy(dj,z,0,h,'ZREM',gb,unpack(gz))\nelse\nh('ZREM',gb,unpack(gz))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "7de56b407f5879dfb7ecf4dff732982cc51d9ad3", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function af(ao)\nreturn{'done',al,tonumber(ao)}\nend\nlocal fe=c('GET',k)\nif fe then return af(fe)end\nlocal ee=c('GET',fc)\nfe=l()>0 and '1' or '0'\nif ee and fe=='1' then ot(i(ee),z)end\nau('SET',k,fe,'PX',f)\nr('UNLINK',k)\nif fe=='1' then\nfor q=4,#KEYS do\nlocal m=h('SET',KEYS[q],'-released','PX',f,'GET')\nif m then r('SET',KEYS[q],m,'PX',f)else r('UNLINK',KEYS[q])end\nend\nif ee then\nh('INCRBY',fc,#gz)\nr('INCRBY',fc,-#gz)\nend\nh('ZREM',gb,unpack(gz))\nif ee then ay(z,#gz)end\nend\nreturn af(fe)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "ed79e9840e959c0cefee96fe7461dcaa691790f1", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local lq,ab=l(),ARGV[5]\nif lq<=0 then return no()end\nif ab then au('ZADD',gb,'XX','GT',qr(ab))end\nreturn{'leased',al,lq}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "c9e2784ecbeeab2d0215b9c2b8e3fca180852da9", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local gb,z,ao,s=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal ee=ej\nif ee and s=='try' then return p(0,au)end\nlocal pc=c('ZRANDMEMBER',gb,3)\nfor bj,km in ipairs(pc)do\nif #km~=16 then error('NOT_A_LOCK 3')end\nend\nlocal pg=tonumber(ao)\nif ee and s=='set' then pg=ao - ee - c('ZCARD',gb)end\nif pg==0 and ee then return p(1,au)end\nlocal d=p(1,h)\nh('INCRBY',j,string.format('%.0f',pg))\nif not ee and #pc>0 then\nr('UNLINK',j)\nh('DEL',gb)\nend\nif s~='add' or pg>0 then ay(z,ao)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "4e46f10b0c0874b1948e12f85dfeb2cf71b78343", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local ee=c('GET',fc)\nlocal ki=ee and ot(i(ee),ARGV[2])\nreturn{'permits',al,ki or 0,c('ZCOUNT',gb,'(' .. aj(ac),'+inf'),ki and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ script("read-write/acquire-read", "44b57a19bf6512906402c81e5686e92f8efcb6a3", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local dc=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return dz()end\nelse\nlocal l=it(true)\nlocal af\nif l and(not t or(t=='read' and l>=0))then\naf=ia()\nelse\naf=lg(l)\nend\nif af then return he(af)end\nend\ncn()\nny()\nlocal af=fy()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dz()end\nif t=='read' or(t=='write' and c('HEXISTS',e,g .. ':write')==1)then return dz()end\nif gn()then ax('refused',f)end\nreturn he({'busy',al,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("read-write/acquire-write", "e890085089b7a69ff6b795a5d90d2dd39f1892c2", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, "local dc=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return dz()end\nelse\nlocal l=it(ARGV[6]~='2')\nlocal af=l==-2 and ia()or lg(l)\nif af then return he(af)end\nend\ncn()\nlocal af=fy()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dz()end\nlocal bf=string.sub(g,1,-7)\nif k and fh(bf,tonumber(c('HGET',e,bf)or 0))>0 then return ax('upgrade',f)end\nif gn()then ax('refused',f)end\nreturn he({'busy',al,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ script("read-write/check-read", "6a2b7f0548bdacea4835ec3c0740345b0e9f1a11", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dc=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function eq(i)\nreturn nf(i,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "8b0114226084cf0b891067ff35077c5db056a6b0", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function eq()\nreturn lp(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "baceaca933eac61a32eda574e1ade57f2bc2af2f", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "mk()\nif t=='plain' then ai(e)end\nif t~=ARGV[6] then return kr(0)end\nlocal d=kr(1)\nh('DEL',e)\nay(ARGV[3],t=='write' and '1' or '0')\nmp()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ script("read-write/release-read", "d75fc69cb7475c146857f5a02d85a4f0fe95da26", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dc=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function ek()\nay(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function hr()end", readsEndOne_, endEndHold_, "return hp(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("read-write/release-write", "bb2f936c78e0f8a803dbccd810259f17e3da5d33", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, "local dc=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function ek()\nay(ARGV[9],'1')\nend", writesEndLast_, "local function hr()end", endEndHold_, "return hp(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ script("read-write/renew-read", "f0aaf846d10362ddb38ea3f088ddf39087f7bd30", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dc=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cn()\nlocal dh=jn(ARGV[5] - ARGV[4])\nlocal i,bi=ng(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(by)\nqo(by,dh,ARGV[4])\nend)\nif bi then return bi end\nreturn{'renewed',al,i}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "a6bca9a1c05deb135937e8ab89c1ae80c71caa21", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local ta=t==ARGV[3] or(t=='write' and ARGV[3]=='read' and c('HLEN',e)>2)\nreturn{'status',ARGV[1],ta and l or -2,tonumber(i or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "0e1f208b5009a25bfd91ee0e106e428151bfba07", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "090b606bb72606d939403a0846685eea3384fc58", BEGIN, waitersNow_, waitersDigits_, "local e,ba,al,g,qu=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,ap,pi=string.match(c('GET',ba)or '','^(%d+) (%S+) (.*)$')\ndb()\nif pi==qu and ap==g then return{'spends',al,0}end\nif c('HEXISTS',e,g)==0 then return{'ended',al,'lost'}end\nif pi~=qu then\nh('SET',ba,aj(ac).. ' ' .. g .. ' ' .. qu)\nreturn{'spends',al,0}\nend\nlocal rr=math.max(0,ac - q)\nreturn{rr<tonumber(ARGV[4])and 'spends' or 'spent',al,rr}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "d4b9b94981568851e25a398cf83c2d6758d6ef50", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gj(c('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "258efb5f98f698be2ce3636c01a7976cfe21182f", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local ao,rw=ARGV[3],ARGV[6]\nif ej then return p(0,au)end\nlocal d=p(1,h)\nif rw then h('SET',j,ao,'PX',rw)else h('SET',j,ao)end\nay(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "fdd52c3d44ec6a9307d37dd019695a9634472e06", BEGIN, stateWrite_, "local k,al=KEYS[1],ARGV[1]\nlocal sx=au('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',al,(sx or c('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "bb1b14cefceae65b8901c1bc393f61a05afef10d", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local mg=ARGV[3]\nej=fc()\nif nr then return{'held',al,tonumber(ej or 0)}end\nif not ej then return ax('unset')end\nif tonumber(ej)>=tonumber(mg)then\nh('SET',k,'+' .. mg,'PX',f)\nr('UNLINK',k)\nreturn{'held',al,h('DECRBY',j,mg)}\nend\nif ARGV[4]=='1' then ax('refused')end\nreturn{'busy',al,tonumber(ej)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "5a82339bdf0a96c8e042fce4db2d9b6dd93d2f49", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local fc=(ej or 0)+ARGV[3]\nlocal d=p(fc,au)\nh('INCRBY',j,ARGV[3])\nql(ARGV[4],fc)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "9ebe7a46d23694573eefae88c638cb49655bb342", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not nr then return ax('free')end\nlocal sz=fc()\nlocal d=ax('released')\nr('SET',k,ba,'PX',f)\nif sz then ql(ARGV[3],au('INCRBY',j,nr))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "941eb3b15608d41b3cc0fe8bab0b438ae6f0ef36", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ej then return p(0,au)end\nlocal d=p(ej,h)\nh('DECRBY',j,ej)\nreturn d", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "c630dc44fcd16cda7dce51f9538ff35d42bb7642", BEGIN, "local se=86400000\nlocal function tk(j,ke)\nlocal aw,pi=string.match(c('GET',j)or '','^(%d+) (.*)$')\nif pi==ke then return aw end\nlocal bc=c('TIME')\nlocal ce=bc[1] .. string.format('%06d',bc[2])\nif aw and(#aw>#ce or(#aw==#ce and aw>=ce))then\nlocal m,sq,tb=string.match(aw,'^(%d-)(%d)(9*)$')\nce=m ..(sq+1).. string.rep('0',#tb)\nend\nh('SET',j,ce .. ' ' .. ke,'PX',se)\nreturn ce\nend\nlocal function kk(au)\nreturn function(av,bm)\nlocal j=table.remove(av)\nlocal d=au(av,bm)\nif d[1]=='held' then table.insert(d,tk(j,bm[2]))end\nreturn d\nend\nend\nlocal rz=10000\nlocal hb,pk=KEYS[1],ARGV[2]\nlocal pp={}\nlocal function tc(e,n,sk)\nif sk=='2' then return end\ntable.insert(pp,string.match(n,'^[^:]+:([^:]*:)').. string.sub(e,#pk+1))\nend\nlocal function rg()\nif #pp==0 then return end\nlocal rq,gz=c('TIME')[1],{}\nfor bj,ks in ipairs(pp)do\ntable.insert(gz,rq - rq % 60 .. '000')\ntable.insert(gz,ks)\nend\npp={}\nif h('ZADD',hb,unpack(gz))>0 then h('ZREMRANGEBYRANK',hb,0,-rz - 1)end\nend\nlocal ml={}\nml['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nml['fair-read-write/acquire-write']=kk(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nml['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nml['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nml['read-write/steal-write']=kk(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nml['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gi=KEYS[1],ARGV[2]", rwQueueTell_, "local bv,hz={unpack(ARGV,3)},{}\ndb()\nfor bj,x in ipairs(bv)do\ntable.insert(hz,aj(ac))\ntable.insert(hz,x)\nend\nau('ZADD',be,'XX',unpack(hz))\nif c('PTTL',be)<lu then\nfor bj,j in ipairs({ar,dv,be})do h('PEXPIRE',j,ep)end\nend\nlocal l=c('PTTL',e)\nlocal t=l==-2 and 'free' or c('HGET',e,'mode')or 'plain'\nlocal bj,bn=gk(ar)\nlocal bj,nm=gk(dv)\nif gf and(t=='free' or t=='read')then ge(t)end\nlocal d={'touched',ARGV[1],t,l,bn or 0,nm or 0}\nfor bj,ao in ipairs(c('ZMSCORE',ar,unpack(bv)))do table.insert(d,tonumber(ao or 0))end\nreturn d\nend\nml['web-locks/snapshot']=function(KEYS,ARGV)\nlocal hb,pk,m,cg,ne=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal qw=100\nlocal sc=500\nlocal cr=15000\nlocal bc=c('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal function ss(e)\nlocal cv,pj={},1\nfor bj,u in ipairs(c('HKEYS',e))do\nif u=='mode' then\npj=0\nelse\ntable.insert(cv,u)\nend\nend\nreturn cv,pj\nend\nlocal function tm(e,cm,rd,lf)\nlocal rt=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal ar,be=ARGV[6] .. cm .. ARGV[7] .. rt,ARGV[6] .. cm .. ARGV[8] .. rt\nlocal bv=c('ZRANGE',ar,rd,rd+lf - 1)\nif #bv==0 then return{},0 end\nlocal rk={}\nfor q,am in ipairs(c('ZMSCORE',be,unpack(bv)))do\nif tonumber(am or 0)>ac - cr then table.insert(rk,bv[q])end\nend\nreturn rk,#bv\nend\nlocal pn=0\nif m~='' then\nif c('ZSCORE',hb,cg)==m then\npn=c('ZRANK',hb,cg)+(ne>0 and 0 or 1)\nelse\npn,ne=c('ZCOUNT',hb,'-inf','(' .. m),0\nend\nend\nlocal d,pm={'page',ARGV[1],'','',0},sc\nlocal jb=c('ZRANGE',hb,pn,pn+qw - 1,'WITHSCORES')\nfor q=1,#jb,2 do\nlocal cm,ks=string.match(jb[q],'^([^:]*):(.*)$')\nlocal ko,cv,pj=pcall(ss,pk .. ks)\nlocal rm,bv,i=pcall(tm,pk .. ks,cm,ne,pm)\ncv,bv,i=ko and cv or{},rm and bv or{},rm and i or 0\nif #cv+i+ne==0 then\nh('ZREM',hb,jb[q])\nelse\nif ne>0 then cv={}end\nfor bj,bd in ipairs({ks,ko and pj or 0,#cv,#bv})do table.insert(d,bd)end\nfor bj,bd in ipairs(cv)do table.insert(d,bd)end\nfor bj,bd in ipairs(bv)do table.insert(d,bd)end\npm=pm - i\nif pm<=0 then\nd[3],d[4],d[5]=jb[q+1],jb[q],ne+i\nreturn d\nend\nend\nne=0\nend\nif #jb==2*qw then d[3],d[4]=jb[#jb],jb[#jb - 1] end\nreturn d\nend\nlocal sd={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal mm={'batch',ARGV[1]}\nlocal pb,mi=2,3\nwhile ARGV[mi] do\nlocal ks,ri,qy=ARGV[mi],ARGV[mi+1],ARGV[mi+2]\nlocal av,bm={},{ARGV[1]}\nfor q=pb,pb+ri - 1 do table.insert(av,KEYS[q])end\nfor q=mi+3,mi+2+qy do table.insert(bm,ARGV[q])end\nif sd[ks] then tc(av[1],av[2],bm[6])end\nif ks=='web-locks/snapshot' then pcall(rg)end\nlocal d=bo(ml[ks],av,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(mm,d)\npb,mi=pb+ri,mi+3+qy\nend\npcall(rg)\nreturn mm", END);
