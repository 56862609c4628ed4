// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local c=redis.call\nlocal a={}\nlocal function h(y,...)\nlocal d=redis.call(y,...)\na[#a+1]={}\nreturn d\nend\nlocal function s(...)\na[#a]={...}\nend\nlocal function az(z,bq)\nredis.pcall('PUBLISH',z,bq)\nif #a>0 then a[#a]={}end\nend\nlocal function bl(ae,...)\nlocal m=#a\nlocal n,d=pcall(ae,...)\nif n then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bo(ae,aw,bm)\nlocal n,d,bp=bl(ae,aw,bm)\nif n then return d end\nlocal b=type(d)=='table' and d.err or d\nif not string.find(b,'^%u+ ')then b='ERR ' .. b end\nreturn{err=b ..(bp and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bo(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function av(y,j,...)\nlocal n,d=pcall(h,y,j,...)\nif n then return d end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn h(y,j,...)\nend";

const onceCounter_ =
  "local function gl(b)\nif not b then return false end\nif #b>16 or not(b=='0' or string.find(b,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn b\nend";

const onceKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function af(aq)\nreturn{'done',al,tonumber(aq)}\nend\nlocal function n(aq,kn)\nkn('SET',k,aq,'PX',f)\ns('UNLINK',k)\nreturn af(aq)\nend";

const onceValue_ =
  "local ek,fg=unpack(c('MGET',j,k))\nif fg then return af(fg)end\nek=gl(ek or c('GET',j))";

const stateLock_ =
  "local e,o,k,al,g,by=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]";

const stateEpoch_ =
  "local w,ba,an,v='','','',''";

const stateOwnerStateExists_ =
  "local ap,bv=false,false\nlocal function bt(bb,cl)\nap,bv=bb~=false,bb\nw,ba,an=string.match(bb or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(cl or '')or ba\nend";

const stateLoadState_ =
  "local function cn()\nif k then\nbt(unpack(c('MGET',o,k)))\nelse\nbt(c('GET',o))\nend\nend";

const stateLostHow_ =
  "local function ci(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bh(t)\nreturn{'ended',al,t}\nend\nlocal function cu()\nlocal t,ar=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bh(t),ar end\nend\nlocal function bs(b,f)\nif ap then\nlocal l=c('PTTL',o)\nif l>tonumber(f)then f=l end\nend\nav('SET',o,b .. an,'PX',f)\nif ap then s('SET',o,bv,'PX',f)else s('UNLINK',o)end\nend";

const stateRememberEnd_ =
  "local function ay(t,f,ar)\nlocal b='-' .. t ..(ar or '')\nif k then\nav('SET',k,b,'PX',f)\nif v=='' then s('UNLINK',k)else s('SET',k,v,'PX',f)end\nelse\nbs(w .. '|' .. b,f)\nend\nreturn bh(t)\nend";

const lockHashMode_ =
  "local r,i\nlocal function aa(ak)\nreturn string.rep('%x',ak)\nend\nlocal cc='^' .. table.concat({aa(8),aa(4),aa(4),aa(4),aa(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bu()\nreturn w~='' or string.sub(v,1,1)=='+'\nend";

const lockHashStateKeyOf_ =
  "local function bg(u)\nlocal m=string.match(o,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(o,#m+#g+1)\nend";

const lockHashIsOwner_ =
  "local function cd(u)\nif string.find(string.gsub(u,':write$',''),cc)then return true end\nif KEYS.locked and(u~=g or g=='')then error('KEY_NOT_LOCKED')end\nlocal ag=c('GET',bg(u))\nreturn ag and(string.sub(ag,1,1)~='|' or string.sub(ag,1,2)=='|+')\nend";

const lockHashIsCount_ =
  "local function bk(b)\nreturn #b<=6 and string.find(b,'^[1-9]%d*$')~=nil\nend\nlocal function aj(j)\nfor at,bd in ipairs(KEYS)do\nif bd==j then error('NOT_A_LOCK ' .. at)end\nend\nend";

const lockHashTimeLeft_ =
  "local function ck()\nlocal l=c('PTTL',e)\nif l==-1 then aj(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function ca()\nlocal p=c('HRANDFIELD',e,5,'WITHVALUES')\nr,i=#p>0 and 'plain',p[1]==g and p[2]\nif #p>2 then\nr,i=unpack(c('HMGET',e,'mode',g))\nif g=='mode' then i=false end\nif(r~='read' and r~='write')or(i and not bk(i))then aj(e)end\nend\nlocal ah=i and bu()\nfor q=1,#p,2 do\nif p[q]~='mode' or r=='plain' then\nif not bk(p[q+1])then aj(e)end\nah=ah or cd(p[q])\nend\nend\nif r and not ah then aj(e)end\nreturn p\nend";

const grantLeaseMs_ =
  "local ab,f,fy=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local eb=ARGV[6]=='3'\nlocal cg=eb or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal dd,ei,gk=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dl(bf,au)\nlocal j=dd .. bf .. ':rwlock_timeout:' .. au\nif KEYS.locked and not KEYS.locked[j] then error('KEY_NOT_LOCKED')end\nreturn j\nend";

const readsBegin_ =
  "local function eg(ab)\nlocal l=r and c('PTTL',e)or -2\nif r=='write' then\nh('HSET',e,g,1)\nelse\nh('HSET',e,'mode','read',g,1)\nend\nif l==-2 then s('UNLINK',e)else s('HDEL',e,g)end\nh('SET',dl(g,1),'1','PX',ab)\ns('UNLINK',dl(g,1))\nif l<tonumber(ab)then h('PEXPIRE',e,ab)end\nend";

const grantTake_ =
  "local function ea()\nif k then\nh('SET',k,'+' .. by,'PX',f)\ns('UNLINK',k)\nan=ARGV[8]\nbs(by .. '|' .. ba,f)\nelse\nh('SET',o,'|+' .. ARGV[8],'PX',f)\ns('UNLINK',o)\nend\neg(ab)\nreturn{'held',al,1,tonumber(ab),k and by or ''}\nend";

const readHoldsOwnLeft_ =
  "local function jq(eq)\nlocal l=k and c('PTTL',k)\nreturn l and(l==-1 and math.huge or l - eq)\nend";

const readHoldsLives_ =
  "local cs={}\nlocal function dv(bf,au)\nlocal j=dl(bf,au)\ncs[j]=cs[j] or c('PTTL',j)\nreturn cs[j]\nend";

const readHoldsSCRIPTMS_ =
  "local ge=10";

const readHoldsOWNMS_ =
  "local jh=5";

const readHoldsSlotOf_ =
  "local function jr(i,di)\nif not k then return 1,dv(g,1),true end\nlocal q,l,dx=1,math.huge,false\nlocal jk=ba=='+' and w=='' and i>1\nfor au=i,jk and 2 or 1,-1 do\nlocal bd=dv(g,au)\nlocal fr=bd>di - ge\nlocal jp=bd<l and(au>1 or l>di+jh or bd<l - ge)\nif(fr and not dx)or(fr==dx and jp)then\nq,l,dx=au,bd,fr\nend\nend\nreturn q,l,dx\nend";

const readHoldsReadLeft_ =
  "local function nj(i,eq)\nlocal di=jq(eq)\nlocal bj,l=jr(i,di)\nlocal ep=di or math.huge\nfor bj,bd in ipairs({l,c('PTTL',e)})do\nif bd~=-1 then ep=math.min(ep,bd)end\nend\nreturn ep==math.huge and -1 or math.max(ep,0)\nend";

const readsHoldLeft_ =
  "local function es(i,f)\nreturn nj(i,f - ARGV[4])\nend\nlocal function ez()\nreturn r=='read' or r=='write'\nend\nlocal fk=64\nlocal function fb(ab,bj,f)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nh('SET',dl(g,i),'1','PX',ab)\ns('UNLINK',dl(g,i))\nh('PEXPIRE',k,f)\nreturn i,tonumber(ab)\nend";

const grantSettled_ =
  "local function ga()\nlocal bi=cu()\nif bi then return bi end\nlocal ah=not k or v~=''\nca()\nif i and ah then\nlocal cj=string.sub(v,2)\nif w~='' and w~=cj then return ay(ci('lost'),f)end\nif not k and not ap and r=='plain' then\nan=ARGV[8]\nbs('|+',f)\nh('PEXPIRE',e,ab,'GT')\nend\nreturn{'held',al,tonumber(i),es(tonumber(i),f),cj}\nend\nif i and ez()then\nif fy then return ay('reentered',f)end\nif tonumber(i)>=fk then return ay('crowded',f)end\nlocal l=ck()\nif string.sub(w,1,1)=='!' then w=by end\nlocal de=math.max(l,tonumber(ab))\nh('SET',k,'+' .. w,'PX',f+de)\ns('UNLINK',k)\nbs(w .. '|' .. ba,f)\nlocal bz,ad=fb(ab,de,f)\nif l<de then h('PEXPIRE',e,ab)end\nreturn{'held',al,bz,ad,w}\nend\nif v~='' or(ap and not k)then return ay(ci('lost'),f)end\nend";

const grantIsLast_ =
  "local function gq()\nif eb and KEYS.locked then error('KEY_NOT_LOCKED')end\nreturn cg\nend";

const grantWithHolder_ =
  "local function hh(af)\nif not eb or af[1]~='busy' then return af end\nlocal u,fz=unpack(c('HRANDFIELD',e,2))\nif u=='mode' and fz then u=fz end\nif u then\ntable.insert(af,u)\ntable.insert(af,c('GET',bg(u))or '')\nend\nreturn af\nend";

const waitersNow_ =
  "local ac,bc\nlocal function dc()\nbc=c('TIME')\nac=bc[1]*1000+math.floor(bc[2]/1000)\nend";

const waitersDigits_ =
  "local function ak(aq)\nreturn string.format('%.0f',aq)\nend";

const waitersHEAD_ =
  "local ee='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dm(dz)\nreturn 'leasehound:' .. dz\nend";

const readHoldsMOSTWALKED_ =
  "local du=80\nlocal function fj(bf,i)\nif i>du then return math.max(c('PTTL',e),0)end\nlocal bx=0\nfor au=1,i do\nbx=math.max(bx,dv(bf,au))\nend\nreturn bx\nend";

const rwQueueQueue_ =
  "local as,dw,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cr=15000";

const rwQueueKEPTMS_ =
  "local er=60000\nlocal lz=45000";

const rwQueueMOSTDROPPED_ =
  "local fl=64\nlocal hb=256\nlocal gh=false\nlocal hr='^' .. ee .. ':wake:[%w-]+$'\nlocal function fu(x)\nreturn string.sub(x,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fi(x)\nif h('ZREM',as,x)==0 then return false end\nh('ZREM',be,x)\nif fu(x)then h('ZREM',dw,x)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function gb(x,bc)\nlocal ao=tonumber(bc or 0)\nif ao<=ac then return ao end\nh('ZADD',be,ak(ac),x)\nreturn ac\nend\nlocal function gm(fw,fp)\nlocal br=c('ZRANGE',fw,0,0,'WITHSCORES')\nif #br==0 then return false end\nif br[1]==fp then return fp end\nif not ac then dc()end\nlocal ao=gb(br[1],c('ZSCORE',be,br[1]))\nif ao>ac - cr then return br[1],tonumber(br[2]),ao+cr end\nbr=c('ZRANGE',fw,0,fl - 1,'WITHSCORES')\nlocal bw,fq,dq={},{},nil\nfor q=1,#br,2 do table.insert(bw,br[q])end\nlocal ih=c('ZMSCORE',be,unpack(bw))\nfor q,x in ipairs(bw)do\nao=gb(x,ih[q])\nif ao>ac - cr then\ndq=q\nbreak\nend\ntable.insert(fq,x)\nend\ngh=true\nfor bj,j in ipairs({as,dw,be})do h('ZREM',j,unpack(fq))end\nif dq then return bw[dq],tonumber(br[2*dq]),ao+cr end\nreturn #bw==fl and 'more'\nend";

