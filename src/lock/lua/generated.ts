// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local c=redis.call\nlocal a={}\nlocal function h(y,...)\nlocal d=redis.call(y,...)\na[#a+1]={}\nreturn d\nend\nlocal function s(...)\na[#a]={...}\nend\nlocal function az(z,bq)\nredis.pcall('PUBLISH',z,bq)\nif #a>0 then a[#a]={}end\nend\nlocal function bl(ae,...)\nlocal m=#a\nlocal p,d=pcall(ae,...)\nif p then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bo(ae,aw,bm)\nlocal p,d,bp=bl(ae,aw,bm)\nif p then return d end\nlocal b=type(d)=='table' and d.err or d\nif not string.find(b,'^%u+ ')then b='ERR ' .. b end\nreturn{err=b ..(bp and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bo(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function av(y,j,...)\nlocal p,d=pcall(h,y,j,...)\nif p then return d end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn h(y,j,...)\nend";

const onceCounter_ =
  "local function gl(b)\nif not b then return false end\nif #b>16 or not(b=='0' or string.find(b,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn b\nend";

const onceKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function af(aq)\nreturn{'done',al,tonumber(aq)}\nend\nlocal function p(aq,kn)\nkn('SET',k,aq,'PX',f)\ns('UNLINK',k)\nreturn af(aq)\nend";

const onceValue_ =
  "local el,fg=unpack(c('MGET',j,k))\nif fg then return af(fg)end\nel=gl(el or c('GET',j))";

const stateLock_ =
  "local e,n,k,al,g,by=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]";

const stateEpoch_ =
  "local w,ba,an,v='','','',''";

const stateOwnerStateExists_ =
  "local ap,bv=false,false\nlocal function bt(bb,cl)\nap,bv=bb~=false,bb\nw,ba,an=string.match(bb or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(cl or '')or ba\nend";

const stateLoadState_ =
  "local function cn()\nif k then\nbt(unpack(c('MGET',n,k)))\nelse\nbt(c('GET',n))\nend\nend";

const stateLostHow_ =
  "local function ci(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bh(t)\nreturn{'ended',al,t}\nend\nlocal function cu()\nlocal t,ar=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bh(t),ar end\nend\nlocal function bs(b,f)\nif ap then\nlocal l=c('PTTL',n)\nif l>tonumber(f)then f=l end\nend\nav('SET',n,b .. an,'PX',f)\nif ap then s('SET',n,bv,'PX',f)else s('UNLINK',n)end\nend";

const stateRememberEnd_ =
  "local function ay(t,f,ar)\nlocal b='-' .. t ..(ar or '')\nif k then\nav('SET',k,b,'PX',f)\nif v=='' then s('UNLINK',k)else s('SET',k,v,'PX',f)end\nelse\nbs(w .. '|' .. b,f)\nend\nreturn bh(t)\nend";

const lockHashMode_ =
  "local r,i\nlocal function aa(ak)\nreturn string.rep('%x',ak)\nend\nlocal cc='^' .. table.concat({aa(8),aa(4),aa(4),aa(4),aa(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bu()\nreturn w~='' or string.sub(v,1,1)=='+'\nend";

const lockHashStateKeyOf_ =
  "local function bg(u)\nlocal m=string.match(n,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(n,#m+#g+1)\nend";

const lockHashIsOwner_ =
  "local function cd(u)\nif string.find(string.gsub(u,':write$',''),cc)then return true end\nif KEYS.locked and(u~=g or g=='')then error('KEY_NOT_LOCKED')end\nlocal ag=c('GET',bg(u))\nreturn ag and(string.sub(ag,1,1)~='|' or string.sub(ag,1,2)=='|+')\nend";

const lockHashIsCount_ =
  "local function bk(b)\nreturn #b<=6 and string.find(b,'^[1-9]%d*$')~=nil\nend\nlocal function aj(j)\nfor at,bd in ipairs(KEYS)do\nif bd==j then error('NOT_A_LOCK ' .. at)end\nend\nend";

const lockHashTimeLeft_ =
  "local function ck()\nlocal l=c('PTTL',e)\nif l==-1 then aj(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function ca()\nlocal o=c('HRANDFIELD',e,5,'WITHVALUES')\nr,i=#o>0 and 'plain',o[1]==g and o[2]\nif #o>2 then\nr,i=unpack(c('HMGET',e,'mode',g))\nif g=='mode' then i=false end\nif(r~='read' and r~='write')or(i and not bk(i))then aj(e)end\nend\nlocal ah=i and bu()\nfor q=1,#o,2 do\nif o[q]~='mode' or r=='plain' then\nif not bk(o[q+1])then aj(e)end\nah=ah or cd(o[q])\nend\nend\nif r and not ah then aj(e)end\nreturn o\nend";

const grantLeaseMs_ =
  "local ab,f,fy=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local ec=ARGV[6]=='3'\nlocal cg=ec or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal de,ej,gk=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dm(bf,au)\nlocal j=de .. bf .. ':rwlock_timeout:' .. au\nif KEYS.locked and not KEYS.locked[j] then error('KEY_NOT_LOCKED')end\nreturn j\nend";

const readsBegin_ =
  "local function eh(ab)\nlocal l=r and c('PTTL',e)or -2\nif r=='write' then\nh('HSET',e,g,1)\nelse\nh('HSET',e,'mode','read',g,1)\nend\nif l==-2 then s('UNLINK',e)else s('HDEL',e,g)end\nh('SET',dm(g,1),'1','PX',ab)\ns('UNLINK',dm(g,1))\nif l<tonumber(ab)then h('PEXPIRE',e,ab)end\nend";

const grantTake_ =
  "local function eb()\nif k then\nh('SET',k,'+' .. by,'PX',f)\ns('UNLINK',k)\nan=ARGV[8]\nbs(by .. '|' .. ba,f)\nelse\nh('SET',n,'|+' .. ARGV[8],'PX',f)\ns('UNLINK',n)\nend\neh(ab)\nreturn{'held',al,1,tonumber(ab),k and by or ''}\nend";

const readHoldsOwnLeft_ =
  "local function jq(er)\nlocal l=k and c('PTTL',k)\nreturn l and(l==-1 and math.huge or l - er)\nend";

const readHoldsLives_ =
  "local cs={}\nlocal function dw(bf,au)\nlocal j=dm(bf,au)\ncs[j]=cs[j] or c('PTTL',j)\nreturn cs[j]\nend";

const readHoldsSCRIPTMS_ =
  "local ge=10";

const readHoldsOWNMS_ =
  "local jh=5";

const readHoldsSlotOf_ =
  "local function jr(i,dj)\nif not k then return 1,dw(g,1),true end\nlocal q,l,dy=1,math.huge,false\nlocal jk=ba=='+' and w=='' and i>1\nfor au=i,jk and 2 or 1,-1 do\nlocal bd=dw(g,au)\nlocal fr=bd>dj - ge\nlocal jp=bd<l and(au>1 or l>dj+jh or bd<l - ge)\nif(fr and not dy)or(fr==dy and jp)then\nq,l,dy=au,bd,fr\nend\nend\nreturn q,l,dy\nend";

const readHoldsReadLeft_ =
  "local function nj(i,er)\nlocal dj=jq(er)\nlocal bj,l=jr(i,dj)\nlocal eq=dj or math.huge\nfor bj,bd in ipairs({l,c('PTTL',e)})do\nif bd~=-1 then eq=math.min(eq,bd)end\nend\nreturn eq==math.huge and -1 or math.max(eq,0)\nend";

const readsHoldLeft_ =
  "local function et(i,f)\nreturn nj(i,f - ARGV[4])\nend\nlocal function fa()\nreturn r=='read' or r=='write'\nend\nlocal fk=64\nlocal function fc(ab,bj,f)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nh('SET',dm(g,i),'1','PX',ab)\ns('UNLINK',dm(g,i))\nh('PEXPIRE',k,f)\nreturn i,tonumber(ab)\nend";

const grantSettled_ =
  "local function ga()\nlocal bi=cu()\nif bi then return bi end\nlocal ah=not k or v~=''\nca()\nif i and ah then\nlocal cj=string.sub(v,2)\nif w~='' and w~=cj then return ay(ci('lost'),f)end\nif not k and not ap and r=='plain' then\nan=ARGV[8]\nbs('|+',f)\nh('PEXPIRE',e,ab,'GT')\nend\nreturn{'held',al,tonumber(i),et(tonumber(i),f),cj}\nend\nif i and fa()then\nif fy then return ay('reentered',f)end\nif tonumber(i)>=fk then return ay('crowded',f)end\nlocal l=ck()\nif string.sub(w,1,1)=='!' then w=by end\nlocal df=math.max(l,tonumber(ab))\nh('SET',k,'+' .. w,'PX',f+df)\ns('UNLINK',k)\nbs(w .. '|' .. ba,f)\nlocal bz,ad=fc(ab,df,f)\nif l<df then h('PEXPIRE',e,ab)end\nreturn{'held',al,bz,ad,w}\nend\nif v~='' or(ap and not k)then return ay(ci('lost'),f)end\nend";

const grantIsLast_ =
  "local function gq()\nif ec and KEYS.locked then error('KEY_NOT_LOCKED')end\nreturn cg\nend";

const grantWithHolder_ =
  "local function hh(af)\nif not ec or af[1]~='busy' then return af end\nlocal u,fz=unpack(c('HRANDFIELD',e,2))\nif u=='mode' and fz then u=fz end\nif u then\ntable.insert(af,u)\ntable.insert(af,c('GET',bg(u))or '')\nend\nreturn af\nend";

const waitersNow_ =
  "local ac,bc\nlocal function dd()\nbc=c('TIME')\nac=bc[1]*1000+math.floor(bc[2]/1000)\nend";

const waitersDigits_ =
  "local function ak(aq)\nreturn string.format('%.0f',aq)\nend";

const waitersHEAD_ =
  "local ef='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dn(ea)\nreturn 'leasehound:' .. ea\nend";

const readHoldsMOSTWALKED_ =
  "local dv=80\nlocal function fj(bf,i)\nif i>dv then return math.max(c('PTTL',e),0)end\nlocal bx=0\nfor au=1,i do\nbx=math.max(bx,dw(bf,au))\nend\nreturn bx\nend";

const rwQueueQueue_ =
  "local as,dx,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cr=15000";

const rwQueueKEPTMS_ =
  "local es=60000\nlocal lz=45000";

const rwQueueMOSTDROPPED_ =
  "local fl=64\nlocal hb=256\nlocal gh=false\nlocal hr='^' .. ef .. ':wake:[%w-]+$'\nlocal function fu(x)\nreturn string.sub(x,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fi(x)\nif h('ZREM',as,x)==0 then return false end\nh('ZREM',be,x)\nif fu(x)then h('ZREM',dx,x)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function gb(x,bc)\nlocal ao=tonumber(bc or 0)\nif ao<=ac then return ao end\nh('ZADD',be,ak(ac),x)\nreturn ac\nend\nlocal function gm(fw,fp)\nlocal br=c('ZRANGE',fw,0,0,'WITHSCORES')\nif #br==0 then return false end\nif br[1]==fp then return fp end\nif not ac then dd()end\nlocal ao=gb(br[1],c('ZSCORE',be,br[1]))\nif ao>ac - cr then return br[1],tonumber(br[2]),ao+cr end\nbr=c('ZRANGE',fw,0,fl - 1,'WITHSCORES')\nlocal bw,fq,dr={},{},nil\nfor q=1,#br,2 do table.insert(bw,br[q])end\nlocal ih=c('ZMSCORE',be,unpack(bw))\nfor q,x in ipairs(bw)do\nao=gb(x,ih[q])\nif ao>ac - cr then\ndr=q\nbreak\nend\ntable.insert(fq,x)\nend\ngh=true\nfor bj,j in ipairs({as,dx,be})do h('ZREM',j,unpack(fq))end\nif dr then return bw[dr],tonumber(br[2*dr]),ao+cr end\nreturn #bw==fl and 'more'\nend";