const rwQueueTell_ =
  "local function cb(x,db,aq)\nlocal ch=string.match(x,'^.|[^|]*|([^|]*)|')\nif string.find(ch,'^%d%d%d%d%d%d$')then\naz(gk,db .. ch .. aq)\nelseif string.find(ch,hr)then\naz(dm(ch),db .. aq .. ' ' .. e)\nend\nreturn ch\nend\nlocal function gg(dn)\nlocal bn,aq=gm(as)\nif not bn or bn=='more' then return end\nif fu(bn)then\nif dn=='free' then cb(bn,'2',ak(aq))end\nreturn\nend\nlocal m=c('ZRANGE',dw,0,0,'WITHSCORES')[2]\nlocal ag={}\nfor bj,bf in ipairs(c('ZRANGE',as,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,hb))do\nlocal ch=string.match(bf,'^.|[^|]*|([^|]*)|')\nif not ag[ch] then ag[cb(bf,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function ls(m)\nlocal nh=c('ZRANGE',as,hb - 1,hb - 1,'WITHSCORES')\nif nh[1] and(not m or tonumber(nh[2])<m)then\ncb(nh[1],'3',m and ak(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function im(x)\nif not fi(x)then return end\nlocal hy=c('HGET',e,'mode')\nif hy~='write' then gg(hy and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function mj(x)\nif not ac then dc()end\nlocal at,aq=c('ZRANK',as,x),0\nif not at then\nlocal ku=c('ZRANGE',as,-1,-1,'WITHSCORES')\naq=(tonumber(ku[2])or 0)+1\nh('ZADD',as,ak(aq),x)\nif fu(x)then h('ZADD',dw,ak(aq),x)end\nat=c('ZCARD',as)- 1\nend\nh('ZADD',be,ak(ac),x)\nif aq>0 or c('PTTL',be)<lz then\nfor bj,j in ipairs({as,dw,be})do h('PEXPIRE',j,er)end\nend\nreturn at+1,aq\nend";

const readsForgetOutlived_ =
  "local function oc()\nif not k or ap or v~='' then return end\nca()\nif not i or not ez()or fj(g,tonumber(i))>0 then return end\nck()\nh(c('HLEN',e)==2 and 'DEL' or 'HDEL',e,g)\nend";

const fairReadWriteBlock_2 =
  "if c('EXISTS',unpack(KEYS))==0 then return ea()end\nlocal function oa(qh,m)\nlocal af=ea()\npcall(function()\nif qh and fi(ei)and not gh then ls(m)end\nif gh then gg('read')end\nend)\nreturn af\nend\ncn()\noc()\nlocal af=ga()\nif af then\nif k then pcall(im,ei)end\nreturn af\nend\nif k and r=='write' and c('HEXISTS',e,g .. ':write')==1 then return oa(true,0)end\nlocal l=ck()\nlocal dn=l==-2 and 'free' or r=='read' and 'read'\nlocal la=l\nif dn then\nlocal ng=tonumber(c('ZSCORE',as,ei)or nil)\nlocal nq,aq,mz=gm(dw)\nif not nq or(ng and aq and aq>ng)then return oa(ng,aq)end\nla=nq=='more' and 0 or mz+1 - ac\nif gh then gg(dn)end\nend\nif gq()then\nim(ei)\nay('refused',f)\nreturn hh({'busy',al,l,0,-1,0})\nend\nlocal at,aq=mj(ei)\nreturn{'busy',al,l,at,la,aq}";

const writesBegin_ =
  "local function eg(ab)\nh('HSET',e,'mode','write',g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,ab)\ns('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function lu(f,eq)\nlocal l=c('PTTL',e)\nif not k then return l end\nlocal js=c('PTTL',o)\nif js~=-1 then\nlocal di=js - eq\nl=math.max(l==-1 and di or math.min(l,di),0)\nend\nh('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function es(bj,f)\nreturn lu(f,f - ARGV[4])\nend\nlocal function ez()\nreturn r=='write'\nend\nlocal fk=1000\nlocal function fb(ab)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nreturn i,tonumber(ab)\nend";

const grantTakeNew_ =
  "local function ie()\nif not h('SET',o,'|+' .. ARGV[8],'PX',f,'NX')then return end\ns('UNLINK',o)\neg(ab)\nreturn{'held',al,1,tonumber(ab),''}\nend";

const fairReadWriteWasAnswered_ =
  "local qy=ARGV[6]=='2'\nlocal function jb()\nlocal l=c('PTTL',e)\nif l>=0 and c('EXISTS',o)==0 then\nlocal at,aq=mj(ei)\nreturn{'busy',al,l,at,l,aq}\nend\nif l~=-2 then return end\nlocal bn=c('ZRANGE',as,0,0)[1]\nlocal af=(not bn or bn==ei)and ie()\nif af and bn then pcall(fi,ei)end\nreturn af\nend\nif qy and not k then\nlocal af=jb()\nif af then return af end\nelseif c('EXISTS',unpack(KEYS))==0 then\nreturn ea()\nend\ncn()\nlocal af=ga()\nif af then\nif k then pcall(im,ei)end\nreturn af\nend\nlocal l=ck()\nlocal la=l\nif l==-2 then\nlocal bn,bj,mz=gm(as,ei)\nif not bn or bn==ei then\naf=ea()\nif bn then pcall(fi,ei)end\nreturn af\nend\nla=bn=='more' and 0 or mz+1 - ac\nif gh then gg('free')end\nelseif k then\nlocal bf=string.sub(g,1,-7)\nif fj(bf,tonumber(c('HGET',e,bf)or 0))>0 then\nim(ei)\nreturn ay('upgrade',f)\nend\nend\nif gq()then\nim(ei)\nay('refused',f)\nreturn hh({'busy',al,l,0,-1,0})\nend\nlocal at,aq=mj(ei)\nreturn{'busy',al,l,at,la,aq}";

const forceLock_ =
  "local e,o,g,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local p";

const forceStored_ =
  "local fg=c('GET',KEYS[2])\nif fg then return{'forced',ARGV[1],tonumber(fg)}end";

const forceLookAtLock_ =
  "local function mo()\np=ca()\nif r then ck()end\nend";

const forceForced_ =
  "local function kw(el)\nav('SET',KEYS[2],el,'PX',ARGV[2])\ns('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],el}\nend";

const forceTellHolders_ =
  "local function mt()\nlocal ag=p[9] and '* ' or ''\nfor q=1,#p,2 do ag=ag .. p[q] .. ' ' end\naz(ARGV[5],ag .. 'lost')\nend";

const stateExtended_ =
  "local em,dp={},{}";

const stateKeep_ =
  "local function ew(j,ad,gf)\nif h('PEXPIRE',j,ad,'GT')==0 and(gf or dp[e])then h('PEXPIRE',j,ad,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local fn=60000\nlocal function fc()\nreturn ap or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gk,dd,ei=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function df()\nif c('PTTL',e)<0 then return false end\nlocal n,ds=pcall(ca)\nif string.find(tostring(ds),'KEY_NOT_LOCKED')then error(ds,0)end\nif not n then return false end\nif string.find(g,':write$')then return r=='write' end\nreturn(r=='plain')==(dd=='')\nend\nlocal function cz(cx)\nif k and v=='' and not cx then return nil end\nlocal cj=v~='' and string.sub(v,2)or cx or ''\nlocal i=(w=='' or w==cj)and c('HGET',e,g)or nil\nif i and not bu()and not df()then return nil end\nreturn i\nend";

const readHoldsSetLife_ =
  "local function lo(bf,au,ad)\nlocal j=dl(bf,au)\ncs[j]=ad or -2\nif ad then h('SET',j,'1','PX',ad)else h('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function iy(dg)\nif dg>du then return true end\nlocal bx,bz=0,0\nlocal cw=c('HGETALL',e)\nfor q=2,#cw,2 do bz=bz+(tonumber(cw[q])or 0)end\nif bz>du then return true end\nfor q=1,#cw,2 do\nbx=math.max(bx,fj(cw[q],tonumber(cw[q+1])or 0))\nend\nif bx>0 then\nh('PEXPIRE',e,bx)\nelse\nh('DEL',e)\nend\nreturn bx>0\nend";

const readHoldsTimeoutKeys_ =
  "local function mh(i)\nlocal aw={}\nfor au=1,math.min(i,du)do aw[au]=dl(g,au)end\nreturn aw\nend";

const rwQueueWakeNext_ =
  "local function lt(dn)\npcall(gg,dn)\nend";

const rwQueueGiveUp_ =
  "local function hv()\nif ei~='' then im(ei)end\nend";

const endFirst_ =
  "local bn,ib,f,ej=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal ar=ej=='' and '' or ' ' .. ej";

const fairReadWriteFreed_ =
  "local function el()\nlt('free')\naz(gk,'0')\nend";

const readsShortenLock_ =
  "local function ky(gy,dg)\nif gy<c('PTTL',e)- ge or c('HGET',e,'mode')=='write' then return end\nif not iy(dg or c('HLEN',e))then el()end\nend\nlocal function mb(bz)\nlocal aw,dg=mh(bz),c('HLEN',e)\nif dg==2 then\nh('DEL',e,unpack(aw))\nreturn el()\nend\nlocal gy=fj(g,bz)\nh('HDEL',e,g)\ns('HSET',e,g,i or 1)\nky(gy,dg)\npcall(h,'DEL',unpack(aw))\nend";

const readsEndLast_ =
  "local function eu()\nmb(1)\nend";

const readsEndOne_ =
  "local function hu(ic,i,gi)\nlocal lj=dv(g,i)\nlocal au,gy,dx=jr(i,jq(ARGV[7] - ic))\ngi()\nh('HINCRBY',e,g,-1)\nlo(g,i)\nif au<i and lj>0 and(dx or lj>gy)then\nlo(g,au,lj)\nelseif au<i and dx then\nlo(g,au)\nend\nky(gy)\nend";

const endEndHold_ =
  "local function ht(cx,ii)\nlocal ft,fs=true,nil\nif not k then\nft,fs=pcall(c,'HGET',e,g)\nend\nif fs=='1' then\nlocal n,m=pcall(h,'SET',o,'|-released' .. ar,'PX',f,'GET')\nif n and m then s('SET',o,m,'PX',f)end\nif n and not m then s('UNLINK',o)end\nif n and(m and string.sub(m,1,2)=='|+' or not m and(bn and ii or df()))then\neu(true)\nreturn bh('released')\nend\nif n and not m then return ay('taken',fn)end\nif n then\nlocal dy=f+c('PTTL',e)\nh('SET',o,m,'PX',dy)\ns('SET',o,m,'PX',dy)\nend\nend\ncn()\nlocal bi,ia=cu()\nif bi and ar~='' and ia~=ej and(bi[3]=='released' or string.find(bi[3],'^still'))then\nreturn bh('released-elsewhere')\nend\nif bi then return bi end\nlocal i=(ft or fc())and cz(bn and cx)\nif not i then\nlocal t=ci(c('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ay(t,fc()and f or fn)\nhv()\nreturn d\nend\nif tonumber(i)>1 then\nlocal t='still:' .. i - 1\nhu(ib,tonumber(i),function()\nay(t,f,ar)\nend)\nif k then pcall(ew,o,f)end\nreturn bh(t)\nend\nlocal d=ay('released',f,ar)\neu()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return ht(ARGV[4])";

const stateExtend_ =
  "local function gj(j,ad)\nif h('PEXPIRE',j,ad,'GT')==1 then return true end\nif not em[j] and h('PEXPIRE',j,ad,'NX')==1 then dp[j]=true end\nem[j]=true\nreturn dp[j]\nend";

const exclusiveEndOne_ =
  "local function hu(ic,bj,gi)\ngj(e,ic)\ngi()\nh('HINCRBY',e,g,-1)\nend";

const fairReadWriteFreed_2 =
  "local function el(dn)\nlt(dn)\naz(gk,'1')\nend";

const writesEndLast_ =
  "local function eu()\nlocal dg,dn=c('HLEN',e),'free'\nif dg==2 then\nh('DEL',e)\nelse\nh('HSET',e,'mode','read')\ns('HSET',e,'mode','write')\nh('HDEL',e,g)\ns('HSET',e,g,i or 1)\nif iy(dg)then dn='read' end\nend\nel(dn)\nend";

const exclusiveBegin_ =
  "local function eg(ab)\nh('HINCRBY',e,g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,ab)\ns('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function es(bj,f)\nlocal l=c('PTTL',e)\nif k then h('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function ez()\nreturn r=='plain'\nend\nlocal fk=1000\nlocal function fb(bj,l)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nreturn i,l\nend";

const waitersMAILBOX_ =
  "local fa=ee .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cb(ai,...)\naz(dm(ai),table.concat({...},' '))\nend";

const queueQueue_ =
  "local as,cq,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cr=15000\nlocal dj=2000\nlocal fm=100\nlocal kz=10\nlocal jc=false\nlocal function eo(y,j,dh)\nfor q=1,#dh,dj do\nh(y,j,unpack(dh,q,math.min(q+dj - 1,#dh)))\nend\nend\nlocal function ec()\nreturn c('ZDIFF',2,cq,be,'WITHSCORES')\nend\nlocal function hx()\nlocal cg=c('LINDEX',as,-1)\nreturn cg,tonumber(cg and c('ZSCORE',cq,cg)or nil)\nend";

const queueLeave_ =
  "local function fi(fv,dk)\nlocal bw=c('LRANGE',as,0,fm)\nlocal jm=#bw>fm\nlocal gr=jm and ec()or c('ZRANGE',cq,0,-1,'WITHSCORES')\nlocal gt,cg,et={},nil,nil\nfor q=1,#gr,2 do\ngt[gr[q]]=gr[q+1]\nend\nif jm then\ncg,et=hx()\nbw=(#gr>0 or dk>kz)and c('LRANGE',as,0,-1)\nend\nlocal gs,cy,eh,hf=0,{},{},{}\nfor bj,x in ipairs(bw or{})do\nif fv[x] then\ngs=gs+fd\ntable.insert(eh,x)\nelse\ntable.insert(hf,x)\nif gs>0 and gt[x] then\ntable.insert(cy,ak(gt[x] - gs))\ntable.insert(cy,x)\nend\nend\nend\nif not bw then\nfor x in pairs(fv)do\nif h('LREM',as,0,x)>0 then table.insert(eh,x)end\nend\nelseif #eh==1 then\nh('LREM',as,0,eh[1])\nelseif #eh>1 then\nh('DEL',as)\neo('RPUSH',as,hf)\nend\neo('ZREM',cq,eh)\nif et then\nlocal jj=et - #eh*fd\ncg,et=hx()\nif et and et>jj and not gt[cg] then\ntable.insert(cy,ak(jj))\ntable.insert(cy,cg)\nend\nend\neo('ZADD',cq,cy)\nif bw and #hf==0 then h('DEL',be)end\nend\nlocal function kq()\nlocal gu=c('ZRANGEBYSCORE',be,'-inf',ak(ac - cr))\nif #gu==0 then return end\nlocal fv={}\nfor bj,x in ipairs(gu)do\nfv[x]=true\nend\nfi(fv,#gu)\neo('ZREM',be,gu)\njc=true\nend\nlocal function li()\nwhile true do\nlocal cm=c('LINDEX',as,0)\nif not cm then return false end\nif not ac then dc()end\nlocal ao=tonumber(c('ZSCORE',be,cm)or nil)\nif ao and ao>ac then\nlocal fo={}\nfor bj,x in ipairs(c('ZRANGEBYSCORE',be,'(' .. ak(ac),'+inf'))do\ntable.insert(fo,ak(ac))\ntable.insert(fo,x)\nend\nav('ZADD',be,fo[1],fo[2])\neo('ZADD',be,fo)\nao=ac\nend\nlocal ex=not ao and tonumber(c('ZSCORE',cq,cm)or nil)\nlocal ju=ao and ao+cr or ex or 0\nif ju>ac then return cm,ju,ao~=nil end\nif ao then\nkq()\nelse\nh('LPOP',as)\nh('ZREM',cq,cm)\njc=true\nend\nend\nend\nlocal function kv(bn)\nlocal fx=h('ZPOPMIN',cq,fm+1)\nlocal m,cy,l={},{},false\nfor q=#fx,1,-1 do table.insert(m,fx[q])end\nif #fx>0 then s('ZADD',cq,unpack(m))end\nlocal function hz(dh)\nfor q=2,#dh,2 do\nif dh[q - 1]==bn then\nl=true\nelse\ntable.insert(cy,ak(dh[q] - fd))\ntable.insert(cy,dh[q - 1])\nend\nend\nend\nhz(fx)\nif #fx>2*fm then\nif not l then h('ZREM',cq,bn)end\nhz(ec())\nhz({hx()})\nend\neo('ZADD',cq,cy)\nif #cy==0 and c('EXISTS',as)==0 then h('DEL',be)end\nend\nlocal function kc(x)\nif KEYS.locked then return end\nlocal b=redis.pcall('GET',(string.gsub(bg(x),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(b)=='string' and b or nil\nend\nlocal function kd(dt,...)\nlocal ai=string.match(dt or '','^~?(' .. fa .. ') ')\nif ai then cb(ai,...)end\nreturn ai\nend\nlocal function lb(ed,x,dt)\nif not kd(dt,'try',x,0)then az(ed .. x,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local pu=30000\nlocal pt=86400000\nlocal function ob()\nlocal af=ea()\nbl(kv,g)\nreturn af\nend\nlocal function oj(ex)\nlocal oy=ex - ac+fd+cr\nif c('PTTL',be)<oy then h('PEXPIRE',be,ak(oy))end\nend\nlocal function qn(at,qb,cy)\nwhile true do\nlocal p=c('LRANGE',as,at+1,at+fm)\nfor bj,x in ipairs(p)do\nif c('ZSCORE',be,x)then return end\nlocal ex=c('ZSCORE',cq,x)\nif ex then\ntable.insert(cy,ak(ex+qb))\ntable.insert(cy,x)\nend\nend\nif #p<fm then return end\nat=at+fm\nend\nend\nlocal pd=false\nlocal function af()\nlocal ld=c('EXISTS',e,o,k or o)\nif ld==0 then\nlocal cm=h('LPOP',as)\nif not cm then\ns('EXISTS',as)\nreturn ea()\nend\ns('LPUSH',as,cm)\nif cm==g then return ob()end\nh('LPUSH',as,cm)\nelse\nlocal jn=not k and ld==1\nif not jn then cn()end\nlocal af=not(jn and ARGV[6]=='2')and ga()\nif af then return af end\nend\nlocal l=ck()\ndc()\nlocal at=c('LPOS',as,g)\nlocal gv=at and h('ZADD',be,ak(ac),g)==1\nif gv then oj(ac+(at+1)*fd)end\nkq()\nlocal cm,oe\nif l==-2 then\ncm,oe=li()\nend\nif l==-2 and not cm then\nh('DEL',be)\nreturn ea()\nend\nif l==-2 and cm==g then\nh('LPOP',as)\ns('LPUSH',as,g)\nreturn ob()\nend\nif jc then\nat=c('LPOS',as,g)\nif l==-2 then lb(ARGV[10],cm,kc(cm))end\nend\nif gq()then\nif at then\nfi({[g]=true},1)\nh('ZREM',be,g)\nend\nay('refused',f)\nreturn hh({'busy',al,l,at and at+1 or 0,-1})\nend\nlocal ah=at and tonumber(c('ZSCORE',cq,g)or nil)\nif ah and ah<ac - pt then ah=nil end\nlocal ex=ah\nif not at then\nlocal ku=c('LINDEX',as,-1)\nex=(ku and c('ZSCORE',cq,ku)or ac+math.max(l,0))+fd\nat=h('RPUSH',as,g)- 1\npd=true\nh('ZADD',be,ak(ac),g)\nend\nlocal od=ac+(at+1)*fd\nif not ex or ex<od - fd+pu then ex=od end\nif ex~=ah then\nlocal cy={ak(ex),g}\nif ah and not gv then qn(at,ex - ah,cy)end\neo('ZADD',cq,cy)\noj(ex)\nend\nreturn{'busy',al,l,at+1,l==-2 and oe+1 - ac or l}\nend";

const waitersIsHeard_ =
  "local function hg(ai,z)\nai=dm(ai)\nlocal co=redis.pcall('PUBSUB','NUMSUB',ai,z or ai)\nreturn co.err~=nil or co[2]~=0,co[4]\nend";

const waitersDated_ =
  "local function my(b)\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. ak(ac).. ' '))\nend";

const waitersIsCluster_ =
  "local function of()\nlocal mn=redis.pcall('INFO','cluster')\nreturn type(mn)=='string' and string.find(mn,'cluster_enabled:1',1,true)~=nil\nend\nlocal function ny()\nlocal n,nz=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn n and nz=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function op(b,co)\nb=my(b)\nif co~='1' or string.find(b,'^~')then return b end\nlocal on=ny()and hg(string.match(b,'^%S+'))and not of()\nreturn(on and '' or '~').. b\nend";

const waitersSECRET_ =
  "local is=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local ji=20";

const waitersTellGranted_ =
  "local function jt(ai,ct,...)\nlocal b='granted ' .. table.concat({...},' ')\ncb(ai,b,string.sub(redis.sha1hex(ct .. b .. ct),1,ji))\nend";

const waitersSTANDINGMS_ =
  "local it=150000\nlocal ir='^(~?)(' .. fa .. ') (%S+) (' .. is .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op]k?)(.*)$'\nlocal iq=15\nlocal dr,hp=0,false\nlocal en=false\nlocal function gz(b,z)\nlocal am,ai,g,ct,ab,f,id,t,an=string.match(b,ir)\nif not am or string.find(an,'^[^\\n]')or math.max(#ab,#f)>iq then return end\nif ac - id>=it then return end\nen=false\nif am=='' or z then\nlocal gw=string.sub(t,2,2)\nlocal gn,cz=hg(ai,z)\nif gw=='p' then cz=nil end\nif am=='' then\nif not gn then return end\ndr,hp=z and cz or 0,gw=='o'\nend\nen=gn and cz==0\nend\nif KEYS.locked and string.sub(t,3)~='k' then\nam,en='~',false\nend\nreturn am,ai,g,ct,ab,f,t,an\nend";

const waitersStanding_ =
  "local cf,fh=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal er=160000\nlocal function ff()\nh('SET',fh,'1','PX',er)\nend";

const waitersCALLEDMS_ =
  "local gc=65\nlocal iu=30\nlocal hi=50\nlocal ao=0\nlocal function go(at,db,ad)\nlocal b=c('LINDEX',cf,at)\nif not b then return false end\nlocal ai,g=string.match(b,'^~?(' .. fa .. ') (%S+)')\nif ai then cb(ai,db,g,ad)end\nreturn true\nend\nlocal function hn(db,ad)\nif go(0,db,ad)then ff()end\nend";

const waitersIsOpen_ =
  "local function ho(g)\nreturn KEYS.locked or c('EXISTS',bg(g))==0\nend\nlocal function hj(ad,z)\nif not ac then dc()end\nwhile ao<hi do\nao=ao+1\nlocal b=c('LINDEX',cf,0)\nif not b then return end\nlocal am,ai,g=gz(b,z)\nif dr>0 then ad=iu end\nlocal gp=am and ho(g)\nif gp and(am=='' or ad>0)then\nff()\ncb(ai,ad==0 and 'try' or 'next',g,ad)\nif ad==0 or am=='~' or dr>0 then go(1,'next',ad+gc)end\nreturn\nend\nh('LPOP',cf)\nif gp then\ncb(ai,'try',g,0)\nad=gc\nend\nend\nhn(ad==0 and 'try' or 'next',ad)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local jg=5000\nlocal ij=50\nlocal function jl(am,g,ab,f,an)\nif not KEYS.locked and am=='' then\nif not h('SET',bg(g),'|+' .. an,'PX',f,'NX')then return end\ns('UNLINK',bg(g))\nend\nlocal cv=math.min(tonumber(ab),am=='' and jg or ij)\nh('HINCRBY',e,g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,cv)\ns('UNLINK',e)\nreturn cv\nend";

const waitersWithGrant_ =
  "local function jw(d,cp)\nif not cp then return d end\ntable.insert(d,'granted')\nfor bj,jv in ipairs(cp)do table.insert(d,jv)end\nreturn d\nend";