const rwQueueTell_ =
  "local function cb(x,db,aq)\nlocal ch=string.match(x,'^.|[^|]*|([^|]*)|')\nif string.find(ch,'^%d%d%d%d%d%d$')then\naz(gk,db .. ch .. aq)\nelseif string.find(ch,hr)then\naz(dn(ch),db .. aq .. ' ' .. e)\nend\nreturn ch\nend\nlocal function gg(dp)\nlocal bn,aq=gm(as)\nif not bn or bn=='more' then return end\nif fu(bn)then\nif dp=='free' then cb(bn,'2',ak(aq))end\nreturn\nend\nlocal m=c('ZRANGE',dx,0,0,'WITHSCORES')[2]\nlocal ag={}\nfor bj,bf in ipairs(c('ZRANGE',as,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,hb))do\nlocal ch=string.match(bf,'^.|[^|]*|([^|]*)|')\nif not ag[ch] then ag[cb(bf,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function ls(m)\nlocal nh=c('ZRANGE',as,hb - 1,hb - 1,'WITHSCORES')\nif nh[1] and(not m or tonumber(nh[2])<m)then\ncb(nh[1],'3',m and ak(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function im(x)\nif not fi(x)then return end\nlocal hy=c('HGET',e,'mode')\nif hy~='write' then gg(hy and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function mj(x)\nif not ac then dd()end\nlocal at,aq=c('ZRANK',as,x),0\nif not at then\nlocal ku=c('ZRANGE',as,-1,-1,'WITHSCORES')\naq=(tonumber(ku[2])or 0)+1\nh('ZADD',as,ak(aq),x)\nif fu(x)then h('ZADD',dx,ak(aq),x)end\nat=c('ZCARD',as)- 1\nend\nh('ZADD',be,ak(ac),x)\nif aq>0 or c('PTTL',be)<lz then\nfor bj,j in ipairs({as,dx,be})do h('PEXPIRE',j,es)end\nend\nreturn at+1,aq\nend";

const readsForgetOutlived_ =
  "local function oc()\nif not k or ap or v~='' then return end\nca()\nif not i or not fa()or fj(g,tonumber(i))>0 then return end\nck()\nh(c('HLEN',e)==2 and 'DEL' or 'HDEL',e,g)\nend";

const fairReadWriteBlock_2 =
  "if c('EXISTS',unpack(KEYS))==0 then return eb()end\nlocal function oa(qh,m)\nlocal af=eb()\npcall(function()\nif qh and fi(ej)and not gh then ls(m)end\nif gh then gg('read')end\nend)\nreturn af\nend\ncn()\noc()\nlocal af=ga()\nif af then\nif k then pcall(im,ej)end\nreturn af\nend\nif k and r=='write' and c('HEXISTS',e,g .. ':write')==1 then return oa(true,0)end\nlocal l=ck()\nlocal dp=l==-2 and 'free' or r=='read' and 'read'\nlocal la=l\nif dp then\nlocal ng=tonumber(c('ZSCORE',as,ej)or nil)\nlocal nq,aq,mz=gm(dx)\nif not nq or(ng and aq and aq>ng)then return oa(ng,aq)end\nla=nq=='more' and 0 or mz+1 - ac\nif gh then gg(dp)end\nend\nif gq()then\nim(ej)\nay('refused',f)\nreturn hh({'busy',al,l,0,-1,0})\nend\nlocal at,aq=mj(ej)\nreturn{'busy',al,l,at,la,aq}";

const writesBegin_ =
  "local function eh(ab)\nh('HSET',e,'mode','write',g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,ab)\ns('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function lu(f,er)\nlocal l=c('PTTL',e)\nif not k then return l end\nlocal js=c('PTTL',n)\nif js~=-1 then\nlocal dj=js - er\nl=math.max(l==-1 and dj or math.min(l,dj),0)\nend\nh('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function et(bj,f)\nreturn lu(f,f - ARGV[4])\nend\nlocal function fa()\nreturn r=='write'\nend\nlocal fk=1000\nlocal function fc(ab)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nreturn i,tonumber(ab)\nend";

const grantTakeNew_ =
  "local function ie()\nif not h('SET',n,'|+' .. ARGV[8],'PX',f,'NX')then return end\ns('UNLINK',n)\neh(ab)\nreturn{'held',al,1,tonumber(ab),''}\nend";

const fairReadWriteWasAnswered_ =
  "local qy=ARGV[6]=='2'\nlocal function jb()\nlocal l=c('PTTL',e)\nif l>=0 and c('EXISTS',n)==0 then\nlocal at,aq=mj(ej)\nreturn{'busy',al,l,at,l,aq}\nend\nif l~=-2 then return end\nlocal bn=c('ZRANGE',as,0,0)[1]\nlocal af=(not bn or bn==ej)and ie()\nif af and bn then pcall(fi,ej)end\nreturn af\nend\nif qy and not k then\nlocal af=jb()\nif af then return af end\nelseif c('EXISTS',unpack(KEYS))==0 then\nreturn eb()\nend\ncn()\nlocal af=ga()\nif af then\nif k then pcall(im,ej)end\nreturn af\nend\nlocal l=ck()\nlocal la=l\nif l==-2 then\nlocal bn,bj,mz=gm(as,ej)\nif not bn or bn==ej then\naf=eb()\nif bn then pcall(fi,ej)end\nreturn af\nend\nla=bn=='more' and 0 or mz+1 - ac\nif gh then gg('free')end\nelseif k then\nlocal bf=string.sub(g,1,-7)\nif fj(bf,tonumber(c('HGET',e,bf)or 0))>0 then\nim(ej)\nreturn ay('upgrade',f)\nend\nend\nif gq()then\nim(ej)\nay('refused',f)\nreturn hh({'busy',al,l,0,-1,0})\nend\nlocal at,aq=mj(ej)\nreturn{'busy',al,l,at,la,aq}";

const forceLock_ =
  "local e,n,g,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local o";

const forceStored_ =
  "local fg=c('GET',KEYS[2])\nif fg then return{'forced',ARGV[1],tonumber(fg)}end";

const forceLookAtLock_ =
  "local function mo()\no=ca()\nif r then ck()end\nend";

const forceForced_ =
  "local function kw(em)\nav('SET',KEYS[2],em,'PX',ARGV[2])\ns('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],em}\nend";

const forceTellHolders_ =
  "local function mt()\nlocal ag=o[9] and '* ' or ''\nfor q=1,#o,2 do ag=ag .. o[q] .. ' ' end\naz(ARGV[5],ag .. 'lost')\nend";

const stateExtended_ =
  "local en,dq={},{}";

const stateKeep_ =
  "local function ex(j,ad,gf)\nif h('PEXPIRE',j,ad,'GT')==0 and(gf or dq[e])then h('PEXPIRE',j,ad,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local fn=60000\nlocal function dc()\nreturn ap or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gk,de,ej=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function dg()\nif c('PTTL',e)<0 then return false end\nlocal dc,dt=pcall(ca)\nif string.find(tostring(dt),'KEY_NOT_LOCKED')then error(dt,0)end\nif not dc then return false end\nif string.find(g,':write$')then return r=='write' end\nreturn(r=='plain')==(de=='')\nend\nlocal function cz(cx)\nif k and v=='' and not cx then return nil end\nlocal cj=v~='' and string.sub(v,2)or cx or ''\nlocal i=(w=='' or w==cj)and c('HGET',e,g)or nil\nif i and not bu()and not dg()then return nil end\nreturn i\nend";

const readHoldsSetLife_ =
  "local function lo(bf,au,ad)\nlocal j=dm(bf,au)\ncs[j]=ad or -2\nif ad then h('SET',j,'1','PX',ad)else h('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function iy(dh)\nif dh>dv then return true end\nlocal bx,bz=0,0\nlocal cw=c('HGETALL',e)\nfor q=2,#cw,2 do bz=bz+(tonumber(cw[q])or 0)end\nif bz>dv then return true end\nfor q=1,#cw,2 do\nbx=math.max(bx,fj(cw[q],tonumber(cw[q+1])or 0))\nend\nif bx>0 then\nh('PEXPIRE',e,bx)\nelse\nh('DEL',e)\nend\nreturn bx>0\nend";

const readHoldsTimeoutKeys_ =
  "local function mh(i)\nlocal aw={}\nfor au=1,math.min(i,dv)do aw[au]=dm(g,au)end\nreturn aw\nend";

const rwQueueWakeNext_ =
  "local function lt(dp)\npcall(gg,dp)\nend";

const rwQueueGiveUp_ =
  "local function hv()\nif ej~='' then im(ej)end\nend";

const endFirst_ =
  "local bn,ib,f,ek=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal ar=ek=='' and '' or ' ' .. ek";

const fairReadWriteFreed_ =
  "local function em()\nlt('free')\naz(gk,'0')\nend";

const readsShortenLock_ =
  "local function ky(gy,dh)\nif gy<c('PTTL',e)- ge or c('HGET',e,'mode')=='write' then return end\nif not iy(dh or c('HLEN',e))then em()end\nend\nlocal function mb(bz)\nlocal aw,dh=mh(bz),c('HLEN',e)\nif dh==2 then\nh('DEL',e,unpack(aw))\nreturn em()\nend\nlocal gy=fj(g,bz)\nh('HDEL',e,g)\ns('HSET',e,g,i or 1)\nky(gy,dh)\npcall(h,'DEL',unpack(aw))\nend";

const readsEndLast_ =
  "local function ev()\nmb(1)\nend";

const readsEndOne_ =
  "local function hu(ic,i,gi)\nlocal lj=dw(g,i)\nlocal au,gy,dy=jr(i,jq(ARGV[7] - ic))\ngi()\nh('HINCRBY',e,g,-1)\nlo(g,i)\nif au<i and lj>0 and(dy or lj>gy)then\nlo(g,au,lj)\nelseif au<i and dy then\nlo(g,au)\nend\nky(gy)\nend";

const endEndHold_ =
  "local function ht(cx,ii)\nlocal ft,fs=true,nil\nif not k then\nft,fs=pcall(c,'HGET',e,g)\nend\nif fs=='1' then\nlocal p,m=pcall(h,'SET',n,'|-released' .. ar,'PX',f,'GET')\nif p and m then s('SET',n,m,'PX',f)end\nif p and not m then s('UNLINK',n)end\nif p and(m and string.sub(m,1,2)=='|+' or not m and(bn and ii or dg()))then\nev(true)\nreturn bh('released')\nend\nif p and not m then return ay('taken',fn)end\nif p then\nlocal dz=f+c('PTTL',e)\nh('SET',n,m,'PX',dz)\ns('SET',n,m,'PX',dz)\nend\nend\ncn()\nlocal bi,ia=cu()\nif bi and ar~='' and ia~=ek and(bi[3]=='released' or string.find(bi[3],'^still'))then\nreturn bh('released-elsewhere')\nend\nif bi then return bi end\nlocal i=(ft or dc())and cz(bn and cx)\nif not i then\nlocal t=ci(c('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ay(t,dc()and f or fn)\nhv()\nreturn d\nend\nif tonumber(i)>1 then\nlocal t='still:' .. i - 1\nhu(ib,tonumber(i),function()\nay(t,f,ar)\nend)\nif k then pcall(ex,n,f)end\nreturn bh(t)\nend\nlocal d=ay('released',f,ar)\nev()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return ht(ARGV[4])";

const stateExtend_ =
  "local function gj(j,ad)\nif h('PEXPIRE',j,ad,'GT')==1 then return true end\nif not en[j] and h('PEXPIRE',j,ad,'NX')==1 then dq[j]=true end\nen[j]=true\nreturn dq[j]\nend";

const exclusiveEndOne_ =
  "local function hu(ic,bj,gi)\ngj(e,ic)\ngi()\nh('HINCRBY',e,g,-1)\nend";

const fairReadWriteFreed_2 =
  "local function em(dp)\nlt(dp)\naz(gk,'1')\nend";

const writesEndLast_ =
  "local function ev()\nlocal dh,dp=c('HLEN',e),'free'\nif dh==2 then\nh('DEL',e)\nelse\nh('HSET',e,'mode','read')\ns('HSET',e,'mode','write')\nh('HDEL',e,g)\ns('HSET',e,g,i or 1)\nif iy(dh)then dp='read' end\nend\nem(dp)\nend";

const exclusiveBegin_ =
  "local function eh(ab)\nh('HINCRBY',e,g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,ab)\ns('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function et(bj,f)\nlocal l=c('PTTL',e)\nif k then h('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function fa()\nreturn r=='plain'\nend\nlocal fk=1000\nlocal function fc(bj,l)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nreturn i,l\nend";

const waitersMAILBOX_ =
  "local fb=ef .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cb(ai,...)\naz(dn(ai),table.concat({...},' '))\nend";

const queueQueue_ =
  "local as,cq,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cr=15000\nlocal dk=2000\nlocal fm=100\nlocal kz=10\nlocal jc=false\nlocal function ep(y,j,di)\nfor q=1,#di,dk do\nh(y,j,unpack(di,q,math.min(q+dk - 1,#di)))\nend\nend\nlocal function ed()\nreturn c('ZDIFF',2,cq,be,'WITHSCORES')\nend\nlocal function hx()\nlocal cg=c('LINDEX',as,-1)\nreturn cg,tonumber(cg and c('ZSCORE',cq,cg)or nil)\nend";

const queueLeave_ =
  "local function fi(fv,dl)\nlocal bw=c('LRANGE',as,0,fm)\nlocal jm=#bw>fm\nlocal gr=jm and ed()or c('ZRANGE',cq,0,-1,'WITHSCORES')\nlocal gt,cg,eu={},nil,nil\nfor q=1,#gr,2 do\ngt[gr[q]]=gr[q+1]\nend\nif jm then\ncg,eu=hx()\nbw=(#gr>0 or dl>kz)and c('LRANGE',as,0,-1)\nend\nlocal gs,cy,ei,hf=0,{},{},{}\nfor bj,x in ipairs(bw or{})do\nif fv[x] then\ngs=gs+fd\ntable.insert(ei,x)\nelse\ntable.insert(hf,x)\nif gs>0 and gt[x] then\ntable.insert(cy,ak(gt[x] - gs))\ntable.insert(cy,x)\nend\nend\nend\nif not bw then\nfor x in pairs(fv)do\nif h('LREM',as,0,x)>0 then table.insert(ei,x)end\nend\nelseif #ei==1 then\nh('LREM',as,0,ei[1])\nelseif #ei>1 then\nh('DEL',as)\nep('RPUSH',as,hf)\nend\nep('ZREM',cq,ei)\nif eu then\nlocal jj=eu - #ei*fd\ncg,eu=hx()\nif eu and eu>jj and not gt[cg] then\ntable.insert(cy,ak(jj))\ntable.insert(cy,cg)\nend\nend\nep('ZADD',cq,cy)\nif bw and #hf==0 then h('DEL',be)end\nend\nlocal function kq()\nlocal gu=c('ZRANGEBYSCORE',be,'-inf',ak(ac - cr))\nif #gu==0 then return end\nlocal fv={}\nfor bj,x in ipairs(gu)do\nfv[x]=true\nend\nfi(fv,#gu)\nep('ZREM',be,gu)\njc=true\nend\nlocal function li()\nwhile true do\nlocal cm=c('LINDEX',as,0)\nif not cm then return false end\nif not ac then dd()end\nlocal ao=tonumber(c('ZSCORE',be,cm)or nil)\nif ao and ao>ac then\nlocal fo={}\nfor bj,x in ipairs(c('ZRANGEBYSCORE',be,'(' .. ak(ac),'+inf'))do\ntable.insert(fo,ak(ac))\ntable.insert(fo,x)\nend\nav('ZADD',be,fo[1],fo[2])\nep('ZADD',be,fo)\nao=ac\nend\nlocal ey=not ao and tonumber(c('ZSCORE',cq,cm)or nil)\nlocal ju=ao and ao+cr or ey or 0\nif ju>ac then return cm,ju,ao~=nil end\nif ao then\nkq()\nelse\nh('LPOP',as)\nh('ZREM',cq,cm)\njc=true\nend\nend\nend\nlocal function kv(bn)\nlocal fx=h('ZPOPMIN',cq,fm+1)\nlocal m,cy,l={},{},false\nfor q=#fx,1,-1 do table.insert(m,fx[q])end\nif #fx>0 then s('ZADD',cq,unpack(m))end\nlocal function hz(di)\nfor q=2,#di,2 do\nif di[q - 1]==bn then\nl=true\nelse\ntable.insert(cy,ak(di[q] - fd))\ntable.insert(cy,di[q - 1])\nend\nend\nend\nhz(fx)\nif #fx>2*fm then\nif not l then h('ZREM',cq,bn)end\nhz(ed())\nhz({hx()})\nend\nep('ZADD',cq,cy)\nif #cy==0 and c('EXISTS',as)==0 then h('DEL',be)end\nend\nlocal function kc(x)\nif KEYS.locked then return end\nlocal b=redis.pcall('GET',(string.gsub(bg(x),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(b)=='string' and b or nil\nend\nlocal function kd(du,...)\nlocal ai=string.match(du or '','^~?(' .. fb .. ') ')\nif ai then cb(ai,...)end\nreturn ai\nend\nlocal function lb(ee,x,du)\nif not kd(du,'try',x,0)then az(ee .. x,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local pu=30000\nlocal pt=86400000\nlocal function ob()\nlocal af=eb()\nbl(kv,g)\nreturn af\nend\nlocal function oj(ey)\nlocal oy=ey - ac+fd+cr\nif c('PTTL',be)<oy then h('PEXPIRE',be,ak(oy))end\nend\nlocal function qn(at,qb,cy)\nwhile true do\nlocal o=c('LRANGE',as,at+1,at+fm)\nfor bj,x in ipairs(o)do\nif c('ZSCORE',be,x)then return end\nlocal ey=c('ZSCORE',cq,x)\nif ey then\ntable.insert(cy,ak(ey+qb))\ntable.insert(cy,x)\nend\nend\nif #o<fm then return end\nat=at+fm\nend\nend\nlocal pd=false\nlocal function af()\nlocal ld=c('EXISTS',e,n,k or n)\nif ld==0 then\nlocal cm=h('LPOP',as)\nif not cm then\ns('EXISTS',as)\nreturn eb()\nend\ns('LPUSH',as,cm)\nif cm==g then return ob()end\nh('LPUSH',as,cm)\nelse\nlocal jn=not k and ld==1\nif not jn then cn()end\nlocal af=not(jn and ARGV[6]=='2')and ga()\nif af then return af end\nend\nlocal l=ck()\ndd()\nlocal at=c('LPOS',as,g)\nlocal gv=at and h('ZADD',be,ak(ac),g)==1\nif gv then oj(ac+(at+1)*fd)end\nkq()\nlocal cm,oe\nif l==-2 then\ncm,oe=li()\nend\nif l==-2 and not cm then\nh('DEL',be)\nreturn eb()\nend\nif l==-2 and cm==g then\nh('LPOP',as)\ns('LPUSH',as,g)\nreturn ob()\nend\nif jc then\nat=c('LPOS',as,g)\nif l==-2 then lb(ARGV[10],cm,kc(cm))end\nend\nif gq()then\nif at then\nfi({[g]=true},1)\nh('ZREM',be,g)\nend\nay('refused',f)\nreturn hh({'busy',al,l,at and at+1 or 0,-1})\nend\nlocal ah=at and tonumber(c('ZSCORE',cq,g)or nil)\nif ah and ah<ac - pt then ah=nil end\nlocal ey=ah\nif not at then\nlocal ku=c('LINDEX',as,-1)\ney=(ku and c('ZSCORE',cq,ku)or ac+math.max(l,0))+fd\nat=h('RPUSH',as,g)- 1\npd=true\nh('ZADD',be,ak(ac),g)\nend\nlocal od=ac+(at+1)*fd\nif not ey or ey<od - fd+pu then ey=od end\nif ey~=ah then\nlocal cy={ak(ey),g}\nif ah and not gv then qn(at,ey - ah,cy)end\nep('ZADD',cq,cy)\noj(ey)\nend\nreturn{'busy',al,l,at+1,l==-2 and oe+1 - ac or l}\nend";

const waitersIsHeard_ =
  "local function hg(ai,z)\nai=dn(ai)\nlocal co=redis.pcall('PUBSUB','NUMSUB',ai,z or ai)\nreturn co.err~=nil or co[2]~=0,co[4]\nend";

const waitersDated_ =
  "local function my(b)\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. ak(ac).. ' '))\nend";

const waitersIsCluster_ =
  "local function of()\nlocal mn=redis.pcall('INFO','cluster')\nreturn type(mn)=='string' and string.find(mn,'cluster_enabled:1',1,true)~=nil\nend\nlocal function ny()\nlocal p,nz=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn p and nz=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function op(b,co)\nb=my(b)\nif co~='1' or string.find(b,'^~')then return b end\nlocal on=ny()and hg(string.match(b,'^%S+'))and not of()\nreturn(on and '' or '~').. b\nend";

const waitersSECRET_ =
  "local is=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local ji=20";

const waitersTellGranted_ =
  "local function jt(ai,ct,...)\nlocal b='granted ' .. table.concat({...},' ')\ncb(ai,b,string.sub(redis.sha1hex(ct .. b .. ct),1,ji))\nend";

const waitersSTANDINGMS_ =
  "local it=150000\nlocal ir='^(~?)(' .. fb .. ') (%S+) (' .. is .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op]k?)(.*)$'\nlocal iq=15\nlocal ds,hp=0,false\nlocal eo=false\nlocal function gz(b,z)\nlocal am,ai,g,ct,ab,f,id,t,an=string.match(b,ir)\nif not am or string.find(an,'^[^\\n]')or math.max(#ab,#f)>iq then return end\nif ac - id>=it then return end\neo=false\nif am=='' or z then\nlocal gw=string.sub(t,2,2)\nlocal gn,cz=hg(ai,z)\nif gw=='p' then cz=nil end\nif am=='' then\nif not gn then return end\nds,hp=z and cz or 0,gw=='o'\nend\neo=gn and cz==0\nend\nif KEYS.locked and string.sub(t,3)~='k' then\nam,eo='~',false\nend\nreturn am,ai,g,ct,ab,f,t,an\nend";

const waitersStanding_ =
  "local cf,fh=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal es=160000\nlocal function ff()\nh('SET',fh,'1','PX',es)\nend";

const waitersCALLEDMS_ =
  "local gc=65\nlocal iu=30\nlocal hi=50\nlocal ao=0\nlocal function go(at,db,ad)\nlocal b=c('LINDEX',cf,at)\nif not b then return false end\nlocal ai,g=string.match(b,'^~?(' .. fb .. ') (%S+)')\nif ai then cb(ai,db,g,ad)end\nreturn true\nend\nlocal function hn(db,ad)\nif go(0,db,ad)then ff()end\nend";

const waitersIsOpen_ =
  "local function ho(g)\nreturn KEYS.locked or c('EXISTS',bg(g))==0\nend\nlocal function hj(ad,z)\nif not ac then dd()end\nwhile ao<hi do\nao=ao+1\nlocal b=c('LINDEX',cf,0)\nif not b then return end\nlocal am,ai,g=gz(b,z)\nif ds>0 then ad=iu end\nlocal gp=am and ho(g)\nif gp and(am=='' or ad>0)then\nff()\ncb(ai,ad==0 and 'try' or 'next',g,ad)\nif ad==0 or am=='~' or ds>0 then go(1,'next',ad+gc)end\nreturn\nend\nh('LPOP',cf)\nif gp then\ncb(ai,'try',g,0)\nad=gc\nend\nend\nhn(ad==0 and 'try' or 'next',ad)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local jg=5000\nlocal ij=50\nlocal function jl(am,g,ab,f,an)\nif not KEYS.locked and am=='' then\nif not h('SET',bg(g),'|+' .. an,'PX',f,'NX')then return end\ns('UNLINK',bg(g))\nend\nlocal cv=math.min(tonumber(ab),am=='' and jg or ij)\nh('HINCRBY',e,g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,cv)\ns('UNLINK',e)\nreturn cv\nend";

const waitersWithGrant_ =
  "local function jw(d,cp)\nif not cp then return d end\ntable.insert(d,'granted')\nfor bj,jv in ipairs(cp)do table.insert(d,jv)end\nreturn d\nend";