const queueTellNext_ =
  "local function ls(ed,cv)\nlocal x=c('LINDEX',as,0)\nif not x or kd(kc(x),'next',x,cv)then return end\nif c('ZSCORE',be,x)then return end\nh('ZADD',cq,'XX','LT',ak(ac+cv+fd),x)\naz(ed .. x,'0')\nend\nlocal function nd(ed,x,dt)\nlocal am,ai,g,ct,ab,f,bj,an=gz(dt)\nif am~='' or g~=x then return end\nlocal cv=jl(am,g,ab,f,an)\nif not cv then return end\nh('LPOP',as)\nkv(g)\njt(ai,ct,g,ak(ac),cv,ak(ac),0,0)\npcall(ls,ed,cv)\nreturn{g,cv}\nend\nlocal function mf(ed,gx)\nlocal cm,dt\nlocal n,cp=bl(function()\nlocal bj,iv\ncm,bj,iv=li()\ndt=iv and kc(cm)\nreturn dt and nd(ed,cm,dt)\nend)\nlocal bu=n and cp or(not n and redis.pcall('EXISTS',e)==1)\nif bu then\nif gx==2 then pcall(ff)end\nreturn n and cp\nend\nif cm then pcall(lb,ed,cm,dt)end\nif gx==2 then pcall(hj,0)end\nend";

const stateTimeouts_ =
  "local dd=''";

const fenceMarkKey_ =
  "local nt,al,ce=KEYS[1],ARGV[1],ARGV[2]\nlocal function py(am)\nif not am then return true end\nif not string.find(am,'^%d+$')then error('the mark of this resource is no number')end\nreturn #am<#ce or(#am==#ce and am<=ce)\nend\nlocal function qf(am,da)\nif am==ce then return false end\nlocal bc=c('TIME')\nif tonumber(ce)<=(bc[1]+60)*1e6+bc[2] then return false end\nlocal ax=tonumber(c('GET',da)or '')\nreturn not ax or ax<tonumber(ce)\nend\nlocal function qp(am)\nif am~=ce then h('SET',nt,ce)end\nend";

const grantLooked_ =
  "local ik\nlocal function ix(iz)\nif iz or KEYS.locked then\nlocal df,p=pcall(ca)\nif not df or i then return end\nik=p\nend\nif r==false then return -2 end\nreturn c('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function jn()\nreturn c('EXISTS',o)==0\nend";

const grantRefuseNew_ =
  "local function ll(l)\nif not l or l<0 then return end\nlocal gv\nif gq()then\ngv=av('SET',o,'|-refused','PX',f,'NX')\nelse\ngv=jn()\nend\nif gv then return{'busy',al,l}end\nend";

const waitersMOST_ =
  "local dj='9223372036854775807'";

const fencedTokenKey_ =
  "local da=KEYS[3]";

const waitersReadToken_ =
  "local function kb()\nlocal ax=c('GET',da)\nreturn ax~='' and ax\nend\nlocal function ka(b)\nreturn string.find(b,'^%d+$')and(#b<#dj or(#b==#dj and b<=dj))\nend\nlocal function il(ax,hs)\nlocal ce=hs[1] .. string.format('%06d',hs[2])\nax=ax or ''\nlocal hw=#ax<#ce or(#ax==#ce and ax<ce)\nif hw then h('SET',da,ce)else h('INCR',da)end\nif ax=='' then s('UNLINK',da)else s('SET',da,ax)end\nreturn hw and ce or c('GET',da)\nend";

const fencedWithToken_ =
  "local function kp(af,ce)\ntable.insert(af,ce)\nreturn af\nend\nlocal function jo()\nlocal ax=kb()\nif ax and not ka(ax)then aj(da)end\nreturn ax\nend\nlocal function ms(ax)\nif ax==dj then aj(da)end\nlocal ce=il(ax,c('TIME'))\nreturn kp(ea(),ce)\nend\nlocal function ox()\nlocal oz,ax=pcall(jo)\nlocal af=oz and ax~=dj and ie()\nreturn af and kp(af,il(ax,c('TIME')))\nend\nlocal function os()\ncn()\nlocal ax=k and v=='' and jo()\nlocal af=ga()\nif af and af[1]=='held' then kp(af,ax or jo()or il(nil,c('TIME')))end\nreturn af,ax\nend";

const fencedQuickAnswer_ =
  "local function jb()\nif k then return c('EXISTS',e,o,k)==0 and ms(jo())end\nlocal l=ix(ARGV[6]~='2')\nreturn l==-2 and ox()or ll(l)\nend\nlocal function jx()\nlocal af,ax=os()\nif af then return af end\nlocal l=ck()\nif l==-2 then\nif not k then ax=jo()end\nreturn ms(ax)\nend\nif gq()then ay('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function af()\nreturn hh(jb()or jx())\nend";

const lockHashIsRandom_ =
  "local function oh(u)\nreturn string.find(u,':%d%d%d%d%d%d%d%d%d%d%d%d+$')~=nil\nend";

const standIsOurs_ =
  "local iv=0\nlocal function jn()\nlocal p=ik or c('HRANDFIELD',e,2,'WITHVALUES')\nlocal he={o}\nif #p==2 and not KEYS.locked then table.insert(he,bg(p[1]))end\nif p[1]==g then return false end\nlocal di,ec=unpack(c('MGET',unpack(he)))\nlocal kt=#p==2 and oh(p[1])\nif ec then kt=string.sub(ec,1,1)~='!' end\niv=kt and 1 or 0\nreturn not di\nend";

const waitersLeaveList_ =
  "local function ks(g)\nfor bj,b in ipairs(c('LRANGE',cf,0,-1))do\nif string.match(b,'^%S+ (%S+)')==g then h('LREM',cf,0,b)end\nend\nend\nlocal function ig(g,b)\nif KEYS.locked then\npcall(ks,g)\nelseif(b or '')~='' then\npcall(h,'LREM',cf,0,b)\nend\nend";

const standMarked_ =
  "local function ql(b)\nlocal co=ARGV[12]~='' and redis.pcall('PUBSUB','NUMSUB',ARGV[12])\nif not co or co.err then return b end\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(co[2]==0 and 'o' or 'p')))\nend\nlocal function ot()\ndc()\nlocal b=ql(op(ARGV[10],ARGV[11]))\nlocal at=ARGV[9]~='' and c('LPOS',cf,ARGV[9])\nif at then\nh('LSET',cf,at,b)\nelse\nh('RPUSH',cf,b)\nend\nh('PEXPIRE',cf,er)\nff()\nreturn b\nend";

const standAnswerOrStand_ =
  "local function pz()\nif KEYS.locked and cg then ig(g)end\nlocal d=af()\nif d[1]=='busy' and not cg then\nif ARGV[10]=='' then return d end\nlocal n,b=pcall(ot)\nif n then\ntable.insert(d,ac)\ntable.insert(d,b)\ntable.insert(d,iv)\nend\nelseif not(KEYS.locked and cg)then\nig(g,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local ip=60000\nlocal mu=64";

const stealRob_ =
  "local function nl(u,l)\nlocal ec=bg(u)\nlocal f=math.max(l+ip,c('PTTL',ec))\nlocal io='!' .. ke .. '|'\nlocal m=h('SET',ec,io .. '-' .. ke,'PX',f,'GET')\nif m then s('SET',ec,m,'PX',f)else s('UNLINK',ec)end\nlocal ag=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not ag then return end\nh('SET',ec,io .. ag,'PX',f)\ns('SET',ec,m,'PX',f)\nend\nlocal function nm(l,no)\nlocal ln={}\nfor bj,u in ipairs(c('HRANDFIELD',e,mu+1))do\nif u~='mode' or r=='plain' then\nnl(u,l)\ntable.insert(ln,u)\nend\nend\nh('UNLINK',e)\nlocal he=table.concat(ln,' ')\naz(np,he .. ' ' .. ke)\nlocal af=no()\ntable.insert(af,he)\nreturn af\nend";

const stealQuickAnswer_ =
  "local function jb()\nif k then return c('EXISTS',e,o,k)==0 and lr()end\nlocal l=ix(true)\nif l==-2 then return nn()end\nif l and l>=0 and c('EXISTS',o)==0 then return lp(l)end\nend";

const stealFullAnswer_ =
  "local function jx()\nlocal af=ah()\nif af then return af end\nlocal l=ck()\nif l==-2 then return lr()end\nreturn lp(l)\nend\nlocal function af()\nreturn jb()or jx()\nend";

const inspectSubscriptions_ =
  "local function ov(ed)\nlocal co=redis.pcall('PUBSUB','NUMSUB',unpack(ed))\nif co.err then return -1 end\nlocal lq=0\nfor q=2,#co,2 do lq=lq+co[q] end\nreturn lq\nend";

const lockHashLONGESTVALUE_ =
  "local nw=500\nlocal function om(j)\nlocal ek=redis.pcall('GETRANGE',j,0,nw)\nif type(ek)~='string' then return nil end\nreturn string.match(ek,'^lh1 (%S+) (%d+) (.*)$')\nend";

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
  "local function jb()\nif k then return c('EXISTS',e,o,k)==0 and ea()end\nlocal l=ix(ARGV[6]~='2')\nreturn l==-2 and ie()or ll(l)\nend\nlocal function jx()\ncn()\nlocal af=ga()\nif af then return af end\nlocal l=ck()\nif l==-2 then return ea()end\nif gq()then ay('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function af()\nreturn hh(jb()or jx())\nend";

const holdBlock_ =
  "cn()\nlocal bi=cu()\nif bi then return bi end\nlocal i=cz()\nif not i then return ay(ci('lost'),ARGV[4])end\nreturn{'counted',al,tonumber(i),es(tonumber(i))}";

const waitersTokenKey_ =
  "local da";

const waitersChainSince_ =
  "local hl,hm,hk\nlocal ma=1000\nlocal ly=2000\nlocal kf=99\nlocal function mi()\nda='redisson_lock_token:' .. string.match(cf,'^[^:]+:[^:]*:standing:(.*)$')\nif KEYS.locked and not KEYS.locked[da] then return false end\nlocal n,ax=pcall(kb)\nreturn n and(not ax or(ka(ax)and ax~=dj)),ax\nend\nlocal function kg(am,ai,g,ct,ab,f,t,an)\nlocal kh,ax=true,nil\nlocal kk=string.find(t,'^t')\nif kk then\nkh,ax=mi()\nend\nif not kh then return cb(ai,'try',g,0)end\nlocal cv=jl(am,g,ab,f,an)\nif not cv then return end\nlocal ce=kk and il(ax,bc)or nil\nif am=='~' then\ncb(ai,'try',g,ak(hl))\nelse\njt(ai,ct,g,ak(ac),cv,ak(hl),hm,hk,ce)\nend\nreturn{g,cv,ce}\nend\nlocal function kl(z)\naz(z,'1000000')\naz(z,'0')\nend\nlocal function iw(z)\nkl(z)\npcall(hj,0,z)\nend\nlocal function kj(b,lk)\nreturn math.min(math.max(tonumber(b)or 0,0),lk)\nend\nlocal function mc()\nif dr==0 or not hp then return false end\nlocal ko=c('LLEN',cf)+2\nreturn hm*dr>=math.max(ko+dr,hk*ko)\nend\nlocal function me(z,hd,jd,ja,je)\nif not ac then dc()end\nhl=math.min(tonumber(hd)or ac,ac)\nhm=kj(jd,kf - 1)+1\nhk=kj(ja,kf)\nlocal md=hk>hm and ly or ma\nif ac - hl>=md then return iw(z)end\nwhile ao<hi do\nao=ao+1\nlocal b=h('LPOP',cf)\nif not b then\naz(z,'0')\nreturn\nend\nlocal am,ai,g,ct,ab,f,t,an=gz(b,z)\nif am=='' and mc()then\nh('LPUSH',cf,b)\nreturn iw(z)\nend\nif am=='~' and ho(g)then\nlocal km=en and kg(am,ai,g,ct,ab,f,t,an)\nif km then\nig(g)\nelse\nkl(z)\ncb(ai,'try',g,0)\nend\npcall(hj,km and ij or gc)\nreturn\nend\nlocal cp=am=='' and kg(am,ai,g,ct,ab,f,t,an)\nif cp then\nig(g)\npcall(hn,'next',cp[2])\nif dr>0 and je~='1' then az(z,'1')end\nreturn cp\nend\nend\niw(z)\nend\nlocal function el(z,gx,hd,jd,ja,je)\nao=0\nif gx==2 then\nlocal n,cp=bl(me,z,hd,jd,ja,je)\nif n then return cp end\nif redis.pcall('EXISTS',e)==1 then return end\nend\naz(z,'0')\nend";