const queueTellNext_ =
  "local function ls(ee,cv)\nlocal x=c('LINDEX',as,0)\nif not x or kd(kc(x),'next',x,cv)then return end\nif c('ZSCORE',be,x)then return end\nh('ZADD',cq,'XX','LT',ak(ac+cv+fd),x)\naz(ee .. x,'0')\nend\nlocal function nd(ee,x,du)\nlocal am,ai,g,ct,ab,f,bj,an=gz(du)\nif am~='' or g~=x then return end\nlocal cv=jl(am,g,ab,f,an)\nif not cv then return end\nh('LPOP',as)\nkv(g)\njt(ai,ct,g,ak(ac),cv,ak(ac),0,0)\npcall(ls,ee,cv)\nreturn{g,cv}\nend\nlocal function mf(ee,gx)\nlocal cm,du\nlocal p,cp=bl(function()\nlocal bj,iv\ncm,bj,iv=li()\ndu=iv and kc(cm)\nreturn du and nd(ee,cm,du)\nend)\nlocal bu=p and cp or(not p and redis.pcall('EXISTS',e)==1)\nif bu then\nif gx==2 then pcall(ff)end\nreturn p and cp\nend\nif cm then pcall(lb,ee,cm,du)end\nif gx==2 then pcall(hj,0)end\nend";

const stateTimeouts_ =
  "local de=''";

const fenceMarkKey_ =
  "local nt,al,ce=KEYS[1],ARGV[1],ARGV[2]\nlocal function py(am)\nif not am then return true end\nif not string.find(am,'^%d+$')then error('the mark of this resource is no number')end\nreturn #am<#ce or(#am==#ce and am<=ce)\nend\nlocal function qf(am,da)\nif am==ce then return false end\nlocal bc=c('TIME')\nif tonumber(ce)<=(bc[1]+60)*1e6+bc[2] then return false end\nlocal ax=tonumber(c('GET',da)or '')\nreturn not ax or ax<tonumber(ce)\nend\nlocal function qp(am)\nif am~=ce then h('SET',nt,ce)end\nend";

const grantLooked_ =
  "local ik\nlocal function ix(iz)\nif iz or KEYS.locked then\nlocal dg,o=pcall(ca)\nif not dg or i then return end\nik=o\nend\nif r==false then return -2 end\nreturn c('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function jn()\nreturn c('EXISTS',n)==0\nend";

const grantRefuseNew_ =
  "local function ll(l)\nif not l or l<0 then return end\nlocal gv\nif gq()then\ngv=av('SET',n,'|-refused','PX',f,'NX')\nelse\ngv=jn()\nend\nif gv then return{'busy',al,l}end\nend";

const waitersMOST_ =
  "local dk='9223372036854775807'";

const fencedTokenKey_ =
  "local da=KEYS[3]";

const waitersReadToken_ =
  "local function kb()\nlocal ax=c('GET',da)\nreturn ax~='' and ax\nend\nlocal function ka(b)\nreturn string.find(b,'^%d+$')and(#b<#dk or(#b==#dk and b<=dk))\nend\nlocal function il(ax,hs)\nlocal ce=hs[1] .. string.format('%06d',hs[2])\nax=ax or ''\nlocal hw=#ax<#ce or(#ax==#ce and ax<ce)\nif hw then h('SET',da,ce)else h('INCR',da)end\nif ax=='' then s('UNLINK',da)else s('SET',da,ax)end\nreturn hw and ce or c('GET',da)\nend";

const fencedWithToken_ =
  "local function kp(af,ce)\ntable.insert(af,ce)\nreturn af\nend\nlocal function jo()\nlocal ax=kb()\nif ax and not ka(ax)then aj(da)end\nreturn ax\nend\nlocal function ms(ax)\nif ax==dk then aj(da)end\nlocal ce=il(ax,c('TIME'))\nreturn kp(eb(),ce)\nend\nlocal function ox()\nlocal oz,ax=pcall(jo)\nlocal af=oz and ax~=dk and ie()\nreturn af and kp(af,il(ax,c('TIME')))\nend\nlocal function os()\ncn()\nlocal ax=k and v=='' and jo()\nlocal af=ga()\nif af and af[1]=='held' then kp(af,ax or jo()or il(nil,c('TIME')))end\nreturn af,ax\nend";

const fencedQuickAnswer_ =
  "local function jb()\nif k then return c('EXISTS',e,n,k)==0 and ms(jo())end\nlocal l=ix(ARGV[6]~='2')\nreturn l==-2 and ox()or ll(l)\nend\nlocal function jx()\nlocal af,ax=os()\nif af then return af end\nlocal l=ck()\nif l==-2 then\nif not k then ax=jo()end\nreturn ms(ax)\nend\nif gq()then ay('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function af()\nreturn hh(jb()or jx())\nend";

const lockHashIsRandom_ =
  "local function oh(u)\nreturn string.find(u,':%d%d%d%d%d%d%d%d%d%d%d%d+$')~=nil\nend";

const standIsOurs_ =
  "local iv=0\nlocal function jn()\nlocal o=ik or c('HRANDFIELD',e,2,'WITHVALUES')\nlocal he={n}\nif #o==2 and not KEYS.locked then table.insert(he,bg(o[1]))end\nif o[1]==g then return false end\nlocal dj,ed=unpack(c('MGET',unpack(he)))\nlocal kt=#o==2 and oh(o[1])\nif ed then kt=string.sub(ed,1,1)~='!' end\niv=kt and 1 or 0\nreturn not dj\nend";

const waitersLeaveList_ =
  "local function ks(g)\nfor bj,b in ipairs(c('LRANGE',cf,0,-1))do\nif string.match(b,'^%S+ (%S+)')==g then h('LREM',cf,0,b)end\nend\nend\nlocal function ig(g,b)\nif KEYS.locked then\npcall(ks,g)\nelseif(b or '')~='' then\npcall(h,'LREM',cf,0,b)\nend\nend";

const standMarked_ =
  "local function ql(b)\nlocal co=ARGV[12]~='' and redis.pcall('PUBSUB','NUMSUB',ARGV[12])\nif not co or co.err then return b end\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(co[2]==0 and 'o' or 'p')))\nend\nlocal function ot()\ndd()\nlocal b=ql(op(ARGV[10],ARGV[11]))\nlocal at=ARGV[9]~='' and c('LPOS',cf,ARGV[9])\nif at then\nh('LSET',cf,at,b)\nelse\nh('RPUSH',cf,b)\nend\nh('PEXPIRE',cf,es)\nff()\nreturn b\nend";

const standAnswerOrStand_ =
  "local function pz()\nif KEYS.locked and cg then ig(g)end\nlocal d=af()\nif d[1]=='busy' and not cg then\nif ARGV[10]=='' then return d end\nlocal p,b=pcall(ot)\nif p then\ntable.insert(d,ac)\ntable.insert(d,b)\ntable.insert(d,iv)\nend\nelseif not(KEYS.locked and cg)then\nig(g,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local ip=60000\nlocal mu=64";

const stealRob_ =
  "local function nl(u,l)\nlocal ed=bg(u)\nlocal f=math.max(l+ip,c('PTTL',ed))\nlocal io='!' .. ke .. '|'\nlocal m=h('SET',ed,io .. '-' .. ke,'PX',f,'GET')\nif m then s('SET',ed,m,'PX',f)else s('UNLINK',ed)end\nlocal ag=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not ag then return end\nh('SET',ed,io .. ag,'PX',f)\ns('SET',ed,m,'PX',f)\nend\nlocal function nm(l,no)\nlocal ln={}\nfor bj,u in ipairs(c('HRANDFIELD',e,mu+1))do\nif u~='mode' or r=='plain' then\nnl(u,l)\ntable.insert(ln,u)\nend\nend\nh('UNLINK',e)\nlocal he=table.concat(ln,' ')\naz(np,he .. ' ' .. ke)\nlocal af=no()\ntable.insert(af,he)\nreturn af\nend";

const stealQuickAnswer_ =
  "local function jb()\nif k then return c('EXISTS',e,n,k)==0 and lr()end\nlocal l=ix(true)\nif l==-2 then return nn()end\nif l and l>=0 and c('EXISTS',n)==0 then return lp(l)end\nend";

const stealFullAnswer_ =
  "local function jx()\nlocal af=ah()\nif af then return af end\nlocal l=ck()\nif l==-2 then return lr()end\nreturn lp(l)\nend\nlocal function af()\nreturn jb()or jx()\nend";

const inspectSubscriptions_ =
  "local function ov(ee)\nlocal co=redis.pcall('PUBSUB','NUMSUB',unpack(ee))\nif co.err then return -1 end\nlocal lq=0\nfor q=2,#co,2 do lq=lq+co[q] end\nreturn lq\nend";

const lockHashLONGESTVALUE_ =
  "local nw=500\nlocal function om(j)\nlocal el=redis.pcall('GETRANGE',j,0,nw)\nif type(el)~='string' then return nil end\nreturn string.match(el,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function qj(hd,nf)\nreturn 'light\\n' .. hd .. ' ' .. nf\nend";

const inspectLONGESTSTATE_ =
  "local pw=700\nlocal function qw(aw)\nlocal mg=#aw>0 and c('MGET',unpack(aw))or{}\nfor q=1,#aw do mg[q]=string.sub(mg[q] or '',1,pw)end\nreturn mg\nend";

const inspectMOSTBYTES_ =
  "local nx=50000\nlocal function ne(b)\nlocal bj,oq=string.gsub(b,'[^%w:{}_./ -]','')\nreturn #b+5*oq+3\nend";

const permitsCount_ =
  "local function i(b)\nreturn tonumber(gl(b))\nend";

const permitsPermits_ =
  "local fe,gd,al=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local bc=c('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal ml=1000";

const lockQuickAnswer_ =
  "local function jb()\nif k then return c('EXISTS',e,n,k)==0 and eb()end\nlocal l=ix(ARGV[6]~='2')\nreturn l==-2 and ie()or ll(l)\nend\nlocal function jx()\ncn()\nlocal af=ga()\nif af then return af end\nlocal l=ck()\nif l==-2 then return eb()end\nif gq()then ay('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function af()\nreturn hh(jb()or jx())\nend";

const holdBlock_ =
  "cn()\nlocal bi=cu()\nif bi then return bi end\nlocal i=cz()\nif not i then return ay(ci('lost'),ARGV[4])end\nreturn{'counted',al,tonumber(i),et(tonumber(i))}";

const waitersTokenKey_ =
  "local da";

const waitersChainSince_ =
  "local hl,hm,hk\nlocal ma=1000\nlocal ly=2000\nlocal kf=99\nlocal function mi()\nda='redisson_lock_token:' .. string.match(cf,'^[^:]+:[^:]*:standing:(.*)$')\nif KEYS.locked and not KEYS.locked[da] then return false end\nlocal p,ax=pcall(kb)\nreturn p and(not ax or(ka(ax)and ax~=dk)),ax\nend\nlocal function kg(am,ai,g,ct,ab,f,t,an)\nlocal kh,ax=true,nil\nlocal kk=string.find(t,'^t')\nif kk then\nkh,ax=mi()\nend\nif not kh then return cb(ai,'try',g,0)end\nlocal cv=jl(am,g,ab,f,an)\nif not cv then return end\nlocal ce=kk and il(ax,bc)or nil\nif am=='~' then\ncb(ai,'try',g,ak(hl))\nelse\njt(ai,ct,g,ak(ac),cv,ak(hl),hm,hk,ce)\nend\nreturn{g,cv,ce}\nend\nlocal function kl(z)\naz(z,'1000000')\naz(z,'0')\nend\nlocal function iw(z)\nkl(z)\npcall(hj,0,z)\nend\nlocal function kj(b,lk)\nreturn math.min(math.max(tonumber(b)or 0,0),lk)\nend\nlocal function mc()\nif ds==0 or not hp then return false end\nlocal ko=c('LLEN',cf)+2\nreturn hm*ds>=math.max(ko+ds,hk*ko)\nend\nlocal function me(z,hd,jd,ja,je)\nif not ac then dd()end\nhl=math.min(tonumber(hd)or ac,ac)\nhm=kj(jd,kf - 1)+1\nhk=kj(ja,kf)\nlocal md=hk>hm and ly or ma\nif ac - hl>=md then return iw(z)end\nwhile ao<hi do\nao=ao+1\nlocal b=h('LPOP',cf)\nif not b then\naz(z,'0')\nreturn\nend\nlocal am,ai,g,ct,ab,f,t,an=gz(b,z)\nif am=='' and mc()then\nh('LPUSH',cf,b)\nreturn iw(z)\nend\nif am=='~' and ho(g)then\nlocal km=eo and kg(am,ai,g,ct,ab,f,t,an)\nif km then\nig(g)\nelse\nkl(z)\ncb(ai,'try',g,0)\nend\npcall(hj,km and ij or gc)\nreturn\nend\nlocal cp=am=='' and kg(am,ai,g,ct,ab,f,t,an)\nif cp then\nig(g)\npcall(hn,'next',cp[2])\nif ds>0 and je~='1' then az(z,'1')end\nreturn cp\nend\nend\niw(z)\nend\nlocal function em(z,gx,hd,jd,ja,je)\nao=0\nif gx==2 then\nlocal p,cp=bl(me,z,hd,jd,ja,je)\nif p then return cp end\nif redis.pcall('EXISTS',e)==1 then return end\nend\naz(z,'0')\nend";

const holdRenew_ =
  "local function nk(ab,f,dz,ok,lm)\nlocal bi=cu()\nif bi then return nil,bi end\nlocal i=cz()\nif not i then return nil,ay(ci('lost'),f)end\ngj(e,ab)\nif lm then lm(tonumber(i))end\nif k then\nif ap then\nex(n,dz)\nelse\nbs(string.sub(v,2).. '|',dz)\nend\nex(k,dz,lm)\nelseif KEYS.locked and not ap then\nbs('|+',dz)\nelseif ok then\nex(n,dz)\nend\nreturn tonumber(i)\nend";

const readHoldsRenewSlot_ =
  "local function qr(i,dj,ab)\nlocal au=1\nif i>1 then au=jr(i,dj)end\nlocal j=dm(g,au)\nif not gj(j,ab)then h('SET',j,'1','PX',ab,'NX')end\ncs[j]=nil\nend";

const lockHashLock_ =
  "local e,n,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "ca()\nlocal l=ck()";

const ownerAnswer_ =
  "local function af(ew)\nreturn{'done',al,tonumber(ew)}\nend\nlocal function p(ew)\nav('SET',k,ew,'PX',ARGV[4])\ns('UNLINK',k)\nreturn af(ew)\nend";

const ownerHeldCount_ =
  "local function jy(jz)\nca()\nif r and(r=='plain')~=jz then aj(e)end\nif r then ck()end\nreturn i and tonumber(i)\nend";

const ownerENDED_ =
  "local hq='released-elsewhere'\nlocal ip=60000\nlocal function lc(lg)\nlocal f=math.max(c('PTTL',e)+ip,c('PTTL',n))\nav('SET',n,'!' .. hq .. '|-' .. hq,'PX',f)\nif ap then s('SET',n,bv,'PX',f)else s('UNLINK',n)end\nlocal lh=lg()\naz(ARGV[6],g .. ' ' .. hq)\nreturn lh\nend";

const ownerBlock_ =
  "cn()";

const ownerEndReads_ =
  "local function qd()\nif v~='' then return af(v)end\nlocal bz=jy(false)\nif not bz then return p(0)end\nlocal d=p(1)\nlc(function()\nmb(tonumber(bz))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function qs()\np(1)\nreturn{'done',al,1,w}\nend";

const permitsGiveBack_ =
  "local function nc(dl,z,eq,na,...)\nlocal eg=av('INCRBY',fe,dl)\ns('INCRBY',fe,-dl)\nna(...)\nif eg>=eq then az(z,ak(eg))end\nend";

const permitsSweep_ =
  "local function ow(eg,z)\nlocal kr,ha=unpack(c('ZRANGE',gd,0,0,'WITHSCORES'))\nif kr and #kr~=16 then error('NOT_A_LOCK 2')end\nif not kr or tonumber(ha)>ac then return eg end\nlocal le=c('ZCOUNT',gd,'-inf',ak(ac))\nlocal dl=math.min(le,ml)\nnc(dl,z,1,h,'ZREMRANGEBYRANK',gd,0,dl - 1)\nreturn eg+le\nend";

const permitExpirableRecord_ =
  "local k,z,f=KEYS[3],ARGV[2],ARGV[4]\nlocal mw=setmetatable({},{\n__index=function(ez,aa)\nez[aa]=string.char(tonumber(aa,16))\nreturn ez[aa]\nend,\n})\nlocal hc,ez={},string.gsub(ARGV[3],'..',mw)\nlocal function l()\nlocal eq,dl=math.huge,0\nfor bj,ha in ipairs(c('ZMSCORE',gd,unpack(hc)))do\neq=math.min(eq,ha and ha - ac or 0)\nif ha then dl=dl+1 end\nend\nreturn eq,dl\nend";

const permitExpirableEnded_ =
  "local function bh(t)\nreturn{'ended',al,t}\nend\nlocal function gi(t)\nlocal m=av('SET',k,'-' .. t,'PX',f,'GET')\nif m then s('SET',k,m,'PX',f)else s('UNLINK',k)end\nreturn bh(t)\nend\nlocal function cu(am)\nif am and string.sub(am,1,1)=='-' then return bh(string.sub(am,2))end\nend";

const permitExpirableScored_ =
  "local function qu(ab)\nlocal di,ha={},ak(ac+ab)\nfor bj,qm in ipairs(hc)do\ntable.insert(di,ha)\ntable.insert(di,qm)\nend\nreturn unpack(di)\nend";

const permitExpirableLostEnd_ =
  "local function ns()\nreturn cu(c('GET',k))or gi('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#ez,16 do\ntable.insert(hc,string.sub(ez,q,q+15))\nend";

const readWriteTimeouts_ =
  "local de=ARGV[9]\nlocal ke,np=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function lp(l)\nif r=='plain' then aj(e)end\nreturn nm(l,eb)\nend\nlocal nn,lr=ie,eb";

const readWriteKnown_ =
  "local function ah()\ncn()\nreturn ga()\nend";

const readWriteBlock_ =
  "return af()";

const semaphoreKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bh(t)\nreturn{'ended',al,t}\nend\nlocal function ay(t)\nav('SET',k,'-' .. t,'PX',f)\ns('UNLINK',k)\nreturn bh(t)\nend\nlocal el,am=unpack(c('MGET',j,k))\nlocal function fe()\nreturn gl(el or c('GET',j))\nend";

const semaphoreTaken_ =
  "local nv=am and string.match(am,'^%+(%d+)$')\nif am and not nv then return bh(string.sub(am,2))end";

const semaphoreNotify_ =
  "local function qo(z,fe)\nif fe>=0 then az(z,fe)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "0481396515a8838606bd4cc8813b9e95696a42f1", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not el then return p(0,av)end\nlocal l=el - 1\nlocal d=p(math.max(l,0),av)\nh('DECR',j)\nif l>0 then return d end\ns('INCR',j)\nh('DEL',j)\nif l==0 then az(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "b926d8ef3e11c13de86068abc4b7d7a0d5b6b0be", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not el then return p(0,av)end\nlocal d=p(1,av)\nh('DEL',j)\naz(ARGV[3],'1')\naz(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-read", "4e085c27a74bcb581e3c81117c74b56e377f6ef0", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-write", "5d3486c8213376a521067c19064dc265c1aaff15", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "fcb1510560a0b5e3633844ca480278627f6b25f0", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "mo()\nlocal gk=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if r=='plain' then aj(e)end\nif r~=ARGV[6] then return kw(0)end\nlocal d=kw(1)\nh('DEL',e)\npcall(gg,'free')\naz(gk,r=='write' and '1' or '0')\nmt()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ script("fair-read-write/release-read", "c03b5e5a591b58ed5035b37103eff068b5682067", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/release-write", "19842ea0c236e96429ce95261af044d6b6aa104e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "49fdad4f77c4a8fa504b84aac39b619c2667b6ca", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal fd=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return af()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "54b47eb4a6ccb412768779e5b0f9bd722c6acfa3", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal fd=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local es=cr+5000\nlocal sb=100\nlocal function sm(at)\nlocal ki=c('HRANDFIELD',e)\nlocal io=ki and c('GET',bg(ki))\nif not io or string.sub(io,1,1)=='!' or at>sb then return 0 end\nif at==1 then return 1 end\nfor bj,ao in ipairs(c('ZMSCORE',be,unpack(c('LRANGE',as,0,at - 2))))do\nif not ao then return 0 end\nend\nreturn 1\nend\nlocal function ot(at)\nlocal b=op(ARGV[12],ARGV[13])\nlocal m=h('SET',KEYS[6],b,'PX',es,'GET')\nreturn b,m==ARGV[11] and not pd and 1 or sm(at)\nend\nlocal d=af()\nif d[1]~='busy' or cg or KEYS.locked then return d end\nlocal p,b,kt=pcall(ot,d[4])\nif p then\nfor bj,jv in ipairs({ac,b,kt})do table.insert(d,jv)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "22be2972344c244c71ce518248d45f1ad8780a81", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "mo()\nlocal fd=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if r=='read' or r=='write' then aj(e)end\nif not r then return kw(0)end\nlocal d=kw(1)\nlocal cp=mf(ARGV[3],h('DEL',e,fh))\nmt()\nreturn jw(d,cp)", END);