const holdRenew_ =
  "local function nk(ab,f,dy,ok,lm)\nlocal bi=cu()\nif bi then return nil,bi end\nlocal i=cz()\nif not i then return nil,ay(ci('lost'),f)end\ngj(e,ab)\nif lm then lm(tonumber(i))end\nif k then\nif ap then\new(o,dy)\nelse\nbs(string.sub(v,2).. '|',dy)\nend\new(k,dy,lm)\nelseif KEYS.locked and not ap then\nbs('|+',dy)\nelseif ok then\new(o,dy)\nend\nreturn tonumber(i)\nend";

const readHoldsRenewSlot_ =
  "local function qr(i,di,ab)\nlocal au=1\nif i>1 then au=jr(i,di)end\nlocal j=dl(g,au)\nif not gj(j,ab)then h('SET',j,'1','PX',ab,'NX')end\ncs[j]=nil\nend";

const lockHashLock_ =
  "local e,o,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "ca()\nlocal l=ck()";

const ownerAnswer_ =
  "local function af(ev)\nreturn{'done',al,tonumber(ev)}\nend\nlocal function n(ev)\nav('SET',k,ev,'PX',ARGV[4])\ns('UNLINK',k)\nreturn af(ev)\nend";

const ownerHeldCount_ =
  "local function jy(jz)\nca()\nif r and(r=='plain')~=jz then aj(e)end\nif r then ck()end\nreturn i and tonumber(i)\nend";

const ownerENDED_ =
  "local hq='released-elsewhere'\nlocal ip=60000\nlocal function lc(lg)\nlocal f=math.max(c('PTTL',e)+ip,c('PTTL',o))\nav('SET',o,'!' .. hq .. '|-' .. hq,'PX',f)\nif ap then s('SET',o,bv,'PX',f)else s('UNLINK',o)end\nlocal lh=lg()\naz(ARGV[6],g .. ' ' .. hq)\nreturn lh\nend";

const ownerBlock_ =
  "cn()";

const ownerEndReads_ =
  "local function qd()\nif v~='' then return af(v)end\nlocal bz=jy(false)\nif not bz then return n(0)end\nlocal d=n(1)\nlc(function()\nmb(tonumber(bz))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function qs()\nn(1)\nreturn{'done',al,1,w}\nend";

const permitsGiveBack_ =
  "local function nc(dk,z,ep,na,...)\nlocal ef=av('INCRBY',fe,dk)\ns('INCRBY',fe,-dk)\nna(...)\nif ef>=ep then az(z,ak(ef))end\nend";

const permitsSweep_ =
  "local function ow(ef,z)\nlocal kr,ha=unpack(c('ZRANGE',gd,0,0,'WITHSCORES'))\nif kr and #kr~=16 then error('NOT_A_LOCK 2')end\nif not kr or tonumber(ha)>ac then return ef end\nlocal le=c('ZCOUNT',gd,'-inf',ak(ac))\nlocal dk=math.min(le,ml)\nnc(dk,z,1,h,'ZREMRANGEBYRANK',gd,0,dk - 1)\nreturn ef+le\nend";

const permitExpirableRecord_ =
  "local k,z,f=KEYS[3],ARGV[2],ARGV[4]\nlocal mw=setmetatable({},{\n__index=function(ey,aa)\ney[aa]=string.char(tonumber(aa,16))\nreturn ey[aa]\nend,\n})\nlocal hc,ey={},string.gsub(ARGV[3],'..',mw)\nlocal function l()\nlocal ep,dk=math.huge,0\nfor bj,ha in ipairs(c('ZMSCORE',gd,unpack(hc)))do\nep=math.min(ep,ha and ha - ac or 0)\nif ha then dk=dk+1 end\nend\nreturn ep,dk\nend";

const permitExpirableEnded_ =
  "local function bh(t)\nreturn{'ended',al,t}\nend\nlocal function gi(t)\nlocal m=av('SET',k,'-' .. t,'PX',f,'GET')\nif m then s('SET',k,m,'PX',f)else s('UNLINK',k)end\nreturn bh(t)\nend\nlocal function cu(am)\nif am and string.sub(am,1,1)=='-' then return bh(string.sub(am,2))end\nend";

const permitExpirableScored_ =
  "local function qu(ab)\nlocal dh,ha={},ak(ac+ab)\nfor bj,qm in ipairs(hc)do\ntable.insert(dh,ha)\ntable.insert(dh,qm)\nend\nreturn unpack(dh)\nend";

const permitExpirableLostEnd_ =
  "local function ns()\nreturn cu(c('GET',k))or gi('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#ey,16 do\ntable.insert(hc,string.sub(ey,q,q+15))\nend";

const readWriteTimeouts_ =
  "local dd=ARGV[9]\nlocal ke,np=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function lp(l)\nif r=='plain' then aj(e)end\nreturn nm(l,ea)\nend\nlocal nn,lr=ie,ea";

const readWriteKnown_ =
  "local function ah()\ncn()\nreturn ga()\nend";

const readWriteBlock_ =
  "return af()";

const semaphoreKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bh(t)\nreturn{'ended',al,t}\nend\nlocal function ay(t)\nav('SET',k,'-' .. t,'PX',f)\ns('UNLINK',k)\nreturn bh(t)\nend\nlocal ek,am=unpack(c('MGET',j,k))\nlocal function fe()\nreturn gl(ek or c('GET',j))\nend";

const semaphoreTaken_ =
  "local nv=am and string.match(am,'^%+(%d+)$')\nif am and not nv then return bh(string.sub(am,2))end";

const semaphoreNotify_ =
  "local function qo(z,fe)\nif fe>=0 then az(z,fe)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "a9806ff42cb665a25384c74f8d290fd9da572134", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ek then return n(0,av)end\nlocal l=ek - 1\nlocal d=n(math.max(l,0),av)\nh('DECR',j)\nif l>0 then return d end\ns('INCR',j)\nh('DEL',j)\nif l==0 then az(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "1cab7d76b26e4f81d9f2ca6693740f7ae9090661", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ek then return n(0,av)end\nlocal d=n(1,av)\nh('DEL',j)\naz(ARGV[3],'1')\naz(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-read", "3aa9c20b4aaac9f9ccc5c5180c73dec045e93b79", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-write", "9b1e65a9319f344fbcbd48f014cbd9f7c0659280", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "ca5b68fbb9091a7f3940d9668f042988b6fcfecc", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "mo()\nlocal gk=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if r=='plain' then aj(e)end\nif r~=ARGV[6] then return kw(0)end\nlocal d=kw(1)\nh('DEL',e)\npcall(gg,'free')\naz(gk,r=='write' and '1' or '0')\nmt()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ script("fair-read-write/release-read", "ad6b52a0dc8c80b0f0f85319f0cb5aace684dbb0", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/release-write", "a51f286adf699874ab55da2e0caa3500ade36d37", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "06d4489200daf17644c6bbf40117b5d7b8779bf6", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal fd=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return af()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "299c9f3b9f592179977ae5726dd95a4e9fa67778", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal fd=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local er=cr+5000\nlocal sb=100\nlocal function sm(at)\nlocal ki=c('HRANDFIELD',e)\nlocal io=ki and c('GET',bg(ki))\nif not io or string.sub(io,1,1)=='!' or at>sb then return 0 end\nif at==1 then return 1 end\nfor bj,ao in ipairs(c('ZMSCORE',be,unpack(c('LRANGE',as,0,at - 2))))do\nif not ao then return 0 end\nend\nreturn 1\nend\nlocal function ot(at)\nlocal b=op(ARGV[12],ARGV[13])\nlocal m=h('SET',KEYS[6],b,'PX',er,'GET')\nreturn b,m==ARGV[11] and not pd and 1 or sm(at)\nend\nlocal d=af()\nif d[1]~='busy' or cg or KEYS.locked then return d end\nlocal n,b,kt=pcall(ot,d[4])\nif n then\nfor bj,jv in ipairs({ac,b,kt})do table.insert(d,jv)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "29b4cc9becebe03948c0d006acfb25aeca358599", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "mo()\nlocal fd=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if r=='read' or r=='write' then aj(e)end\nif not r then return kw(0)end\nlocal d=kw(1)\nlocal cp=mf(ARGV[3],h('DEL',e,fh))\nmt()\nreturn jw(d,cp)", END);

export const fairPass: LuaScript = /* @__PURE__ */ script("fair/pass", "fae3f849891984137b09330a0d960033121f57fc", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[9] and KEYS[7]\nlocal fd=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cp\nlocal og=false\nlocal function eu()\nh('DEL',e)\nog=true\nend\nlocal function hv()\nif c('EXISTS',e)==0 then cp=mf(ARGV[9])end\nend", endEndHold_, "local d=ht(ARGV[4])\nif not og then return jw(d,cp)end\nlocal n,qg=bl(function()\nif c('LINDEX',as,0)~=ARGV[11] then return false end\nif not h('SET',KEYS[6],'|+' .. ARGV[14],'PX',ARGV[13],'NX')then return false end\ns('UNLINK',KEYS[6])\nh('HINCRBY',e,ARGV[11],1)\ns('UNLINK',e)\nh('PEXPIRE',e,ARGV[12])\nreturn true\nend)\nif n and qg then\nbl(function()\nh('LPOP',as)\nkv(ARGV[11])\nend)\ntable.insert(d,'held')\nreturn d\nend\nreturn jw(d,mf(ARGV[9],1+h('DEL',fh)))", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "64813f204d3413cac7732d49ba9beb7e87e1df8c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal fd=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cp\nlocal function eu()\ncp=mf(ARGV[9],h('DEL',e,fh))\nend\nlocal function hv()\nif ARGV[11]=='1' and c('LPOS',as,g)then\nfi({[g]=true},1)\nh('ZREM',be,g)\nend\nif c('EXISTS',e)==0 then cp=mf(ARGV[9])end\nend", endEndHold_, "local d=ht(ARGV[4])\nreturn jw(d,cp)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "f3a623fc1ac8d648e5a99ed29d0e36c566f1f746", BEGIN, fenceMarkKey_, "local am=c('GET',nt)\nif not py(am)then return{'fenced',al,0}end\nif qf(am,KEYS[2])then return{'ahead',al}end\nqp(am)\nreturn{'fenced',al,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "f33ce9db31050ce3c025192292d0f590541a3991", BEGIN, stateWrite_, fenceMarkKey_, "local k,sq,f,ek=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal am,n=unpack(c('MGET',nt,k))\nif n=='1' then return{'fenced',al,1}end\nif n=='ahead' then return{'ahead',al}end\nif n then return{'withdrawn',al}end\nif not am then am=c('GET',nt)end\nif not py(am)then return{'fenced',al,0}end\nif not ek then\nav('SET',k,'0','PX',f)\nreturn{'withdrawn',al}\nend\nif qf(am,KEYS[4])then\nh('SET',k,'ahead','PX',f)\nreturn{'ahead',al}\nend\nh('SET',sq,ek,'GET')\nqp(am)\nh('SET',k,'1','PX',f)\nreturn{'fenced',al,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "f17669d593b3d82b482dc6a5970af926c6d7ac82", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn af()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "d0f6673198af906c838e833b5f632e7e62ebc4ac", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, waitersLeaveList_, fencedWithToken_, fencedQuickAnswer_, standMarked_, standAnswerOrStand_, "k=nil\nreturn pz()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "b5936afe4b9f1d04069362f4a246a08a572b2582", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal ke,np=ARGV[9],ARGV[10]", stealRob_, "local nn,ah=ox,os\nlocal function lr()\nreturn ms(jo())\nend\nlocal function lp(l)\nif r~='plain' then aj(e)end\nlocal ax=jo()\nif ax==dj then aj(da)end\nreturn nm(l,function()\nreturn ms(ax)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return af()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "b9f563e590e42c3179a45a0f9ee33168fbf621e6", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal rf='!' .. ARGV[9] .. '|'\nlocal b=c('GET',KEYS[3])\nlocal l=b and(string.sub(b,1,1)=='=' or string.sub(b,1,#rf)==rf)and c('PTTL',KEYS[3])or 0\nlocal function lf()\nreturn{'found',al,b,l}\nend\nif l>0 then\nif h('SET',o,'|-lost','PX',f,'NX')then return lf()end\nelseif c('EXISTS',e,o)==0 then\nreturn ea()\nend\ncn()\nlocal af=ga()\nif af and af[1]=='ended' and l>0 then return lf()end\nif af then return af end\nlocal so=ck()\nif cg then ay('refused',f)end\nreturn{'busy',al,so,c('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "88e8175bb802d7a5697deb58cd2fe18199174a2f", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, endFirst_, "k=nil\nlocal function eu(tb)\nlocal qi,m=false,nil\nif tb then\nqi,m=pcall(h,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qi and m then s('SET',KEYS[3],m,'PX',ARGV[11])end\nif qi and not m then s('UNLINK',KEYS[3])end\nlocal gx=h('DEL',e,fh)\naz(ARGV[9],'1')\nif gx==2 then pcall(hj,0)end\nend\nlocal function hv()end", endEndHold_, "return ht(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "3e14945fe927874ecac99f8f0887a72013c977d0", BEGIN, onceCounter_, inspectSubscriptions_, "local aq=gl(c('GET',KEYS[1]))\nlocal l=c('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],aq and 1 or 0,tonumber(aq or 0),l,ov({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "f967e02a013c18eec9b03dad7b8527d2b12bea4f", BEGIN, lockHashMode_, "local e,o,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local dd=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local mv=100\nlocal se=4\nlocal sd=tonumber(ARGV[6])\nlocal al,as,be,oi=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(ca)then\nlocal ki,hd,nf=om(e)\nif not ki then ca()end\nlocal l=ck()\nreturn{'lock',al,'light',l,1,1,0,0,0,0,ki,1,l,qj(hd,nf)}\nend\nlocal l=ck()\nlocal function tl()\nlocal cw,co,dg={},{},0\nif not r then return cw,co,dg end\ndg=c('HLEN',e)-(r=='plain' and 0 or 1)\nlocal mx,ah='0',{}\nif r~='plain' then ah['mode']=true end\nfor bj=1,se do\nlocal lx=c('HSCAN',e,mx,'COUNT',2*mv)\nmx=lx[1]\nlocal p=lx[2]\nfor q=1,#p,2 do\nif #cw<mv and not ah[p[q]] then\nif not bk(p[q+1])then aj(e)end\nah[p[q]]=true\ntable.insert(cw,p[q])\ntable.insert(co,tonumber(p[q+1]))\nend\nend\nif mx=='0' or #cw==mv then break end\nend\nreturn cw,co,dg\nend\nlocal qq=0\nlocal function th(bf,bz)\nif qq+bz>sd then return l end\nqq=qq+bz\nlocal bx=0\nfor au=1,bz do\nbx=math.max(bx,c('PTTL',dl(bf,au)))\nend\nreturn math.min(bx,l)\nend\nlocal function tr(dg,ou)\nlocal rm=dg>1 and c('PTTL',ou)or -1\nif rm<0 then return l end\nreturn math.max(math.min(l,rm - ARGV[4]),0)\nend\nlocal function sy(u,bz,dg,ou)\nif r=='plain' then return l end\nif string.find(u,':write$')then return tr(dg,ou)end\nreturn th(u,bz)\nend\nlocal function tm()\nif c('EXISTS',as,KEYS[6])==0 then return{},0 end\nlocal nr=c('TYPE',as).ok\nif nr=='list' then return c('LRANGE',as,0,mv - 1),c('LLEN',as)end\nif nr~='none' then aj(as)end\nas,be=KEYS[6],KEYS[7]\nif c('TYPE',as).ok~='zset' then aj(as)end\nreturn c('ZRANGE',as,0,mv - 1),c('ZCARD',as)\nend\nlocal function tj(bw)\nif #bw==0 then return{}end\nlocal ao=redis.pcall('ZMSCORE',be,unpack(bw))\nlocal bc=c('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal dh={}\nfor q=1,#bw do\nlocal cg=tonumber(ao[q] or nil)\ndh[q]=cg and math.max(ac - cg,0)or -1\nend\nreturn dh\nend\nlocal cw,co,dg=tl()\nlocal nu={}\nfor q,u in ipairs(cw)do nu[q]=bg(u)end\nlocal mr=qw(nu)\nlocal bw,tq=tm()\nlocal tk=tj(bw)\nlocal ed={unpack(ARGV,7)}\nif as==KEYS[3] then\nfor bj,x in ipairs(bw)do table.insert(ed,ARGV[5] .. x)end\nend\nlocal jf=redis.pcall('LLEN',oi)\nlocal d={'lock',al,r or 'free',l,dg,0,tq,0}\ntable.insert(d,type(jf)=='number' and jf or 0)\ntable.insert(d,ov(ed))\nlocal ey=0\nlocal function cb(rv,kx,b,...)\ney=ey+ne(kx)+ne(b)+30\nif ey>nx then return end\nd[rv]=d[rv]+1\nfor bj,bd in ipairs({kx,...})do table.insert(d,bd)end\nend\nfor q,u in ipairs(cw)do\ncb(6,u,mr[q],co[q],sy(u,co[q],dg,nu[q]),mr[q])\nend\nfor q,x in ipairs(bw)do cb(8,x,'',tk[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "8e301f1c6e0faa53a58a39007730ae3d9d420932", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local mv=100\nlocal px=922337203685477\nlocal function sx(ey)\nreturn(string.gsub(ey,'.',function(sp)\nreturn string.format('%02x',string.byte(sp))\nend))\nend\nlocal b=c('GET',fe)\nlocal ef=b and i(b)\nlocal le=c('ZCOUNT',gd,'-inf',ak(ac))\nlocal pf=c('ZCARD',gd)- le\nlocal ag=c('ZRANGE',gd,'(' .. ak(ac),'+inf','BYSCORE','LIMIT',0,mv,'WITHSCORES')\nlocal d={'permits',al,b and 1 or 0,(ef or 0)+(b and le or 0),pf}\ntable.insert(d,ov({ARGV[2]}))\ntable.insert(d,c('PTTL',fe))\ntable.insert(d,#ag/2)\nfor q=1,#ag,2 do\nif #ag[q]~=16 then error('NOT_A_LOCK 2')end\nlocal ha=tonumber(ag[q+1])\ntable.insert(d,sx(ag[q]))\ntable.insert(d,ha>=px and -1 or ha - ac)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "3c6fac97709fe9fee20038a344d2632b1939847d", BEGIN, inspectMOSTBYTES_, "local mx,pr,mk=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dj=1000\nlocal pv=1000\nlocal dk,qc=math.min(dj,mk),nx\nlocal lf,ri={},false\nlocal function si(aw,mg)\nfor bj,j in ipairs(mg)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(aw,j)end\nend\nend\nlocal function fb(aw)\nlocal ey,p=0,{}\nfor bj,j in ipairs(aw)do\nif #j<=pv then\ney=ey+ne(j)\ntable.insert(p,j)\nend\nend\nif ey>qc and(#lf>0 or dk>1)then return false end\nqc=qc - ey\nfor bj,j in ipairs(p)do table.insert(lf,j)end\nreturn true\nend\nlocal function rs(nr)\nreturn redis.pcall('SCAN',mx,'MATCH',ARGV[3],'COUNT',dk,'TYPE',nr)\nend\nrepeat\nlocal lx=rs('hash')\nif lx.err then return{'refused',ARGV[1],lx.err}end\nif ARGV[6]=='1' then si(lx[2],rs('string')[2])end\npr=pr - dk\nif #lf+#lx[2]>mk and dk>mk - #lf then\ndk=mk - #lf\nelseif fb(lx[2])then\nmx,dk,ri=lx[1],dj,lx[1]=='0'\nelseif #lf>0 then\npr=0\nelse\ndk=math.floor(dk/2)\nend\nuntil ri or #lf>=mk or pr<=0\nreturn{'scanned',ARGV[1],mx,unpack(lf)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "088460d1ea4a565b7264d0561f747c1d6a5de3e4", BEGIN, lockHashMode_, "local e,o\nlocal g,w,v='','',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local pv=1000\nlocal sa=5\nlocal function tg(p)\nlocal bn=1\nfor q=1,#p,2 do\nlocal rh=r~='plain' and p[q]=='mode'\nif rh and bn==q then\nbn=q+2\nelseif not rh and string.find(p[q],':write$')then\nbn=q\nend\nend\nreturn p[bn],p[bn+1]\nend\nlocal function sz(p)\nif r=='plain' then return 1 end\nlocal dk=#p/2\nif dk==sa then dk=c('HLEN',e)end\nreturn dk - 1\nend\nlocal pa={'',-2,0,'',0}\nlocal function ss(j)\nlocal ki,hd,nf=om(j)\nlocal l=ki and c('PTTL',j)or -2\nif l<=0 then return pa end\nlocal nr='light'\nreturn{nr,l,1,ki,1},qj(hd,nf)\nend\nlocal function sr(j,ou)\ne,o=j,ou\nlocal fc,p=pcall(ca)\nif not fc then return ss(j)end\nif not r then return pa end\nlocal l=c('PTTL',e)\nlocal u,bz=tg(p)\nif l<=0 or not u or #u>pv then return pa end\nreturn{r,l,sz(p),u,tonumber(bz)}\nend\nlocal ph={}\nlocal function oo(lw,ld)\nif #lw==0 then return end\nld=ld or c('EXISTS',unpack(lw))\nif ld==0 then return end\nif 4*ld<#lw then\nlocal ro=math.floor(#lw/2)\nlocal m,sj={unpack(lw,1,ro)},{unpack(lw,ro+1)}\nlocal re=c('EXISTS',unpack(m))\noo(m,re)\nreturn oo(sj,ld - re)\nend\nfor bj,dh in ipairs(lw)do\nlocal pg=redis.pcall('LLEN',dh)\nif type(pg)~='number' then pg=redis.pcall('ZCARD',dh)end\nph[dh]=type(pg)=='number' and pg or 0\nend\nend\nlocal ra,nu,qk,rq,rr,lw={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,as,qt,oi=unpack(KEYS,4*q - 3,4*q)\nlocal nb\nnb,qk[q]=sr(j,ARGV[q+1])\nra[q],nu[q]=nb,bg(nb[4])\nif nb~=pa and not qk[q] then\ntable.insert(rq,as)\ntable.insert(rr,qt)\ntable.insert(lw,oi)\nend\nend\nlocal mr=qw(nu)\noo(rq)\noo(rr)\noo(lw)\nlocal d,ey={'summaries',ARGV[1]},0\nfor q,nb in ipairs(ra)do\nlocal io=qk[q] or mr[q]\ney=ey+ne(nb[4])+ne(io)+50\nif q>1 and ey>nx then return d end\nfor bj,su in ipairs(nb)do table.insert(d,su)end\ntable.insert(d,io)\nlocal bj,as,qt,oi=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(ph[as] or 0)+(ph[qt] or 0))\ntable.insert(d,ph[oi] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "7a06be551969f90fd71321a5028006e61f171417", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return af()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "49fa1599a0c0feda14c6c8184b16c0fe381c22ab", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function bd(to)\nfor q=1,#KEYS,2 do\ne,o=KEYS[q],KEYS[q+1]\nlocal af=to(q)\nif af then return af end\nend\nend\nlocal function rx()\nbd(function()\nea()\nend)\nreturn{'held',al,1,tonumber(ab)}\nend\nif c('EXISTS',unpack(KEYS))==0 then return rx()end\nlocal ol,pc,hf\nlocal bi=bd(function(q)\ncn()\nlocal af=ga()\nif af and af[1]=='ended' then return af end\nif af then\nlocal l=af[4]<0 and tonumber(ab)or af[4]\nol=math.min(l,ol or l)\nelse\nhf=true\nlocal l=ck()\nif l~=-2 and not pc then pc={'busy',al,l,(q+1)/2}end\nend\nend)\nif bi then return bi end\nif ol and hf then return bh('lost')end\nif ol then return{'held',al,1,ol}end\nif not pc then return rx()end\nif cg then\nbd(function()\nh('SET',o,'|-refused','PX',f)\nend)\nend\nreturn pc", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "8cf17259ae0e8b6aa240c3097c2b42e16b5c2b11", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, waitersLeaveList_, standMarked_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn pz()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "8d968980696ec11e30a6828ffd7bfd13db6e720d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, "local function es()\nif k then h('PEXPIRE',k,ARGV[4]+c('PTTL',e),'GT')end\nreturn c('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "99608f153fd331b6d8b5f3cbad921b62c04e9acd", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local df=pcall(mo)\nlocal ki=not df and om(e)\nif ki then\nck()\np={ki}\nlocal d=kw(1)\nh('DEL',e)\nmt()\nreturn d\nend\nif not df then mo()end\nif r=='read' or r=='write' then aj(e)end\nif not r then return kw(0)end\nlocal d=kw(1)\nlocal cp=el(ARGV[3],h('DEL',e,fh))\nmt()\nreturn jw(d,cp)", END);

export const lockLookStanding: LuaScript = /* @__PURE__ */ script("lock/look-standing", "f6a537cdb2198e11c9ffc2889d8bb54281c23562", BEGIN, stateLock_, lockHashStateKeyOf_, lockHashIsRandom_, waitersNow_, "dc()\nlocal er=160000\nlocal d,mr={'looked',ARGV[1],ac},{}\nfor q=2,#KEYS,4 do\ntable.insert(mr,KEYS[q])\nend\nlocal ah=c('MGET',unpack(mr))\nlocal function nk(cf,fh,jf,dt)\nlocal at=c('LPOS',cf,jf)\nif at then\nh('LSET',cf,at,dt)\nelse\nh('RPUSH',cf,dt)\nend\nh('PEXPIRE',cf,er)\nh('SET',fh,'1','PX',er)\nend\nlocal function iv()\nlocal u,sk=unpack(c('HRANDFIELD',e,2))\nif sk then return false end\nreturn oh(u)or(not KEYS.locked and c('EXISTS',bg(u))==1)\nend\nlocal function sw(g)\nreturn KEYS.locked and redis.pcall('HEXISTS',e,g)==1\nend\nfor pk=1,#mr do\nlocal q=4*pk\ne,o=KEYS[q - 3],KEYS[q - 2]\nlocal jf,dt=ARGV[2*pk],ARGV[2*pk+1]\ng=string.match(dt~='' and dt or jf,'^%S+ (%S+)')\nlocal l=(ah[pk] or sw(g))and -2 or c('PTTL',e)\nlocal kt=true\nif l>=0 and dt~='' then\npcall(nk,KEYS[q - 1],KEYS[q],jf,dt)\nlocal n,af=pcall(iv)\nkt=not n or af\nend\ntable.insert(d,l)\ntable.insert(d,kt and 1 or 0)\nend\nreturn d", END);

export const lockPass: LuaScript = /* @__PURE__ */ script("lock/pass", "1932a65e2d912532d472b4b1e92d4f59cfacf13d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[6] and KEYS[4]\nlocal og=false\nlocal function eu()\nh('DEL',e)\nog=true\nend\nlocal function hv()end", endEndHold_, "local d=ht(ARGV[4],(ARGV[15] or '')~='')\nif not og then return d end\nlocal n,qg=bl(function()\nif not h('SET',KEYS[3],'|+' .. ARGV[13],'PX',ARGV[12],'NX')then return false end\ns('UNLINK',KEYS[3])\nh('HINCRBY',e,ARGV[10],1)\ns('UNLINK',e)\nh('PEXPIRE',e,ARGV[11])\nreturn true\nend)\nig(ARGV[10],ARGV[14])\nif n and qg then\ntable.insert(d,'held')\nreturn d\nend\nlocal gx=1+h('DEL',fh)\nreturn jw(d,el(ARGV[9],gx,ARGV[15],ARGV[16],ARGV[17],ARGV[18]))", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "e0f8105ad3004ef95abbaf73e0fcc24efad958ad", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function sl(b)\nlocal io=KEYS.locked and bg(string.match(b,'^%S+ (%S+)'))\nif io and not(KEYS.locked[io] and c('EXISTS',io)==0)then return end\ndc()\nh('RPUSH',cf,my(b))\nh('PEXPIRE',cf,er)\nend\nlocal cp\nlocal function eu()\nlocal gx=h('DEL',e,fh)\nif(ARGV[14] or '')~='' and pcall(sl,ARGV[14])then gx=2 end\ncp=el(ARGV[9],gx,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function hv()\nig(g)\nend", endEndHold_, "if not bn then ig(g,ARGV[15])end\nlocal d=ht(ARGV[4],(ARGV[10] or '')~='')\nreturn jw(d,cp)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "12ee24a43bb04222c87ed69b414735fd81b9bdf6", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal z\nlocal function eu()\nel(z,h('DEL',e,fh))\nend\nlocal function hv()end", endEndHold_, "local pi=(#ARGV - 8)/2\nlocal rc=ARGV[4]=='1' and 3*pi or 2*pi\nlocal mq,ds={'ends',al},nil\nfor q=1,pi do\ne,o=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*pi+q] end\ncf,fh=KEYS[rc+2*q - 1],KEYS[rc+2*q]\nz=ARGV[2*q+8]\nlocal n,d=bl(ht,ARGV[2*q+7])\nif n then\ntable.insert(mq,d[3])\nelse\nds=d.err or d\nif string.find(ds,'^WRONGTYPE')then ds='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif ds then error(ds,0)end\nreturn mq", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "f32cc58da4a557609ef832ff381a747985519932", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, holdRenew_, "cn()\nif not ap then an=ARGV[7] end\nlocal i,bi=nk(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bi or{'renewed',al,i}", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ script("lock/renew-many", "30edb9d1740e96b0260d825368c029c8ef303ec0", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dd", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, "local function ti()\nlocal rd,eq=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal bz=(#ARGV - 3)/6\nlocal qa,po={},0\nfor q=1,bz do\ntable.insert(qa,KEYS[2*q])\nend\nfor q=2*bz+1,#KEYS do\ntable.insert(qa,KEYS[q])\nend\nlocal rk=c('MGET',unpack(qa))\nlocal mq={'renewals',ARGV[1]}\nfor q=1,bz do\nlocal ab,f,qe\ng,by,ab,f,qe,dd=unpack(ARGV,6*q - 2,6*q+3)\ne,o,k=KEYS[2*q - 1],KEYS[2*q],nil\nif qe=='1' then\npo=po+1\nk=KEYS[2*bz+po]\nend\nbt(rk[q],k and rk[bz+po])\nlocal qv=dd~=''\nlocal di=qv and jq(eq)\nlocal l=rd and not qv and c('PTTL',e)\nif l and k then l=math.min(l,c('PTTL',o)- eq,c('PTTL',k)- eq)end\nlocal i,bi\nif l and l>rd then\nbi=cu()or not cz()and ay(ci('lost'),f)\nelse\nl=tonumber(ab)\ni,bi=nk(ab,f,l+eq,qe=='2',qv and function(bz)\nqr(bz,di,ab)\nend)\nend\ntable.insert(mq,bi and bi[3] or l)\nend\nreturn mq\nend\nreturn ti()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "6f1cc15b957e5772cfc45383179c5ce5c2e64231", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(i or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "b7181bea1f61dc701cbdf98d3387b4c2d25f0968", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local ke,np=ARGV[9],ARGV[10]", stealRob_, "local function lp(l)\nif r~='plain' then aj(e)end\nreturn nm(l,ea)\nend\nlocal nn,lr=ie,ea", stealQuickAnswer_, "local function ah()\ncn()\nreturn ga()\nend", stealFullAnswer_, "return af()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "a2a89a3a822fdb8fb8e5ecf6ba9ef63673e864f1", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jy(true)then return n(0)end\nlocal d=n(1)\nlocal cp=lc(function()\nreturn el(ARGV[5],h('DEL',e,fh))\nend)\nreturn jw(d,cp)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "65fccb6a49da5f014a13c5db57d877100e3bee91", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal fd=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jy(true)then return n(0)end\nlocal d=n(1)\nlocal cp=lc(function()\nreturn mf(ARGV[5],h('DEL',e,fh))\nend)\nreturn jw(d,cp)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ script("owner/release-queued-reads", "21a6c6e7c7160c6dca5e81d879b1e9a2b9c0ad36", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gk,dd,ei=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function el()\nlt('free')\naz(gk,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qd()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ script("owner/release-queued-writes", "38c98336da5acf46f4061b01a6dc396307dc7d77", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gk,dd,ei=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function el(dn)\nlt(dn)\naz(gk,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jy(false)then return n(0)end\nlocal d=n(1)\nlc(eu)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ script("owner/release-reads", "fc54f6a58c28ca91604d3896d88901468796328d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dd=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function el()\naz(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qd()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ script("owner/release-writes", "aadc84e18d3d0859a4664a87288df4d3f77a44db", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dd=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function el()\naz(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jy(false)then return n(0)end\nlocal d=n(1)\nlc(eu)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "6108827e54f702c5a69728de5b1e8e47d29cf89c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nif not jy(ARGV[7]=='0')then return n(0)end\ngj(e,ARGV[5])\new(o,ARGV[6])\nreturn qs()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ script("owner/renew-reads", "60cbeafd905d1699f0ce6d44c9106f894b9adb43", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dd=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nlocal bz=jy(false)\nif not bz then return n(0)end\ngj(e,ARGV[5])\new(o,ARGV[6])\nfor au=1,bz do\nlocal j=dl(g,au)\nif not gj(j,ARGV[5])then h('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn qs()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "7e9ef46af8c5a71d6eea0539fda57e9db763d8a3", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ab,cg=ARGV[5],ARGV[6]=='1'\nlocal px=922337203685477\nlocal b,am=unpack(c('MGET',fe,k))\nlocal bi=cu(am)\nif bi then return bi end\nb=b or c('GET',fe)\nlocal ef=b and i(b)or 0\nif am then\nlocal lv=l()\nreturn lv>0 and{'held',al,lv,ef}or ns()\nend\nif not b then return gi('unset')end\nef=ow(ef,z)\nif ef<#hc then\nif cg then gi('refused')end\nlocal bn=c('ZRANGE',gd,'(' .. ak(ac),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',al,bn and tonumber(bn)<px and bn - ac or -1,ef}\nend\nh('SET',k,'+','PX',f)\ns('UNLINK',k)\nlocal pb=h('ZADD',gd,'NX',qu(ab))\nif pb==#hc then s('ZREM',gd,unpack(hc))end\nh('DECRBY',fe,pb)\nlocal ry=c('PTTL',fe)\nif ry>0 then h('PEXPIRE',gd,ry)end\nlocal lv=pb==#hc and tonumber(ab)or l()\nif lv<=0 then return ns()end\nreturn{'held',al,lv,ef - pb}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "0f145712e1108f691be6217fbf7cc2a3d5dbbdd9", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local ef=c('GET',fe)\nlocal lv,dk=l()\nif ef then i(ef)end\nif dk==0 then return ns()end\nlocal d=gi(lv>0 and 'released' or 'lost')\nif ef then\nnc(dk,z,0,h,'ZREM',gd,unpack(hc))\nelse\nh('ZREM',gd,unpack(hc))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "95fc8dd57b08050b688e857e26a570ae391cf31f", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function af(aq)\nreturn{'done',al,tonumber(aq)}\nend\nlocal fg=c('GET',k)\nif fg then return af(fg)end\nlocal ef=c('GET',fe)\nfg=l()>0 and '1' or '0'\nif ef and fg=='1' then ow(i(ef),z)end\nav('SET',k,fg,'PX',f)\ns('UNLINK',k)\nif fg=='1' then\nfor q=4,#KEYS do\nlocal m=h('SET',KEYS[q],'-released','PX',f,'GET')\nif m then s('SET',KEYS[q],m,'PX',f)else s('UNLINK',KEYS[q])end\nend\nif ef then\nh('INCRBY',fe,#hc)\ns('INCRBY',fe,-#hc)\nend\nh('ZREM',gd,unpack(hc))\nif ef then az(z,#hc)end\nend\nreturn af(fg)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "8c46e10193a24f97ea61f67621fe03f6fa996b10", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local lv,ab=l(),ARGV[5]\nif lv<=0 then return ns()end\nif ab then av('ZADD',gd,'XX','GT',qu(ab))end\nreturn{'leased',al,lv}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "cad81f3d0005ca41a0481dd8c640934a3da18ca3", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local gd,z,aq,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal ef=ek\nif ef and t=='try' then return n(0,av)end\nlocal pf=c('ZRANDMEMBER',gd,3)\nfor bj,kr in ipairs(pf)do\nif #kr~=16 then error('NOT_A_LOCK 3')end\nend\nlocal pj=tonumber(aq)\nif ef and t=='set' then pj=aq - ef - c('ZCARD',gd)end\nif pj==0 and ef then return n(1,av)end\nlocal d=n(1,h)\nh('INCRBY',j,string.format('%.0f',pj))\nif not ef and #pf>0 then\ns('UNLINK',j)\nh('DEL',gd)\nend\nif t~='add' or pj>0 then az(z,aq)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "98e275e208eebd70b7ea1b48c9c00b998738fb60", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local ef=c('GET',fe)\nlocal kn=ef and ow(i(ef),ARGV[2])\nreturn{'permits',al,kn or 0,c('ZCOUNT',gd,'(' .. ak(ac),'+inf'),kn and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ script("read-write/acquire-read", "912239d91b36f26e4195c6528564d90d190fabc1", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local dd=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return ea()end\nelse\nlocal l=ix(true)\nlocal af\nif l and(not r or(r=='read' and l>=0))then\naf=ie()\nelse\naf=ll(l)\nend\nif af then return hh(af)end\nend\ncn()\noc()\nlocal af=ga()\nif af then return af end\nlocal l=ck()\nif l==-2 then return ea()end\nif r=='read' or(r=='write' and c('HEXISTS',e,g .. ':write')==1)then return ea()end\nif gq()then ay('refused',f)end\nreturn hh({'busy',al,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("read-write/acquire-write", "409136087829d4d8d23e7ed203cbc903f3f639d4", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, "local dd=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return ea()end\nelse\nlocal l=ix(ARGV[6]~='2')\nlocal af=l==-2 and ie()or ll(l)\nif af then return hh(af)end\nend\ncn()\nlocal af=ga()\nif af then return af end\nlocal l=ck()\nif l==-2 then return ea()end\nlocal bf=string.sub(g,1,-7)\nif k and fj(bf,tonumber(c('HGET',e,bf)or 0))>0 then return ay('upgrade',f)end\nif gq()then ay('refused',f)end\nreturn hh({'busy',al,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ script("read-write/check-read", "9cad37b75a58bbcb38d1dfc714b9fe92fc9f92e8", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dd=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function es(i)\nreturn nj(i,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "8a1147ef43d220f2d1001edd85ae66b2f5830d93", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function es()\nreturn lu(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "df1bff72c5a02804ea1d5dd4b8051417f5c63ae1", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "mo()\nif r=='plain' then aj(e)end\nif r~=ARGV[6] then return kw(0)end\nlocal d=kw(1)\nh('DEL',e)\naz(ARGV[3],r=='write' and '1' or '0')\nmt()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ script("read-write/release-read", "2b26baee0334facd2b343342c57ddca8ba8bcf42", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dd=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function el()\naz(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function hv()end", readsEndOne_, endEndHold_, "return ht(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("read-write/release-write", "f9b6b5092a4e2280f2ae3043c5586e6c4f1d60e1", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, "local dd=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function el()\naz(ARGV[9],'1')\nend", writesEndLast_, "local function hv()end", endEndHold_, "return ht(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ script("read-write/renew-read", "decdc450998f3c34028158bba0dcc284edbfed6a", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dd=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cn()\nlocal di=jq(ARGV[5] - ARGV[4])\nlocal i,bi=nk(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(bz)\nqr(bz,di,ARGV[4])\nend)\nif bi then return bi end\nreturn{'renewed',al,i}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "a1130c91a32baf1f44dc533dd7585fecec95c9ed", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local td=r==ARGV[3] or(r=='write' and ARGV[3]=='read' and c('HLEN',e)>2)\nreturn{'status',ARGV[1],td and l or -2,tonumber(i or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "44a5ccc4fc5624ce84bdb7153c5babc4a8bdfba6", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "53d4e13d4fc8b964409312f11893ab97285c5e75", BEGIN, waitersNow_, waitersDigits_, "local e,am,al,g,qx=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,ar,pl=string.match(c('GET',am)or '','^(%d+) (%S+) (.*)$')\ndc()\nif pl==qx and ar==g then return{'spends',al,0}end\nif c('HEXISTS',e,g)==0 then return{'ended',al,'lost'}end\nif pl~=qx then\nh('SET',am,ak(ac).. ' ' .. g .. ' ' .. qx)\nreturn{'spends',al,0}\nend\nlocal ru=math.max(0,ac - q)\nreturn{ru<tonumber(ARGV[4])and 'spends' or 'spent',al,ru}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "d200fec6f18c29d7819d0deca66370c1e6836ac7", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gl(c('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "0fde86f4218c67c5f9bce63e0273a2465bdbf06a", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local aq,rz=ARGV[3],ARGV[6]\nif ek then return n(0,av)end\nlocal d=n(1,h)\nif rz then h('SET',j,aq,'PX',rz)else h('SET',j,aq)end\naz(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "43b7dce762694ce2faabf98f13e22b4f99dd9eea", BEGIN, stateWrite_, "local k,al=KEYS[1],ARGV[1]\nlocal ta=av('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',al,(ta or c('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "6e772a77019b072ede498908f0721e153916fc86", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local mk=ARGV[3]\nek=fe()\nif nv then return{'held',al,tonumber(ek or 0)}end\nif not ek then return ay('unset')end\nif tonumber(ek)>=tonumber(mk)then\nh('SET',k,'+' .. mk,'PX',f)\ns('UNLINK',k)\nreturn{'held',al,h('DECRBY',j,mk)}\nend\nif ARGV[4]=='1' then ay('refused')end\nreturn{'busy',al,tonumber(ek)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "ff428d949a7ffa3e4ed5c928386bd641f5c98784", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local fe=(ek or 0)+ARGV[3]\nlocal d=n(fe,av)\nh('INCRBY',j,ARGV[3])\nqo(ARGV[4],fe)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "d79a1e7861fe41cb713ef066cc28cc187929ff47", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not nv then return ay('free')end\nlocal tc=fe()\nlocal d=ay('released')\ns('SET',k,am,'PX',f)\nif tc then qo(ARGV[3],av('INCRBY',j,nv))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "8625980e939c6392716842000a2bab2963406364", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ek then return n(0,av)end\nlocal d=n(ek,h)\nh('DECRBY',j,ek)\nreturn d", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "4eb0a610d50bd5293becdb160197424e03242414", BEGIN, "local sh=86400000\nlocal function tn(j,ki)\nlocal ax,pl=string.match(c('GET',j)or '','^(%d+) (.*)$')\nif pl==ki then return ax end\nlocal bc=c('TIME')\nlocal ce=bc[1] .. string.format('%06d',bc[2])\nif ax and(#ax>#ce or(#ax==#ce and ax>=ce))then\nlocal m,st,te=string.match(ax,'^(%d-)(%d)(9*)$')\nce=m ..(st+1).. string.rep('0',#te)\nend\nh('SET',j,ce .. ' ' .. ki,'PX',sh)\nreturn ce\nend\nlocal function kp(av)\nreturn function(aw,bm)\nlocal j=table.remove(aw)\nlocal d=av(aw,bm)\nif d[1]=='held' then table.insert(d,tn(j,bm[2]))end\nreturn d\nend\nend\nlocal sc=10000\nlocal he,pn=KEYS[1],ARGV[2]\nlocal ps={}\nlocal function tf(e,o,sn)\nif sn=='2' then return end\ntable.insert(ps,string.match(o,'^[^:]+:([^:]*:)').. string.sub(e,#pn+1))\nend\nlocal function rj()\nif #ps==0 then return end\nlocal rt,hc=c('TIME')[1],{}\nfor bj,kx in ipairs(ps)do\ntable.insert(hc,rt - rt % 60 .. '000')\ntable.insert(hc,kx)\nend\nps={}\nif h('ZADD',he,unpack(hc))>0 then h('ZREMRANGEBYRANK',he,0,-sc - 1)end\nend\nlocal mp={}\nmp['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nmp['fair-read-write/acquire-write']=kp(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nmp['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nmp['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nmp['read-write/steal-write']=kp(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nmp['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gk=KEYS[1],ARGV[2]", rwQueueTell_, "local bw,id={unpack(ARGV,3)},{}\ndc()\nfor bj,x in ipairs(bw)do\ntable.insert(id,ak(ac))\ntable.insert(id,x)\nend\nav('ZADD',be,'XX',unpack(id))\nif c('PTTL',be)<lz then\nfor bj,j in ipairs({as,dw,be})do h('PEXPIRE',j,er)end\nend\nlocal l=c('PTTL',e)\nlocal r=l==-2 and 'free' or c('HGET',e,'mode')or 'plain'\nlocal bj,bn=gm(as)\nlocal bj,nq=gm(dw)\nif gh and(r=='free' or r=='read')then gg(r)end\nlocal d={'touched',ARGV[1],r,l,bn or 0,nq or 0}\nfor bj,aq in ipairs(c('ZMSCORE',as,unpack(bw)))do table.insert(d,tonumber(aq or 0))end\nreturn d\nend\nmp['web-locks/snapshot']=function(KEYS,ARGV)\nlocal he,pn,m,cg,ni=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal qz=100\nlocal sf=500\nlocal cr=15000\nlocal bc=c('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal function sv(e)\nlocal cw,pm={},1\nfor bj,u in ipairs(c('HKEYS',e))do\nif u=='mode' then\npm=0\nelse\ntable.insert(cw,u)\nend\nend\nreturn cw,pm\nend\nlocal function tp(e,cm,rg,lk)\nlocal rw=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal as,be=ARGV[6] .. cm .. ARGV[7] .. rw,ARGV[6] .. cm .. ARGV[8] .. rw\nlocal bw=c('ZRANGE',as,rg,rg+lk - 1)\nif #bw==0 then return{},0 end\nlocal rn={}\nfor q,ao in ipairs(c('ZMSCORE',be,unpack(bw)))do\nif tonumber(ao or 0)>ac - cr then table.insert(rn,bw[q])end\nend\nreturn rn,#bw\nend\nlocal pq=0\nif m~='' then\nif c('ZSCORE',he,cg)==m then\npq=c('ZRANK',he,cg)+(ni>0 and 0 or 1)\nelse\npq,ni=c('ZCOUNT',he,'-inf','(' .. m),0\nend\nend\nlocal d,pp={'page',ARGV[1],'','',0},sf\nlocal jf=c('ZRANGE',he,pq,pq+qz - 1,'WITHSCORES')\nfor q=1,#jf,2 do\nlocal cm,kx=string.match(jf[q],'^([^:]*):(.*)$')\nlocal kt,cw,pm=pcall(sv,pn .. kx)\nlocal rp,bw,i=pcall(tp,pn .. kx,cm,ni,pp)\ncw,bw,i=kt and cw or{},rp and bw or{},rp and i or 0\nif #cw+i+ni==0 then\nh('ZREM',he,jf[q])\nelse\nif ni>0 then cw={}end\nfor bj,bd in ipairs({kx,kt and pm or 0,#cw,#bw})do table.insert(d,bd)end\nfor bj,bd in ipairs(cw)do table.insert(d,bd)end\nfor bj,bd in ipairs(bw)do table.insert(d,bd)end\npp=pp - i\nif pp<=0 then\nd[3],d[4],d[5]=jf[q+1],jf[q],ni+i\nreturn d\nend\nend\nni=0\nend\nif #jf==2*qz then d[3],d[4]=jf[#jf],jf[#jf - 1] end\nreturn d\nend\nlocal sg={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal mq={'batch',ARGV[1]}\nlocal pe,mm=2,3\nwhile ARGV[mm] do\nlocal kx,rl,rb=ARGV[mm],ARGV[mm+1],ARGV[mm+2]\nlocal aw,bm={},{ARGV[1]}\nfor q=pe,pe+rl - 1 do table.insert(aw,KEYS[q])end\nfor q=mm+3,mm+2+rb do table.insert(bm,ARGV[q])end\nif sg[kx] then tf(aw[1],aw[2],bm[6])end\nif kx=='web-locks/snapshot' then pcall(rj)end\nlocal d=bo(mp[kx],aw,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(mq,d)\npe,mm=pe+rl,mm+3+rb\nend\npcall(rj)\nreturn mq", END);