export const fairPass: LuaScript = /* @__PURE__ */ script("fair/pass", "166f0f86725a2a3a90eb1e508c4ac8da5fc8142a", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[9] and KEYS[7]\nlocal fd=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cp\nlocal og=false\nlocal function ev()\nh('DEL',e)\nog=true\nend\nlocal function hv()\nif c('EXISTS',e)==0 then cp=mf(ARGV[9])end\nend", endEndHold_, "local d=ht(ARGV[4])\nif not og then return jw(d,cp)end\nlocal p,qg=bl(function()\nif c('LINDEX',as,0)~=ARGV[11] then return false end\nif not h('SET',KEYS[6],'|+' .. ARGV[14],'PX',ARGV[13],'NX')then return false end\ns('UNLINK',KEYS[6])\nh('HINCRBY',e,ARGV[11],1)\ns('UNLINK',e)\nh('PEXPIRE',e,ARGV[12])\nreturn true\nend)\nif p and qg then\nbl(function()\nh('LPOP',as)\nkv(ARGV[11])\nend)\ntable.insert(d,'held')\nreturn d\nend\nreturn jw(d,mf(ARGV[9],1+h('DEL',fh)))", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "87c6f515ddb903b403fb3eae23cd72decd99224a", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal fd=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cp\nlocal function ev()\ncp=mf(ARGV[9],h('DEL',e,fh))\nend\nlocal function hv()\nif ARGV[11]=='1' and c('LPOS',as,g)then\nfi({[g]=true},1)\nh('ZREM',be,g)\nend\nif c('EXISTS',e)==0 then cp=mf(ARGV[9])end\nend", endEndHold_, "local d=ht(ARGV[4])\nreturn jw(d,cp)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "23fbe473c349875ed64d44dc27060a13adb65502", BEGIN, fenceMarkKey_, "local am=c('GET',nt)\nif not py(am)then return{'fenced',al,0}end\nif qf(am,KEYS[2])then return{'ahead',al}end\nqp(am)\nreturn{'fenced',al,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "c8242b9476a4ee97c997999d52b29bdc40ced3ad", BEGIN, stateWrite_, fenceMarkKey_, "local k,sq,f,el=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal am,p=unpack(c('MGET',nt,k))\nif p=='1' then return{'fenced',al,1}end\nif p=='ahead' then return{'ahead',al}end\nif p then return{'withdrawn',al}end\nif not am then am=c('GET',nt)end\nif not py(am)then return{'fenced',al,0}end\nif not el then\nav('SET',k,'0','PX',f)\nreturn{'withdrawn',al}\nend\nif qf(am,KEYS[4])then\nh('SET',k,'ahead','PX',f)\nreturn{'ahead',al}\nend\nh('SET',sq,el,'GET')\nqp(am)\nh('SET',k,'1','PX',f)\nreturn{'fenced',al,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "ce901f8e42246b22e1f6ebe5345d42a1c22a2750", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn af()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "3eace7bbdc5322f443d56a07853cc11f41d4ae87", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, waitersLeaveList_, fencedWithToken_, fencedQuickAnswer_, standMarked_, standAnswerOrStand_, "k=nil\nreturn pz()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "7488ed60e552e2bdc0da6fc94237b97ad15bccb9", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal ke,np=ARGV[9],ARGV[10]", stealRob_, "local nn,ah=ox,os\nlocal function lr()\nreturn ms(jo())\nend\nlocal function lp(l)\nif r~='plain' then aj(e)end\nlocal ax=jo()\nif ax==dk then aj(da)end\nreturn nm(l,function()\nreturn ms(ax)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return af()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "ed4c1da082f77863a53d10f384794026346c811e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal rf='!' .. ARGV[9] .. '|'\nlocal b=c('GET',KEYS[3])\nlocal l=b and(string.sub(b,1,1)=='=' or string.sub(b,1,#rf)==rf)and c('PTTL',KEYS[3])or 0\nlocal function lf()\nreturn{'found',al,b,l}\nend\nif l>0 then\nif h('SET',n,'|-lost','PX',f,'NX')then return lf()end\nelseif c('EXISTS',e,n)==0 then\nreturn eb()\nend\ncn()\nlocal af=ga()\nif af and af[1]=='ended' and l>0 then return lf()end\nif af then return af end\nlocal so=ck()\nif cg then ay('refused',f)end\nreturn{'busy',al,so,c('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "b9bfdcc7274a265c1e4c6c8570b710e347ed3bfc", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, endFirst_, "k=nil\nlocal function ev(tb)\nlocal qi,m=false,nil\nif tb then\nqi,m=pcall(h,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qi and m then s('SET',KEYS[3],m,'PX',ARGV[11])end\nif qi and not m then s('UNLINK',KEYS[3])end\nlocal gx=h('DEL',e,fh)\naz(ARGV[9],'1')\nif gx==2 then pcall(hj,0)end\nend\nlocal function hv()end", endEndHold_, "return ht(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "8273a3eb7cb09167e917de4d1fc09ca2bac0175c", BEGIN, onceCounter_, inspectSubscriptions_, "local aq=gl(c('GET',KEYS[1]))\nlocal l=c('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],aq and 1 or 0,tonumber(aq or 0),l,ov({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "75ac548003752f1b3c4b582e032778755da4fdc3", BEGIN, lockHashMode_, "local e,n,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local de=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local mv=100\nlocal se=4\nlocal sd=tonumber(ARGV[6])\nlocal al,as,be,oi=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(ca)then\nlocal ki,hd,nf=om(e)\nif not ki then ca()end\nlocal l=ck()\nreturn{'lock',al,'light',l,1,1,0,0,0,0,ki,1,l,qj(hd,nf)}\nend\nlocal l=ck()\nlocal function tl()\nlocal cw,co,dh={},{},0\nif not r then return cw,co,dh end\ndh=c('HLEN',e)-(r=='plain' and 0 or 1)\nlocal mx,ah='0',{}\nif r~='plain' then ah['mode']=true end\nfor bj=1,se do\nlocal lx=c('HSCAN',e,mx,'COUNT',2*mv)\nmx=lx[1]\nlocal o=lx[2]\nfor q=1,#o,2 do\nif #cw<mv and not ah[o[q]] then\nif not bk(o[q+1])then aj(e)end\nah[o[q]]=true\ntable.insert(cw,o[q])\ntable.insert(co,tonumber(o[q+1]))\nend\nend\nif mx=='0' or #cw==mv then break end\nend\nreturn cw,co,dh\nend\nlocal qq=0\nlocal function th(bf,bz)\nif qq+bz>sd then return l end\nqq=qq+bz\nlocal bx=0\nfor au=1,bz do\nbx=math.max(bx,c('PTTL',dm(bf,au)))\nend\nreturn math.min(bx,l)\nend\nlocal function tr(dh,ou)\nlocal rm=dh>1 and c('PTTL',ou)or -1\nif rm<0 then return l end\nreturn math.max(math.min(l,rm - ARGV[4]),0)\nend\nlocal function sy(u,bz,dh,ou)\nif r=='plain' then return l end\nif string.find(u,':write$')then return tr(dh,ou)end\nreturn th(u,bz)\nend\nlocal function tm()\nif c('EXISTS',as,KEYS[6])==0 then return{},0 end\nlocal nr=c('TYPE',as).ok\nif nr=='list' then return c('LRANGE',as,0,mv - 1),c('LLEN',as)end\nif nr~='none' then aj(as)end\nas,be=KEYS[6],KEYS[7]\nif c('TYPE',as).ok~='zset' then aj(as)end\nreturn c('ZRANGE',as,0,mv - 1),c('ZCARD',as)\nend\nlocal function tj(bw)\nif #bw==0 then return{}end\nlocal ao=redis.pcall('ZMSCORE',be,unpack(bw))\nlocal bc=c('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal di={}\nfor q=1,#bw do\nlocal cg=tonumber(ao[q] or nil)\ndi[q]=cg and math.max(ac - cg,0)or -1\nend\nreturn di\nend\nlocal cw,co,dh=tl()\nlocal nu={}\nfor q,u in ipairs(cw)do nu[q]=bg(u)end\nlocal mr=qw(nu)\nlocal bw,tq=tm()\nlocal tk=tj(bw)\nlocal ee={unpack(ARGV,7)}\nif as==KEYS[3] then\nfor bj,x in ipairs(bw)do table.insert(ee,ARGV[5] .. x)end\nend\nlocal jf=redis.pcall('LLEN',oi)\nlocal d={'lock',al,r or 'free',l,dh,0,tq,0}\ntable.insert(d,type(jf)=='number' and jf or 0)\ntable.insert(d,ov(ee))\nlocal ez=0\nlocal function cb(rv,kx,b,...)\nez=ez+ne(kx)+ne(b)+30\nif ez>nx then return end\nd[rv]=d[rv]+1\nfor bj,bd in ipairs({kx,...})do table.insert(d,bd)end\nend\nfor q,u in ipairs(cw)do\ncb(6,u,mr[q],co[q],sy(u,co[q],dh,nu[q]),mr[q])\nend\nfor q,x in ipairs(bw)do cb(8,x,'',tk[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "fe8d07f35247ef7268b99b1d97baa04d9e5370fb", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local mv=100\nlocal px=922337203685477\nlocal function sx(ez)\nreturn(string.gsub(ez,'.',function(sp)\nreturn string.format('%02x',string.byte(sp))\nend))\nend\nlocal b=c('GET',fe)\nlocal eg=b and i(b)\nlocal le=c('ZCOUNT',gd,'-inf',ak(ac))\nlocal pf=c('ZCARD',gd)- le\nlocal ag=c('ZRANGE',gd,'(' .. ak(ac),'+inf','BYSCORE','LIMIT',0,mv,'WITHSCORES')\nlocal d={'permits',al,b and 1 or 0,(eg or 0)+(b and le or 0),pf}\ntable.insert(d,ov({ARGV[2]}))\ntable.insert(d,c('PTTL',fe))\ntable.insert(d,#ag/2)\nfor q=1,#ag,2 do\nif #ag[q]~=16 then error('NOT_A_LOCK 2')end\nlocal ha=tonumber(ag[q+1])\ntable.insert(d,sx(ag[q]))\ntable.insert(d,ha>=px and -1 or ha - ac)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "5fbe34161c2127d49b6a36deb0cdd43de7e36dd8", BEGIN, inspectMOSTBYTES_, "local mx,pr,mk=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dk=1000\nlocal pv=1000\nlocal dl,qc=math.min(dk,mk),nx\nlocal lf,ri={},false\nlocal function si(aw,mg)\nfor bj,j in ipairs(mg)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(aw,j)end\nend\nend\nlocal function fc(aw)\nlocal ez,o=0,{}\nfor bj,j in ipairs(aw)do\nif #j<=pv then\nez=ez+ne(j)\ntable.insert(o,j)\nend\nend\nif ez>qc and(#lf>0 or dl>1)then return false end\nqc=qc - ez\nfor bj,j in ipairs(o)do table.insert(lf,j)end\nreturn true\nend\nlocal function rs(nr)\nreturn redis.pcall('SCAN',mx,'MATCH',ARGV[3],'COUNT',dl,'TYPE',nr)\nend\nrepeat\nlocal lx=rs('hash')\nif lx.err then return{'refused',ARGV[1],lx.err}end\nif ARGV[6]=='1' then si(lx[2],rs('string')[2])end\npr=pr - dl\nif #lf+#lx[2]>mk and dl>mk - #lf then\ndl=mk - #lf\nelseif fc(lx[2])then\nmx,dl,ri=lx[1],dk,lx[1]=='0'\nelseif #lf>0 then\npr=0\nelse\ndl=math.floor(dl/2)\nend\nuntil ri or #lf>=mk or pr<=0\nreturn{'scanned',ARGV[1],mx,unpack(lf)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "d52c3bd29f6d319c49bad243e46a73d3919f42d4", BEGIN, lockHashMode_, "local e,n\nlocal g,w,v='','',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local pv=1000\nlocal sa=5\nlocal function tg(o)\nlocal bn=1\nfor q=1,#o,2 do\nlocal rh=r~='plain' and o[q]=='mode'\nif rh and bn==q then\nbn=q+2\nelseif not rh and string.find(o[q],':write$')then\nbn=q\nend\nend\nreturn o[bn],o[bn+1]\nend\nlocal function sz(o)\nif r=='plain' then return 1 end\nlocal dl=#o/2\nif dl==sa then dl=c('HLEN',e)end\nreturn dl - 1\nend\nlocal pa={'',-2,0,'',0}\nlocal function ss(j)\nlocal ki,hd,nf=om(j)\nlocal l=ki and c('PTTL',j)or -2\nif l<=0 then return pa end\nlocal nr='light'\nreturn{nr,l,1,ki,1},qj(hd,nf)\nend\nlocal function sr(j,ou)\ne,n=j,ou\nlocal dc,o=pcall(ca)\nif not dc then return ss(j)end\nif not r then return pa end\nlocal l=c('PTTL',e)\nlocal u,bz=tg(o)\nif l<=0 or not u or #u>pv then return pa end\nreturn{r,l,sz(o),u,tonumber(bz)}\nend\nlocal ph={}\nlocal function oo(lw,ld)\nif #lw==0 then return end\nld=ld or c('EXISTS',unpack(lw))\nif ld==0 then return end\nif 4*ld<#lw then\nlocal ro=math.floor(#lw/2)\nlocal m,sj={unpack(lw,1,ro)},{unpack(lw,ro+1)}\nlocal re=c('EXISTS',unpack(m))\noo(m,re)\nreturn oo(sj,ld - re)\nend\nfor bj,di in ipairs(lw)do\nlocal pg=redis.pcall('LLEN',di)\nif type(pg)~='number' then pg=redis.pcall('ZCARD',di)end\nph[di]=type(pg)=='number' and pg or 0\nend\nend\nlocal ra,nu,qk,rq,rr,lw={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,as,qt,oi=unpack(KEYS,4*q - 3,4*q)\nlocal nb\nnb,qk[q]=sr(j,ARGV[q+1])\nra[q],nu[q]=nb,bg(nb[4])\nif nb~=pa and not qk[q] then\ntable.insert(rq,as)\ntable.insert(rr,qt)\ntable.insert(lw,oi)\nend\nend\nlocal mr=qw(nu)\noo(rq)\noo(rr)\noo(lw)\nlocal d,ez={'summaries',ARGV[1]},0\nfor q,nb in ipairs(ra)do\nlocal io=qk[q] or mr[q]\nez=ez+ne(nb[4])+ne(io)+50\nif q>1 and ez>nx then return d end\nfor bj,su in ipairs(nb)do table.insert(d,su)end\ntable.insert(d,io)\nlocal bj,as,qt,oi=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(ph[as] or 0)+(ph[qt] or 0))\ntable.insert(d,ph[oi] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "2e42b58f0b633c827102159e6b16719945b93ae9", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return af()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "f01ee96fe3d218cdd608d5f51f3fd520fcf38b16", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function bd(to)\nfor q=1,#KEYS,2 do\ne,n=KEYS[q],KEYS[q+1]\nlocal af=to(q)\nif af then return af end\nend\nend\nlocal function rx()\nbd(function()\neb()\nend)\nreturn{'held',al,1,tonumber(ab)}\nend\nif c('EXISTS',unpack(KEYS))==0 then return rx()end\nlocal ol,pc,hf\nlocal bi=bd(function(q)\ncn()\nlocal af=ga()\nif af and af[1]=='ended' then return af end\nif af then\nlocal l=af[4]<0 and tonumber(ab)or af[4]\nol=math.min(l,ol or l)\nelse\nhf=true\nlocal l=ck()\nif l~=-2 and not pc then pc={'busy',al,l,(q+1)/2}end\nend\nend)\nif bi then return bi end\nif ol and hf then return bh('lost')end\nif ol then return{'held',al,1,ol}end\nif not pc then return rx()end\nif cg then\nbd(function()\nh('SET',n,'|-refused','PX',f)\nend)\nend\nreturn pc", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "8be9eb0fed987eaf6be75dcda5dd6927186767c8", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, waitersLeaveList_, standMarked_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn pz()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "a7702be70ac3d632c8df5907a34633b973e5b2cb", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, "local function et()\nif k then h('PEXPIRE',k,ARGV[4]+c('PTTL',e),'GT')end\nreturn c('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "d1a8da30b7030b8e4370626ba9ad076abf332c15", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local dg=pcall(mo)\nlocal ki=not dg and om(e)\nif ki then\nck()\no={ki}\nlocal d=kw(1)\nh('DEL',e)\nmt()\nreturn d\nend\nif not dg then mo()end\nif r=='read' or r=='write' then aj(e)end\nif not r then return kw(0)end\nlocal d=kw(1)\nlocal cp=em(ARGV[3],h('DEL',e,fh))\nmt()\nreturn jw(d,cp)", END);

export const lockLookStanding: LuaScript = /* @__PURE__ */ script("lock/look-standing", "84d7c28ab71742544e079b02853a9deef4963d64", BEGIN, stateLock_, lockHashStateKeyOf_, lockHashIsRandom_, waitersNow_, "dd()\nlocal es=160000\nlocal d,mr={'looked',ARGV[1],ac},{}\nfor q=2,#KEYS,4 do\ntable.insert(mr,KEYS[q])\nend\nlocal ah=c('MGET',unpack(mr))\nlocal function nk(cf,fh,jf,du)\nlocal at=c('LPOS',cf,jf)\nif at then\nh('LSET',cf,at,du)\nelse\nh('RPUSH',cf,du)\nend\nh('PEXPIRE',cf,es)\nh('SET',fh,'1','PX',es)\nend\nlocal function iv()\nlocal u,sk=unpack(c('HRANDFIELD',e,2))\nif sk then return false end\nreturn oh(u)or(not KEYS.locked and c('EXISTS',bg(u))==1)\nend\nlocal function sw(g)\nreturn KEYS.locked and redis.pcall('HEXISTS',e,g)==1\nend\nfor pk=1,#mr do\nlocal q=4*pk\ne,n=KEYS[q - 3],KEYS[q - 2]\nlocal jf,du=ARGV[2*pk],ARGV[2*pk+1]\ng=string.match(du~='' and du or jf,'^%S+ (%S+)')\nlocal l=(ah[pk] or sw(g))and -2 or c('PTTL',e)\nlocal kt=true\nif l>=0 and du~='' then\npcall(nk,KEYS[q - 1],KEYS[q],jf,du)\nlocal p,af=pcall(iv)\nkt=not p or af\nend\ntable.insert(d,l)\ntable.insert(d,kt and 1 or 0)\nend\nreturn d", END);

export const lockPass: LuaScript = /* @__PURE__ */ script("lock/pass", "6ded41d6f73f1e4abbd0f1a38a79d1afef806a40", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[6] and KEYS[4]\nlocal og=false\nlocal function ev()\nh('DEL',e)\nog=true\nend\nlocal function hv()end", endEndHold_, "local d=ht(ARGV[4],(ARGV[15] or '')~='')\nif not og then return d end\nlocal p,qg=bl(function()\nif not h('SET',KEYS[3],'|+' .. ARGV[13],'PX',ARGV[12],'NX')then return false end\ns('UNLINK',KEYS[3])\nh('HINCRBY',e,ARGV[10],1)\ns('UNLINK',e)\nh('PEXPIRE',e,ARGV[11])\nreturn true\nend)\nig(ARGV[10],ARGV[14])\nif p and qg then\ntable.insert(d,'held')\nreturn d\nend\nlocal gx=1+h('DEL',fh)\nreturn jw(d,em(ARGV[9],gx,ARGV[15],ARGV[16],ARGV[17],ARGV[18]))", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "d264dfbda9642c902a1b39a40b13799711f2737f", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function sl(b)\nlocal io=KEYS.locked and bg(string.match(b,'^%S+ (%S+)'))\nif io and not(KEYS.locked[io] and c('EXISTS',io)==0)then return end\ndd()\nh('RPUSH',cf,my(b))\nh('PEXPIRE',cf,es)\nend\nlocal cp\nlocal function ev()\nlocal gx=h('DEL',e,fh)\nif(ARGV[14] or '')~='' and pcall(sl,ARGV[14])then gx=2 end\ncp=em(ARGV[9],gx,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function hv()\nig(g)\nend", endEndHold_, "if not bn then ig(g,ARGV[15])end\nlocal d=ht(ARGV[4],(ARGV[10] or '')~='')\nreturn jw(d,cp)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "7c78588656c94a50f52addb089d4e1a0e0f57716", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal z\nlocal function ev()\nem(z,h('DEL',e,fh))\nend\nlocal function hv()end", endEndHold_, "local pi=(#ARGV - 8)/2\nlocal rc=ARGV[4]=='1' and 3*pi or 2*pi\nlocal mq,dt={'ends',al},nil\nfor q=1,pi do\ne,n=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*pi+q] end\ncf,fh=KEYS[rc+2*q - 1],KEYS[rc+2*q]\nz=ARGV[2*q+8]\nlocal p,d=bl(ht,ARGV[2*q+7])\nif p then\ntable.insert(mq,d[3])\nelse\ndt=d.err or d\nif string.find(dt,'^WRONGTYPE')then dt='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif dt then error(dt,0)end\nreturn mq", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "01b663f6ed3698ac383c1cccc741f5a1aa976c91", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, holdRenew_, "cn()\nif not ap then an=ARGV[7] end\nlocal i,bi=nk(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bi or{'renewed',al,i}", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ script("lock/renew-many", "60ea840fd3d420d18818df184fe83d76725dfcee", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local de", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, "local function ti()\nlocal rd,er=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal bz=(#ARGV - 3)/6\nlocal qa,po={},0\nfor q=1,bz do\ntable.insert(qa,KEYS[2*q])\nend\nfor q=2*bz+1,#KEYS do\ntable.insert(qa,KEYS[q])\nend\nlocal rk=c('MGET',unpack(qa))\nlocal mq={'renewals',ARGV[1]}\nfor q=1,bz do\nlocal ab,f,qe\ng,by,ab,f,qe,de=unpack(ARGV,6*q - 2,6*q+3)\ne,n,k=KEYS[2*q - 1],KEYS[2*q],nil\nif qe=='1' then\npo=po+1\nk=KEYS[2*bz+po]\nend\nbt(rk[q],k and rk[bz+po])\nlocal qv=de~=''\nlocal dj=qv and jq(er)\nlocal l=rd and not qv and c('PTTL',e)\nif l and k then l=math.min(l,c('PTTL',n)- er,c('PTTL',k)- er)end\nlocal i,bi\nif l and l>rd then\nbi=cu()or not cz()and ay(ci('lost'),f)\nelse\nl=tonumber(ab)\ni,bi=nk(ab,f,l+er,qe=='2',qv and function(bz)\nqr(bz,dj,ab)\nend)\nend\ntable.insert(mq,bi and bi[3] or l)\nend\nreturn mq\nend\nreturn ti()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "eca43d8c55cd485de736b0d8e8932e46be0ecdea", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(i or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "bbfa4ec6f78675dd6c2697103e884c06c0fe5f53", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local ke,np=ARGV[9],ARGV[10]", stealRob_, "local function lp(l)\nif r~='plain' then aj(e)end\nreturn nm(l,eb)\nend\nlocal nn,lr=ie,eb", stealQuickAnswer_, "local function ah()\ncn()\nreturn ga()\nend", stealFullAnswer_, "return af()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "27ab107382d39d8dc7e4f1e3f4b8e350ec04702b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jy(true)then return p(0)end\nlocal d=p(1)\nlocal cp=lc(function()\nreturn em(ARGV[5],h('DEL',e,fh))\nend)\nreturn jw(d,cp)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "3f5807fbbdec6f04f750894e708ac41065a2370b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal fd=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jy(true)then return p(0)end\nlocal d=p(1)\nlocal cp=lc(function()\nreturn mf(ARGV[5],h('DEL',e,fh))\nend)\nreturn jw(d,cp)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ script("owner/release-queued-reads", "b2ebdbb7d43657afd7ab36737762334294f25fa6", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gk,de,ej=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function em()\nlt('free')\naz(gk,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qd()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ script("owner/release-queued-writes", "ab1edb429e664f71fc726ab14ae06545e941968b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gk,de,ej=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function em(dp)\nlt(dp)\naz(gk,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jy(false)then return p(0)end\nlocal d=p(1)\nlc(ev)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ script("owner/release-reads", "d5ec03fa0ccde37f2be54fbcfc6cd778995fc9b2", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local de=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function em()\naz(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qd()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ script("owner/release-writes", "ff7a7786198c6affbc4799949453688484486f74", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local de=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function em()\naz(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jy(false)then return p(0)end\nlocal d=p(1)\nlc(ev)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "bcfc7946cb8f3f1b905bfffa079b1db9e74f5f2b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nif not jy(ARGV[7]=='0')then return p(0)end\ngj(e,ARGV[5])\nex(n,ARGV[6])\nreturn qs()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ script("owner/renew-reads", "75473fe911927e5a8a830382b516bf87452cff5a", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local de=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nlocal bz=jy(false)\nif not bz then return p(0)end\ngj(e,ARGV[5])\nex(n,ARGV[6])\nfor au=1,bz do\nlocal j=dm(g,au)\nif not gj(j,ARGV[5])then h('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn qs()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "3d1158ee9a55935ecd86360f414058ffa65ddffe", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ab,cg=ARGV[5],ARGV[6]=='1'\nlocal px=922337203685477\nlocal b,am=unpack(c('MGET',fe,k))\nlocal bi=cu(am)\nif bi then return bi end\nb=b or c('GET',fe)\nlocal eg=b and i(b)or 0\nif am then\nlocal lv=l()\nreturn lv>0 and{'held',al,lv,eg}or ns()\nend\nif not b then return gi('unset')end\neg=ow(eg,z)\nif eg<#hc then\nif cg then gi('refused')end\nlocal bn=c('ZRANGE',gd,'(' .. ak(ac),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',al,bn and tonumber(bn)<px and bn - ac or -1,eg}\nend\nh('SET',k,'+','PX',f)\ns('UNLINK',k)\nlocal pb=h('ZADD',gd,'NX',qu(ab))\nif pb==#hc then s('ZREM',gd,unpack(hc))end\nh('DECRBY',fe,pb)\nlocal ry=c('PTTL',fe)\nif ry>0 then h('PEXPIRE',gd,ry)end\nlocal lv=pb==#hc and tonumber(ab)or l()\nif lv<=0 then return ns()end\nreturn{'held',al,lv,eg - pb}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "fa553c066f2208eb372c1b13af30e5dbc1a6359b", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local eg=c('GET',fe)\nlocal lv,dl=l()\nif eg then i(eg)end\nif dl==0 then return ns()end\nlocal d=gi(lv>0 and 'released' or 'lost')\nif eg then\nnc(dl,z,0,h,'ZREM',gd,unpack(hc))\nelse\nh('ZREM',gd,unpack(hc))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "182ffa6a72a032274707ef04383ad1fb652de01b", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function af(aq)\nreturn{'done',al,tonumber(aq)}\nend\nlocal fg=c('GET',k)\nif fg then return af(fg)end\nlocal eg=c('GET',fe)\nfg=l()>0 and '1' or '0'\nif eg and fg=='1' then ow(i(eg),z)end\nav('SET',k,fg,'PX',f)\ns('UNLINK',k)\nif fg=='1' then\nfor q=4,#KEYS do\nlocal m=h('SET',KEYS[q],'-released','PX',f,'GET')\nif m then s('SET',KEYS[q],m,'PX',f)else s('UNLINK',KEYS[q])end\nend\nif eg then\nh('INCRBY',fe,#hc)\ns('INCRBY',fe,-#hc)\nend\nh('ZREM',gd,unpack(hc))\nif eg then az(z,#hc)end\nend\nreturn af(fg)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "18211111ff6b0591c0867014b259bc8bb024057c", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local lv,ab=l(),ARGV[5]\nif lv<=0 then return ns()end\nif ab then av('ZADD',gd,'XX','GT',qu(ab))end\nreturn{'leased',al,lv}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "f3dbe58d5d7ce2e0b559ab129cde367cfd355c93", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local gd,z,aq,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal eg=el\nif eg and t=='try' then return p(0,av)end\nlocal pf=c('ZRANDMEMBER',gd,3)\nfor bj,kr in ipairs(pf)do\nif #kr~=16 then error('NOT_A_LOCK 3')end\nend\nlocal pj=tonumber(aq)\nif eg and t=='set' then pj=aq - eg - c('ZCARD',gd)end\nif pj==0 and eg then return p(1,av)end\nlocal d=p(1,h)\nh('INCRBY',j,string.format('%.0f',pj))\nif not eg and #pf>0 then\ns('UNLINK',j)\nh('DEL',gd)\nend\nif t~='add' or pj>0 then az(z,aq)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "6ccb025eeecb767ecdd0dea15106e854383c61d8", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local eg=c('GET',fe)\nlocal kn=eg and ow(i(eg),ARGV[2])\nreturn{'permits',al,kn or 0,c('ZCOUNT',gd,'(' .. ak(ac),'+inf'),kn and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ script("read-write/acquire-read", "a493302d00439c03509b5526f90ee7fd64b1644e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local de=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return eb()end\nelse\nlocal l=ix(true)\nlocal af\nif l and(not r or(r=='read' and l>=0))then\naf=ie()\nelse\naf=ll(l)\nend\nif af then return hh(af)end\nend\ncn()\noc()\nlocal af=ga()\nif af then return af end\nlocal l=ck()\nif l==-2 then return eb()end\nif r=='read' or(r=='write' and c('HEXISTS',e,g .. ':write')==1)then return eb()end\nif gq()then ay('refused',f)end\nreturn hh({'busy',al,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("read-write/acquire-write", "cb039e787ccda7a9ad42cdd6f50fc30da6fba070", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, "local de=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return eb()end\nelse\nlocal l=ix(ARGV[6]~='2')\nlocal af=l==-2 and ie()or ll(l)\nif af then return hh(af)end\nend\ncn()\nlocal af=ga()\nif af then return af end\nlocal l=ck()\nif l==-2 then return eb()end\nlocal bf=string.sub(g,1,-7)\nif k and fj(bf,tonumber(c('HGET',e,bf)or 0))>0 then return ay('upgrade',f)end\nif gq()then ay('refused',f)end\nreturn hh({'busy',al,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ script("read-write/check-read", "71be52b96cc48844cc40ec8452c5eb29382b6e90", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local de=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function et(i)\nreturn nj(i,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "134b3f8295be27ede444ca86e51628a736c571d9", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function et()\nreturn lu(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "e4dca195e1c28c725c46442758bebd9e6d3ea03a", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "mo()\nif r=='plain' then aj(e)end\nif r~=ARGV[6] then return kw(0)end\nlocal d=kw(1)\nh('DEL',e)\naz(ARGV[3],r=='write' and '1' or '0')\nmt()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ script("read-write/release-read", "0cb464a305e3be0b294382e4fed19a75ab758baf", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local de=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function em()\naz(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function hv()end", readsEndOne_, endEndHold_, "return ht(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("read-write/release-write", "e81ccbfb7e950202c811109a5584a1d4f2e2fa71", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, "local de=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function em()\naz(ARGV[9],'1')\nend", writesEndLast_, "local function hv()end", endEndHold_, "return ht(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ script("read-write/renew-read", "c4fad5b63d0bf751c6ceeda1eafa1601c7b23228", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local de=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cn()\nlocal dj=jq(ARGV[5] - ARGV[4])\nlocal i,bi=nk(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(bz)\nqr(bz,dj,ARGV[4])\nend)\nif bi then return bi end\nreturn{'renewed',al,i}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "e455dc5fe20e241b5617f6a02bf96cd4c612c567", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local td=r==ARGV[3] or(r=='write' and ARGV[3]=='read' and c('HLEN',e)>2)\nreturn{'status',ARGV[1],td and l or -2,tonumber(i or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "ad8b39204a2620820f214ee28679cb06f543b33b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "1d46886dfcaa61448cb25bb929e2eadfd880907f", BEGIN, waitersNow_, waitersDigits_, "local e,am,al,g,qx=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,ar,pl=string.match(c('GET',am)or '','^(%d+) (%S+) (.*)$')\ndd()\nif pl==qx and ar==g then return{'spends',al,0}end\nif c('HEXISTS',e,g)==0 then return{'ended',al,'lost'}end\nif pl~=qx then\nh('SET',am,ak(ac).. ' ' .. g .. ' ' .. qx)\nreturn{'spends',al,0}\nend\nlocal ru=math.max(0,ac - q)\nreturn{ru<tonumber(ARGV[4])and 'spends' or 'spent',al,ru}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "1ef10819c0c11612686a7149df77d80e6d1497e4", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gl(c('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "22fbf8825641bf36205890731eec55321b341698", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local aq,rz=ARGV[3],ARGV[6]\nif el then return p(0,av)end\nlocal d=p(1,h)\nif rz then h('SET',j,aq,'PX',rz)else h('SET',j,aq)end\naz(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "8bf050c324547ca84dd8fa544d954f46e2480a50", BEGIN, stateWrite_, "local k,al=KEYS[1],ARGV[1]\nlocal ta=av('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',al,(ta or c('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "a69f41449681bb714ef26b86be0b9db28641f38a", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local mk=ARGV[3]\nel=fe()\nif nv then return{'held',al,tonumber(el or 0)}end\nif not el then return ay('unset')end\nif tonumber(el)>=tonumber(mk)then\nh('SET',k,'+' .. mk,'PX',f)\ns('UNLINK',k)\nreturn{'held',al,h('DECRBY',j,mk)}\nend\nif ARGV[4]=='1' then ay('refused')end\nreturn{'busy',al,tonumber(el)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "b006fa23d2c44ec9b72b4fa6c50f5f3982eb0a92", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local fe=(el or 0)+ARGV[3]\nlocal d=p(fe,av)\nh('INCRBY',j,ARGV[3])\nqo(ARGV[4],fe)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "5e1e8b7e9c0bf0cf5bd4cabd8e3baf735a3f3316", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not nv then return ay('free')end\nlocal tc=fe()\nlocal d=ay('released')\ns('SET',k,am,'PX',f)\nif tc then qo(ARGV[3],av('INCRBY',j,nv))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "926ab047d86272dcf5eb0ee3c5299150255ef8d7", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not el then return p(0,av)end\nlocal d=p(el,h)\nh('DECRBY',j,el)\nreturn d", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "1c1a4b417b181ce74c90eb10f1261607e4af04fb", BEGIN, "local sh=86400000\nlocal function tn(j,ki)\nlocal ax,pl=string.match(c('GET',j)or '','^(%d+) (.*)$')\nif pl==ki then return ax end\nlocal bc=c('TIME')\nlocal ce=bc[1] .. string.format('%06d',bc[2])\nif ax and(#ax>#ce or(#ax==#ce and ax>=ce))then\nlocal m,st,te=string.match(ax,'^(%d-)(%d)(9*)$')\nce=m ..(st+1).. string.rep('0',#te)\nend\nh('SET',j,ce .. ' ' .. ki,'PX',sh)\nreturn ce\nend\nlocal function kp(av)\nreturn function(aw,bm)\nlocal j=table.remove(aw)\nlocal d=av(aw,bm)\nif d[1]=='held' then table.insert(d,tn(j,bm[2]))end\nreturn d\nend\nend\nlocal sc=10000\nlocal he,pn=KEYS[1],ARGV[2]\nlocal ps={}\nlocal function tf(e,n,sn)\nif sn=='2' then return end\ntable.insert(ps,string.match(n,'^[^:]+:([^:]*:)').. string.sub(e,#pn+1))\nend\nlocal function rj()\nif #ps==0 then return end\nlocal rt,hc=c('TIME')[1],{}\nfor bj,kx in ipairs(ps)do\ntable.insert(hc,rt - rt % 60 .. '000')\ntable.insert(hc,kx)\nend\nps={}\nif h('ZADD',he,unpack(hc))>0 then h('ZREMRANGEBYRANK',he,0,-sc - 1)end\nend\nlocal mp={}\nmp['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nmp['fair-read-write/acquire-write']=kp(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nmp['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nmp['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nmp['read-write/steal-write']=kp(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nmp['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gk=KEYS[1],ARGV[2]", rwQueueTell_, "local bw,id={unpack(ARGV,3)},{}\ndd()\nfor bj,x in ipairs(bw)do\ntable.insert(id,ak(ac))\ntable.insert(id,x)\nend\nav('ZADD',be,'XX',unpack(id))\nif c('PTTL',be)<lz then\nfor bj,j in ipairs({as,dx,be})do h('PEXPIRE',j,es)end\nend\nlocal l=c('PTTL',e)\nlocal r=l==-2 and 'free' or c('HGET',e,'mode')or 'plain'\nlocal bj,bn=gm(as)\nlocal bj,nq=gm(dx)\nif gh and(r=='free' or r=='read')then gg(r)end\nlocal d={'touched',ARGV[1],r,l,bn or 0,nq or 0}\nfor bj,aq in ipairs(c('ZMSCORE',as,unpack(bw)))do table.insert(d,tonumber(aq or 0))end\nreturn d\nend\nmp['web-locks/snapshot']=function(KEYS,ARGV)\nlocal he,pn,m,cg,ni=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal qz=100\nlocal sf=500\nlocal cr=15000\nlocal bc=c('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal function sv(e)\nlocal cw,pm={},1\nfor bj,u in ipairs(c('HKEYS',e))do\nif u=='mode' then\npm=0\nelse\ntable.insert(cw,u)\nend\nend\nreturn cw,pm\nend\nlocal function tp(e,cm,rg,lk)\nlocal rw=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal as,be=ARGV[6] .. cm .. ARGV[7] .. rw,ARGV[6] .. cm .. ARGV[8] .. rw\nlocal bw=c('ZRANGE',as,rg,rg+lk - 1)\nif #bw==0 then return{},0 end\nlocal rn={}\nfor q,ao in ipairs(c('ZMSCORE',be,unpack(bw)))do\nif tonumber(ao or 0)>ac - cr then table.insert(rn,bw[q])end\nend\nreturn rn,#bw\nend\nlocal pq=0\nif m~='' then\nif c('ZSCORE',he,cg)==m then\npq=c('ZRANK',he,cg)+(ni>0 and 0 or 1)\nelse\npq,ni=c('ZCOUNT',he,'-inf','(' .. m),0\nend\nend\nlocal d,pp={'page',ARGV[1],'','',0},sf\nlocal jf=c('ZRANGE',he,pq,pq+qz - 1,'WITHSCORES')\nfor q=1,#jf,2 do\nlocal cm,kx=string.match(jf[q],'^([^:]*):(.*)$')\nlocal kt,cw,pm=pcall(sv,pn .. kx)\nlocal rp,bw,i=pcall(tp,pn .. kx,cm,ni,pp)\ncw,bw,i=kt and cw or{},rp and bw or{},rp and i or 0\nif #cw+i+ni==0 then\nh('ZREM',he,jf[q])\nelse\nif ni>0 then cw={}end\nfor bj,bd in ipairs({kx,kt and pm or 0,#cw,#bw})do table.insert(d,bd)end\nfor bj,bd in ipairs(cw)do table.insert(d,bd)end\nfor bj,bd in ipairs(bw)do table.insert(d,bd)end\npp=pp - i\nif pp<=0 then\nd[3],d[4],d[5]=jf[q+1],jf[q],ni+i\nreturn d\nend\nend\nni=0\nend\nif #jf==2*qz then d[3],d[4]=jf[#jf],jf[#jf - 1] end\nreturn d\nend\nlocal sg={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal mq={'batch',ARGV[1]}\nlocal pe,mm=2,3\nwhile ARGV[mm] do\nlocal kx,rl,rb=ARGV[mm],ARGV[mm+1],ARGV[mm+2]\nlocal aw,bm={},{ARGV[1]}\nfor q=pe,pe+rl - 1 do table.insert(aw,KEYS[q])end\nfor q=mm+3,mm+2+rb do table.insert(bm,ARGV[q])end\nif sg[kx] then tf(aw[1],aw[2],bm[6])end\nif kx=='web-locks/snapshot' then pcall(rj)end\nlocal d=bo(mp[kx],aw,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(mq,d)\npe,mm=pe+rl,mm+3+rb\nend\npcall(rj)\nreturn mq", END);
