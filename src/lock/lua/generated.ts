// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local c=redis.call\nlocal a={}\nlocal function g(y,...)\nlocal d=redis.call(y,...)\na[#a+1]={}\nreturn d\nend\nlocal function s(...)\na[#a]={...}\nend\nlocal function az(z,bq)\nredis.pcall('PUBLISH',z,bq)\nif #a>0 then a[#a]={}end\nend\nlocal function bl(ae,...)\nlocal m=#a\nlocal p,d=pcall(ae,...)\nif p then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bo(ae,aw,bm)\nlocal p,d,bp=bl(ae,aw,bm)\nif p then return d end\nlocal b=type(d)=='table' and d.err or d\nif not string.find(b,'^%u+ ')then b='ERR ' .. b end\nreturn{err=b ..(bp and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bo(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function av(y,j,...)\nlocal p,d=pcall(g,y,j,...)\nif p then return d end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn g(y,j,...)\nend";

const onceCounter_ =
  "local function gk(b)\nif not b then return false end\nif #b>16 or not(b=='0' or string.find(b,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn b\nend";

const onceKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function af(aq)\nreturn{'done',al,tonumber(aq)}\nend\nlocal function p(aq,kk)\nkk('SET',k,aq,'PX',f)\ns('UNLINK',k)\nreturn af(aq)\nend";

const onceValue_ =
  "local ej,fe=unpack(c('MGET',j,k))\nif fe then return af(fe)end\nej=gk(ej or c('GET',j))";

const stateLock_ =
  "local e,n,k,al,h,by=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]";

const stateEpoch_ =
  "local w,ba,an,v='','','',''";

const stateOwnerStateExists_ =
  "local ap,bv=false,false\nlocal function bt(bb,cl)\nap,bv=bb~=false,bb\nw,ba,an=string.match(bb or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(cl or '')or ba\nend";

const stateLoadState_ =
  "local function cn()\nif k then\nbt(unpack(c('MGET',n,k)))\nelse\nbt(c('GET',n))\nend\nend";

const stateLostHow_ =
  "local function ci(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bh(t)\nreturn{'ended',al,t}\nend\nlocal function ct()\nlocal t,ar=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bh(t),ar end\nend\nlocal function bs(b,f)\nif ap then\nlocal l=c('PTTL',n)\nif l>tonumber(f)then f=l end\nend\nav('SET',n,b .. an,'PX',f)\nif ap then s('SET',n,bv,'PX',f)else s('UNLINK',n)end\nend";

const stateRememberEnd_ =
  "local function ay(t,f,ar)\nlocal b='-' .. t ..(ar or '')\nif k then\nav('SET',k,b,'PX',f)\nif v=='' then s('UNLINK',k)else s('SET',k,v,'PX',f)end\nelse\nbs(w .. '|' .. b,f)\nend\nreturn bh(t)\nend";

const lockHashMode_ =
  "local r,i\nlocal function aa(ak)\nreturn string.rep('%x',ak)\nend\nlocal cc='^' .. table.concat({aa(8),aa(4),aa(4),aa(4),aa(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bu()\nreturn w~='' or string.sub(v,1,1)=='+'\nend";

const lockHashStateKeyOf_ =
  "local function bg(u)\nlocal m=string.match(n,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(n,#m+#h+1)\nend";

const lockHashIsOwner_ =
  "local function cd(u)\nif string.find(string.gsub(u,':write$',''),cc)then return true end\nif KEYS.locked and(u~=h or h=='')then error('KEY_NOT_LOCKED')end\nlocal ag=c('GET',bg(u))\nreturn ag and(string.sub(ag,1,1)~='|' or string.sub(ag,1,2)=='|+')\nend";

const lockHashIsCount_ =
  "local function bk(b)\nreturn #b<=6 and string.find(b,'^[1-9]%d*$')~=nil\nend\nlocal function ai(j)\nfor at,bd in ipairs(KEYS)do\nif bd==j then error('NOT_A_LOCK ' .. at)end\nend\nend";

const lockHashTimeLeft_ =
  "local function ck()\nlocal l=c('PTTL',e)\nif l==-1 then ai(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function ca()\nlocal o=c('HRANDFIELD',e,5,'WITHVALUES')\nr,i=#o>0 and 'plain',o[1]==h and o[2]\nif #o>2 then\nr,i=unpack(c('HMGET',e,'mode',h))\nif h=='mode' then i=false end\nif(r~='read' and r~='write')or(i and not bk(i))then ai(e)end\nend\nlocal ah=i and bu()\nfor q=1,#o,2 do\nif o[q]~='mode' or r=='plain' then\nif not bk(o[q+1])then ai(e)end\nah=ah or cd(o[q])\nend\nend\nif r and not ah then ai(e)end\nreturn o\nend";

const grantLeaseMs_ =
  "local ab,f,fw=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local ea=ARGV[6]=='3'\nlocal cg=ea or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal dd,eh,gj=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dl(bf,au)\nlocal j=dd .. bf .. ':rwlock_timeout:' .. au\nif KEYS.locked and not KEYS.locked[j] then error('KEY_NOT_LOCKED')end\nreturn j\nend";

const readsBegin_ =
  "local function ef(ab)\nlocal l=r and c('PTTL',e)or -2\nif r=='write' then\ng('HSET',e,h,1)\nelse\ng('HSET',e,'mode','read',h,1)\nend\nif l==-2 then s('UNLINK',e)else s('HDEL',e,h)end\ng('SET',dl(h,1),'1','PX',ab)\ns('UNLINK',dl(h,1))\nif l<tonumber(ab)then g('PEXPIRE',e,ab)end\nend";

const grantTake_ =
  "local function dz()\nif k then\ng('SET',k,'+' .. by,'PX',f)\ns('UNLINK',k)\nan=ARGV[8]\nbs(by .. '|' .. ba,f)\nelse\ng('SET',n,'|+' .. ARGV[8],'PX',f)\ns('UNLINK',n)\nend\nef(ab)\nreturn{'held',al,1,tonumber(ab),k and by or ''}\nend";

const readHoldsOwnLeft_ =
  "local function jp(eo)\nlocal l=k and c('PTTL',k)\nreturn l and(l==-1 and math.huge or l - eo)\nend";

const readHoldsLives_ =
  "local cs={}\nlocal function du(bf,au)\nlocal j=dl(bf,au)\ncs[j]=cs[j] or c('PTTL',j)\nreturn cs[j]\nend";

const readHoldsSCRIPTMS_ =
  "local gd=10";

const readHoldsOWNMS_ =
  "local jf=5";

const readHoldsSlotOf_ =
  "local function jq(i,di)\nif not k then return 1,du(h,1),true end\nlocal q,l,dw=1,math.huge,false\nlocal jj=ba=='+' and w=='' and i>1\nfor au=i,jj and 2 or 1,-1 do\nlocal bd=du(h,au)\nlocal fp=bd>di - gd\nlocal jo=bd<l and(au>1 or l>di+jf or bd<l - gd)\nif(fp and not dw)or(fp==dw and jo)then\nq,l,dw=au,bd,fp\nend\nend\nreturn q,l,dw\nend";

const readHoldsReadLeft_ =
  "local function nh(i,eo)\nlocal di=jp(eo)\nlocal bj,l=jq(i,di)\nlocal en=di or math.huge\nfor bj,bd in ipairs({l,c('PTTL',e)})do\nif bd~=-1 then en=math.min(en,bd)end\nend\nreturn en==math.huge and -1 or math.max(en,0)\nend";

const readsHoldLeft_ =
  "local function eq(i,f)\nreturn nh(i,f - ARGV[4])\nend\nlocal function ex()\nreturn r=='read' or r=='write'\nend\nlocal fi=64\nlocal function ez(ab,bj,f)\nlocal i=g('HINCRBY',e,h,1)\ns('HINCRBY',e,h,-1)\ng('SET',dl(h,i),'1','PX',ab)\ns('UNLINK',dl(h,i))\ng('PEXPIRE',k,f)\nreturn i,tonumber(ab)\nend";

const grantSettled_ =
  "local function fy()\nlocal bi=ct()\nif bi then return bi end\nlocal ah=not k or v~=''\nca()\nif i and ah then\nlocal cj=string.sub(v,2)\nif w~='' and w~=cj then return ay(ci('lost'),f)end\nif not k and not ap and r=='plain' then\nan=ARGV[8]\nbs('|+',f)\ng('PEXPIRE',e,ab,'GT')\nend\nreturn{'held',al,tonumber(i),eq(tonumber(i),f),cj}\nend\nif i and ex()then\nif fw then return ay('reentered',f)end\nif tonumber(i)>=fi then return ay('crowded',f)end\nlocal l=ck()\nif string.sub(w,1,1)=='!' then w=by end\nlocal de=math.max(l,tonumber(ab))\ng('SET',k,'+' .. w,'PX',f+de)\ns('UNLINK',k)\nbs(w .. '|' .. ba,f)\nlocal bz,ad=ez(ab,de,f)\nif l<de then g('PEXPIRE',e,ab)end\nreturn{'held',al,bz,ad,w}\nend\nif v~='' or(ap and not k)then return ay(ci('lost'),f)end\nend";

const grantIsLast_ =
  "local function gp()\nif ea and KEYS.locked then error('KEY_NOT_LOCKED')end\nreturn cg\nend";

const grantWithHolder_ =
  "local function hg(af)\nif not ea or af[1]~='busy' then return af end\nlocal u,fx=unpack(c('HRANDFIELD',e,2))\nif u=='mode' and fx then u=fx end\nif u then\ntable.insert(af,u)\ntable.insert(af,c('GET',bg(u))or '')\nend\nreturn af\nend";

const waitersNow_ =
  "local ac,bc\nlocal function dc()\nbc=c('TIME')\nac=bc[1]*1000+math.floor(bc[2]/1000)\nend";

const waitersDigits_ =
  "local function ak(aq)\nreturn string.format('%.0f',aq)\nend";

const waitersHEAD_ =
  "local ed='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dm(dy)\nreturn 'leasehound:' .. dy\nend";

const readHoldsMOSTWALKED_ =
  "local dt=80\nlocal function fh(bf,i)\nif i>dt then return math.max(c('PTTL',e),0)end\nlocal bx=0\nfor au=1,i do\nbx=math.max(bx,du(bf,au))\nend\nreturn bx\nend";

const rwQueueQueue_ =
  "local as,dv,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cr=15000";

const rwQueueKEPTMS_ =
  "local ep=60000\nlocal lw=45000";

const rwQueueMOSTDROPPED_ =
  "local fj=64\nlocal ha=256\nlocal gg=false\nlocal hp='^' .. ed .. ':wake:[%w-]+$'\nlocal function fs(x)\nreturn string.sub(x,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fg(x)\nif g('ZREM',as,x)==0 then return false end\ng('ZREM',be,x)\nif fs(x)then g('ZREM',dv,x)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function fz(x,bc)\nlocal ao=tonumber(bc or 0)\nif ao<=ac then return ao end\ng('ZADD',be,ak(ac),x)\nreturn ac\nend\nlocal function gl(fu,fn)\nlocal br=c('ZRANGE',fu,0,0,'WITHSCORES')\nif #br==0 then return false end\nif br[1]==fn then return fn end\nif not ac then dc()end\nlocal ao=fz(br[1],c('ZSCORE',be,br[1]))\nif ao>ac - cr then return br[1],tonumber(br[2]),ao+cr end\nbr=c('ZRANGE',fu,0,fj - 1,'WITHSCORES')\nlocal bw,fo,dq={},{},nil\nfor q=1,#br,2 do table.insert(bw,br[q])end\nlocal id=c('ZMSCORE',be,unpack(bw))\nfor q,x in ipairs(bw)do\nao=fz(x,id[q])\nif ao>ac - cr then\ndq=q\nbreak\nend\ntable.insert(fo,x)\nend\ngg=true\nfor bj,j in ipairs({as,dv,be})do g('ZREM',j,unpack(fo))end\nif dq then return bw[dq],tonumber(br[2*dq]),ao+cr end\nreturn #bw==fj and 'more'\nend";

const rwQueueTell_ =
  "local function cb(x,da,aq)\nlocal ch=string.match(x,'^.|[^|]*|([^|]*)|')\nif string.find(ch,'^%d%d%d%d%d%d$')then\naz(gj,da .. ch .. aq)\nelseif string.find(ch,hp)then\naz(dm(ch),da .. aq .. ' ' .. e)\nend\nreturn ch\nend\nlocal function gf(dn)\nlocal bn,aq=gl(as)\nif not bn or bn=='more' then return end\nif fs(bn)then\nif dn=='free' then cb(bn,'2',ak(aq))end\nreturn\nend\nlocal m=c('ZRANGE',dv,0,0,'WITHSCORES')[2]\nlocal ag={}\nfor bj,bf in ipairs(c('ZRANGE',as,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,ha))do\nlocal ch=string.match(bf,'^.|[^|]*|([^|]*)|')\nif not ag[ch] then ag[cb(bf,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function lp(m)\nlocal nf=c('ZRANGE',as,ha - 1,ha - 1,'WITHSCORES')\nif nf[1] and(not m or tonumber(nf[2])<m)then\ncb(nf[1],'3',m and ak(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function ii(x)\nif not fg(x)then return end\nlocal hw=c('HGET',e,'mode')\nif hw~='write' then gf(hw and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function mh(x)\nif not ac then dc()end\nlocal at,aq=c('ZRANK',as,x),0\nif not at then\nlocal kr=c('ZRANGE',as,-1,-1,'WITHSCORES')\naq=(tonumber(kr[2])or 0)+1\ng('ZADD',as,ak(aq),x)\nif fs(x)then g('ZADD',dv,ak(aq),x)end\nat=c('ZCARD',as)- 1\nend\ng('ZADD',be,ak(ac),x)\nif aq>0 or c('PTTL',be)<lw then\nfor bj,j in ipairs({as,dv,be})do g('PEXPIRE',j,ep)end\nend\nreturn at+1,aq\nend";

const readsForgetOutlived_ =
  "local function oa()\nif not k or ap or v~='' then return end\nca()\nif not i or not ex()or fh(h,tonumber(i))>0 then return end\nck()\ng(c('HLEN',e)==2 and 'DEL' or 'HDEL',e,h)\nend";

const fairReadWriteBlock_2 =
  "if c('EXISTS',unpack(KEYS))==0 then return dz()end\nlocal function ny(qg,m)\nlocal af=dz()\npcall(function()\nif qg and fg(eh)and not gg then lp(m)end\nif gg then gf('read')end\nend)\nreturn af\nend\ncn()\noa()\nlocal af=fy()\nif af then\nif k then pcall(ii,eh)end\nreturn af\nend\nif k and r=='write' and c('HEXISTS',e,h .. ':write')==1 then return ny(true,0)end\nlocal l=ck()\nlocal dn=l==-2 and 'free' or r=='read' and 'read'\nlocal kx=l\nif dn then\nlocal ne=tonumber(c('ZSCORE',as,eh)or nil)\nlocal no,aq,mx=gl(dv)\nif not no or(ne and aq and aq>ne)then return ny(ne,aq)end\nkx=no=='more' and 0 or mx+1 - ac\nif gg then gf(dn)end\nend\nif gp()then\nii(eh)\nay('refused',f)\nreturn hg({'busy',al,l,0,-1,0})\nend\nlocal at,aq=mh(eh)\nreturn{'busy',al,l,at,kx,aq}";

const writesBegin_ =
  "local function ef(ab)\ng('HSET',e,'mode','write',h,1)\ns('UNLINK',e)\ng('PEXPIRE',e,ab)\ns('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function lr(f,eo)\nlocal l=c('PTTL',e)\nif not k then return l end\nlocal jr=c('PTTL',n)\nif jr~=-1 then\nlocal di=jr - eo\nl=math.max(l==-1 and di or math.min(l,di),0)\nend\ng('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function eq(bj,f)\nreturn lr(f,f - ARGV[4])\nend\nlocal function ex()\nreturn r=='write'\nend\nlocal fi=1000\nlocal function ez(ab)\nlocal i=g('HINCRBY',e,h,1)\ns('HINCRBY',e,h,-1)\nreturn i,tonumber(ab)\nend";

const grantTakeNew_ =
  "local function ic()\nif not g('SET',n,'|+' .. ARGV[8],'PX',f,'NX')then return end\ns('UNLINK',n)\nef(ab)\nreturn{'held',al,1,tonumber(ab),''}\nend";

const fairReadWriteWasAnswered_ =
  "local qx=ARGV[6]=='2'\nlocal function iy()\nlocal l=c('PTTL',e)\nif l>=0 and c('EXISTS',n)==0 then\nlocal at,aq=mh(eh)\nreturn{'busy',al,l,at,l,aq}\nend\nif l~=-2 then return end\nlocal bn=c('ZRANGE',as,0,0)[1]\nlocal af=(not bn or bn==eh)and ic()\nif af and bn then pcall(fg,eh)end\nreturn af\nend\nif qx and not k then\nlocal af=iy()\nif af then return af end\nelseif c('EXISTS',unpack(KEYS))==0 then\nreturn dz()\nend\ncn()\nlocal af=fy()\nif af then\nif k then pcall(ii,eh)end\nreturn af\nend\nlocal l=ck()\nlocal kx=l\nif l==-2 then\nlocal bn,bj,mx=gl(as,eh)\nif not bn or bn==eh then\naf=dz()\nif bn then pcall(fg,eh)end\nreturn af\nend\nkx=bn=='more' and 0 or mx+1 - ac\nif gg then gf('free')end\nelseif k then\nlocal bf=string.sub(h,1,-7)\nif fh(bf,tonumber(c('HGET',e,bf)or 0))>0 then\nii(eh)\nreturn ay('upgrade',f)\nend\nend\nif gp()then\nii(eh)\nay('refused',f)\nreturn hg({'busy',al,l,0,-1,0})\nend\nlocal at,aq=mh(eh)\nreturn{'busy',al,l,at,kx,aq}";

const forceLock_ =
  "local e,n,h,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local o";

const forceStored_ =
  "local fe=c('GET',KEYS[2])\nif fe then return{'forced',ARGV[1],tonumber(fe)}end";

const forceLookAtLock_ =
  "local function mm()\no=ca()\nif r then ck()end\nend";

const forceForced_ =
  "local function kt(ek)\nav('SET',KEYS[2],ek,'PX',ARGV[2])\ns('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],ek}\nend";

const forceTellHolders_ =
  "local function mr()\nlocal ag=o[9] and '* ' or ''\nfor q=1,#o,2 do ag=ag .. o[q] .. ' ' end\naz(ARGV[5],ag .. 'lost')\nend";

const stateExtended_ =
  "local el,dp={},{}";

const stateKeep_ =
  "local function eu(j,ad,ge)\nif g('PEXPIRE',j,ad,'GT')==0 and(ge or dp[e])then g('PEXPIRE',j,ad,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local fl=60000\nlocal function fa()\nreturn ap or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gj,dd,eh=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function df()\nif c('PTTL',e)<0 or not pcall(ca)then return false end\nif string.find(h,':write$')then return r=='write' end\nreturn(r=='plain')==(dd=='')\nend\nlocal function cy(cw)\nif k and v=='' and not cw then return nil end\nlocal cj=v~='' and string.sub(v,2)or cw or ''\nlocal i=(w=='' or w==cj)and c('HGET',e,h)or nil\nif i and not bu()and not df()then return nil end\nreturn i\nend";

const readHoldsSetLife_ =
  "local function ll(bf,au,ad)\nlocal j=dl(bf,au)\ncs[j]=ad or -2\nif ad then g('SET',j,'1','PX',ad)else g('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function iv(dg)\nif dg>dt then return true end\nlocal bx,bz=0,0\nlocal cv=c('HGETALL',e)\nfor q=2,#cv,2 do bz=bz+(tonumber(cv[q])or 0)end\nif bz>dt then return true end\nfor q=1,#cv,2 do\nbx=math.max(bx,fh(cv[q],tonumber(cv[q+1])or 0))\nend\nif bx>0 then\ng('PEXPIRE',e,bx)\nelse\ng('DEL',e)\nend\nreturn bx>0\nend";

const readHoldsTimeoutKeys_ =
  "local function mf(i)\nlocal aw={}\nfor au=1,math.min(i,dt)do aw[au]=dl(h,au)end\nreturn aw\nend";

const rwQueueWakeNext_ =
  "local function lq(dn)\npcall(gf,dn)\nend";

const rwQueueGiveUp_ =
  "local function ht()\nif eh~='' then ii(eh)end\nend";

const endFirst_ =
  "local bn,hz,f,ei=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal ar=ei=='' and '' or ' ' .. ei";

const fairReadWriteFreed_ =
  "local function ek()\nlq('free')\naz(gj,'0')\nend";

const readsShortenLock_ =
  "local function kv(gx,dg)\nif gx<c('PTTL',e)- gd or c('HGET',e,'mode')=='write' then return end\nif not iv(dg or c('HLEN',e))then ek()end\nend\nlocal function ly(bz)\nlocal aw,dg=mf(bz),c('HLEN',e)\nif dg==2 then\ng('DEL',e,unpack(aw))\nreturn ek()\nend\nlocal gx=fh(h,bz)\ng('HDEL',e,h)\ns('HSET',e,h,i or 1)\nkv(gx,dg)\npcall(g,'DEL',unpack(aw))\nend";

const readsEndLast_ =
  "local function es()\nly(1)\nend";

const readsEndOne_ =
  "local function hs(ia,i,gh)\nlocal lg=du(h,i)\nlocal au,gx,dw=jq(i,jp(ARGV[7] - ia))\ngh()\ng('HINCRBY',e,h,-1)\nll(h,i)\nif au<i and lg>0 and(dw or lg>gx)then\nll(h,au,lg)\nelseif au<i and dw then\nll(h,au)\nend\nkv(gx)\nend";

const endEndHold_ =
  "local function hr(cw,ie)\nlocal fr,fq=true,nil\nif not k then\nfr,fq=pcall(c,'HGET',e,h)\nend\nif fq=='1' then\nlocal p,m=pcall(g,'SET',n,'|-released' .. ar,'PX',f,'GET')\nif p and m then s('SET',n,m,'PX',f)end\nif p and not m then s('UNLINK',n)end\nif p and(m and string.sub(m,1,2)=='|+' or not m and(bn and ie or df()))then\nes(true)\nreturn bh('released')\nend\nif p and not m then return ay('taken',fl)end\nif p then\nlocal dx=f+c('PTTL',e)\ng('SET',n,m,'PX',dx)\ns('SET',n,m,'PX',dx)\nend\nend\ncn()\nlocal bi,hy=ct()\nif bi and ar~='' and hy~=ei and(bi[3]=='released' or string.find(bi[3],'^still'))then\nreturn bh('released-elsewhere')\nend\nif bi then return bi end\nlocal i=(fr or fa())and cy(bn and cw)\nif not i then\nlocal t=ci(c('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ay(t,fa()and f or fl)\nht()\nreturn d\nend\nif tonumber(i)>1 then\nlocal t='still:' .. i - 1\nhs(hz,tonumber(i),function()\nay(t,f,ar)\nend)\nif k then pcall(eu,n,f)end\nreturn bh(t)\nend\nlocal d=ay('released',f,ar)\nes()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return hr(ARGV[4])";

const stateExtend_ =
  "local function gi(j,ad)\nif g('PEXPIRE',j,ad,'GT')==1 then return true end\nif not el[j] and g('PEXPIRE',j,ad,'NX')==1 then dp[j]=true end\nel[j]=true\nreturn dp[j]\nend";

const exclusiveEndOne_ =
  "local function hs(ia,bj,gh)\ngi(e,ia)\ngh()\ng('HINCRBY',e,h,-1)\nend";

const fairReadWriteFreed_2 =
  "local function ek(dn)\nlq(dn)\naz(gj,'1')\nend";

const writesEndLast_ =
  "local function es()\nlocal dg,dn=c('HLEN',e),'free'\nif dg==2 then\ng('DEL',e)\nelse\ng('HSET',e,'mode','read')\ns('HSET',e,'mode','write')\ng('HDEL',e,h)\ns('HSET',e,h,i or 1)\nif iv(dg)then dn='read' end\nend\nek(dn)\nend";

const exclusiveBegin_ =
  "local function ef(ab)\ng('HINCRBY',e,h,1)\ns('UNLINK',e)\ng('PEXPIRE',e,ab)\ns('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function eq(bj,f)\nlocal l=c('PTTL',e)\nif k then g('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function ex()\nreturn r=='plain'\nend\nlocal fi=1000\nlocal function ez(bj,l)\nlocal i=g('HINCRBY',e,h,1)\ns('HINCRBY',e,h,-1)\nreturn i,l\nend";

const waitersMAILBOX_ =
  "local ey=ed .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cb(aj,...)\naz(dm(aj),table.concat({...},' '))\nend";

const queueQueue_ =
  "local as,cq,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cr=15000\nlocal dj=2000\nlocal fk=100\nlocal kw=10\nlocal iz=false\nlocal function em(y,j,dh)\nfor q=1,#dh,dj do\ng(y,j,unpack(dh,q,math.min(q+dj - 1,#dh)))\nend\nend\nlocal function eb()\nreturn c('ZDIFF',2,cq,be,'WITHSCORES')\nend\nlocal function hv()\nlocal cg=c('LINDEX',as,-1)\nreturn cg,tonumber(cg and c('ZSCORE',cq,cg)or nil)\nend";

const queueLeave_ =
  "local function fg(ft,dk)\nlocal bw=c('LRANGE',as,0,fk)\nlocal jl=#bw>fk\nlocal gq=jl and eb()or c('ZRANGE',cq,0,-1,'WITHSCORES')\nlocal gs,cg,er={},nil,nil\nfor q=1,#gq,2 do\ngs[gq[q]]=gq[q+1]\nend\nif jl then\ncg,er=hv()\nbw=(#gq>0 or dk>kw)and c('LRANGE',as,0,-1)\nend\nlocal gr,cx,eg,he=0,{},{},{}\nfor bj,x in ipairs(bw or{})do\nif ft[x] then\ngr=gr+fb\ntable.insert(eg,x)\nelse\ntable.insert(he,x)\nif gr>0 and gs[x] then\ntable.insert(cx,ak(gs[x] - gr))\ntable.insert(cx,x)\nend\nend\nend\nif not bw then\nfor x in pairs(ft)do\nif g('LREM',as,0,x)>0 then table.insert(eg,x)end\nend\nelseif #eg==1 then\ng('LREM',as,0,eg[1])\nelseif #eg>1 then\ng('DEL',as)\nem('RPUSH',as,he)\nend\nem('ZREM',cq,eg)\nif er then\nlocal ji=er - #eg*fb\ncg,er=hv()\nif er and er>ji and not gs[cg] then\ntable.insert(cx,ak(ji))\ntable.insert(cx,cg)\nend\nend\nem('ZADD',cq,cx)\nif bw and #he==0 then g('DEL',be)end\nend\nlocal function kn()\nlocal gt=c('ZRANGEBYSCORE',be,'-inf',ak(ac - cr))\nif #gt==0 then return end\nlocal ft={}\nfor bj,x in ipairs(gt)do\nft[x]=true\nend\nfg(ft,#gt)\nem('ZREM',be,gt)\niz=true\nend\nlocal function lf()\nwhile true do\nlocal cm=c('LINDEX',as,0)\nif not cm then return false end\nif not ac then dc()end\nlocal ao=tonumber(c('ZSCORE',be,cm)or nil)\nif ao and ao>ac then\nlocal fm={}\nfor bj,x in ipairs(c('ZRANGEBYSCORE',be,'(' .. ak(ac),'+inf'))do\ntable.insert(fm,ak(ac))\ntable.insert(fm,x)\nend\nav('ZADD',be,fm[1],fm[2])\nem('ZADD',be,fm)\nao=ac\nend\nlocal ev=not ao and tonumber(c('ZSCORE',cq,cm)or nil)\nlocal jt=ao and ao+cr or ev or 0\nif jt>ac then return cm,jt,ao~=nil end\nif ao then\nkn()\nelse\ng('LPOP',as)\ng('ZREM',cq,cm)\niz=true\nend\nend\nend\nlocal function ks(bn)\nlocal fv=g('ZPOPMIN',cq,fk+1)\nlocal m,cx,l={},{},false\nfor q=#fv,1,-1 do table.insert(m,fv[q])end\nif #fv>0 then s('ZADD',cq,unpack(m))end\nlocal function hx(dh)\nfor q=2,#dh,2 do\nif dh[q - 1]==bn then\nl=true\nelse\ntable.insert(cx,ak(dh[q] - fb))\ntable.insert(cx,dh[q - 1])\nend\nend\nend\nhx(fv)\nif #fv>2*fk then\nif not l then g('ZREM',cq,bn)end\nhx(eb())\nhx({hv()})\nend\nem('ZADD',cq,cx)\nif #cx==0 and c('EXISTS',as)==0 then g('DEL',be)end\nend\nlocal function kb(x)\nif KEYS.locked then return end\nlocal b=redis.pcall('GET',(string.gsub(bg(x),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(b)=='string' and b or nil\nend\nlocal function kc(ds,...)\nlocal aj=string.match(ds or '','^~?(' .. ey .. ') ')\nif aj then cb(aj,...)end\nreturn aj\nend\nlocal function ky(ec,x,ds)\nif not kc(ds,'try',x,0)then az(ec .. x,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local pt=30000\nlocal ps=86400000\nlocal function nz()\nlocal af=dz()\nbl(ks,h)\nreturn af\nend\nlocal function oh(ev)\nlocal ox=ev - ac+fb+cr\nif c('PTTL',be)<ox then g('PEXPIRE',be,ak(ox))end\nend\nlocal function qm(at,qa,cx)\nwhile true do\nlocal o=c('LRANGE',as,at+1,at+fk)\nfor bj,x in ipairs(o)do\nif c('ZSCORE',be,x)then return end\nlocal ev=c('ZSCORE',cq,x)\nif ev then\ntable.insert(cx,ak(ev+qa))\ntable.insert(cx,x)\nend\nend\nif #o<fk then return end\nat=at+fk\nend\nend\nlocal pc=false\nlocal function af()\nlocal la=c('EXISTS',e,n,k or n)\nif la==0 then\nlocal cm=g('LPOP',as)\nif not cm then\ns('EXISTS',as)\nreturn dz()\nend\ns('LPUSH',as,cm)\nif cm==h then return nz()end\ng('LPUSH',as,cm)\nelse\nlocal jm=not k and la==1\nif not jm then cn()end\nlocal af=not(jm and ARGV[6]=='2')and fy()\nif af then return af end\nend\nlocal l=ck()\ndc()\nlocal at=c('LPOS',as,h)\nlocal gu=at and g('ZADD',be,ak(ac),h)==1\nif gu then oh(ac+(at+1)*fb)end\nkn()\nlocal cm,oc\nif l==-2 then\ncm,oc=lf()\nend\nif l==-2 and not cm then\ng('DEL',be)\nreturn dz()\nend\nif l==-2 and cm==h then\ng('LPOP',as)\ns('LPUSH',as,h)\nreturn nz()\nend\nif iz then\nat=c('LPOS',as,h)\nif l==-2 then ky(ARGV[10],cm,kb(cm))end\nend\nif gp()then\nif at then\nfg({[h]=true},1)\ng('ZREM',be,h)\nend\nay('refused',f)\nreturn hg({'busy',al,l,at and at+1 or 0,-1})\nend\nlocal ah=at and tonumber(c('ZSCORE',cq,h)or nil)\nif ah and ah<ac - ps then ah=nil end\nlocal ev=ah\nif not at then\nlocal kr=c('LINDEX',as,-1)\nev=(kr and c('ZSCORE',cq,kr)or ac+math.max(l,0))+fb\nat=g('RPUSH',as,h)- 1\npc=true\ng('ZADD',be,ak(ac),h)\nend\nlocal ob=ac+(at+1)*fb\nif not ev or ev<ob - fb+pt then ev=ob end\nif ev~=ah then\nlocal cx={ak(ev),h}\nif ah and not gu then qm(at,ev - ah,cx)end\nem('ZADD',cq,cx)\noh(ev)\nend\nreturn{'busy',al,l,at+1,l==-2 and oc+1 - ac or l}\nend";

const waitersIsHeard_ =
  "local function hf(aj,z)\naj=dm(aj)\nlocal co=redis.pcall('PUBSUB','NUMSUB',aj,z or aj)\nreturn co.err~=nil or co[2]~=0,co[4]\nend";

const waitersDated_ =
  "local function mw(b)\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. ak(ac).. ' '))\nend";

const waitersIsCluster_ =
  "local function od()\nlocal ml=redis.pcall('INFO','cluster')\nreturn type(ml)=='string' and string.find(ml,'cluster_enabled:1',1,true)~=nil\nend\nlocal function nw()\nlocal p,nx=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn p and nx=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function on(b,co)\nb=mw(b)\nif co~='1' or string.find(b,'^~')then return b end\nlocal ol=nw()and hf(string.match(b,'^%S+'))and not od()\nreturn(ol and '' or '~').. b\nend";

const waitersSECRET_ =
  "local io=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local jh=20";

const waitersTellGranted_ =
  "local function js(aj,db,...)\nlocal b='granted ' .. table.concat({...},' ')\ncb(aj,b,string.sub(redis.sha1hex(db .. b .. db),1,jh))\nend";

const waitersSTANDINGMS_ =
  "local ip=150000\nlocal im='^(~?)(' .. ey .. ') (%S+) (' .. io .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op]k?)(.*)$'\nlocal il=15\nlocal dr,hn=0,false\nlocal gc=false\nlocal function gy(b,z)\nlocal am,aj,h,db,ab,f,ib,t,an=string.match(b,im)\nif not am or string.find(an,'^[^\\n]')or math.max(#ab,#f)>il then return end\nif ac - ib>=ip then return end\nlocal gv=string.sub(t,2,2)\nlocal gm,cy=hf(aj,z)\nif gv=='p' then cy=nil end\nif am=='' then\nif not gm then return end\ndr,hn=z and cy or 0,gv=='o'\nend\ngc=gm and cy==0 and ac % 1000<950\nif KEYS.locked and string.sub(t,3)~='k' then\nam,gc='~',false\nend\nreturn am,aj,h,db,ab,f,t,an\nend";

const waitersStanding_ =
  "local cf,ff=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal ep=160000\nlocal function fd()\ng('SET',ff,'1','PX',ep)\nend";

const waitersCALLEDMS_ =
  "local ga=65\nlocal iq=30\nlocal hh=50\nlocal ao=0\nlocal function gn(at,da,ad)\nlocal b=c('LINDEX',cf,at)\nif not b then return false end\nlocal aj,h=string.match(b,'^~?(' .. ey .. ') (%S+)')\nif aj then cb(aj,da,h,ad)end\nreturn true\nend\nlocal function hl(da,ad)\nif gn(0,da,ad)then fd()end\nend";

const waitersIsOpen_ =
  "local function hm(h)\nreturn KEYS.locked or c('EXISTS',bg(h))==0\nend\nlocal function hi(ad,z)\nif not ac then dc()end\nwhile ao<hh do\nao=ao+1\nlocal b=c('LINDEX',cf,0)\nif not b then return end\nlocal am,aj,h=gy(b,z)\nif dr>0 then ad=iq end\nlocal go=am and hm(h)\nif go and(am=='' or ad>0)then\nfd()\ncb(aj,ad==0 and 'try' or 'next',h,ad)\nif ad==0 or am=='~' or dr>0 then gn(1,'next',ad+ga)end\nreturn\nend\ng('LPOP',cf)\nif go then\ncb(aj,'try',h,0)\nad=ga\nend\nend\nhl(ad==0 and 'try' or 'next',ad)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local je=5000\nlocal jg=50\nlocal function jk(am,h,ab,f,an)\nif not KEYS.locked and am=='' then\nif not g('SET',bg(h),'|+' .. an,'PX',f,'NX')then return end\ns('UNLINK',bg(h))\nend\nlocal cu=math.min(tonumber(ab),am=='' and je or jg)\ng('HINCRBY',e,h,1)\ns('UNLINK',e)\ng('PEXPIRE',e,cu)\ns('UNLINK',e)\nreturn cu\nend";

const waitersWithGrant_ =
  "local function jv(d,cp)\nif not cp then return d end\ntable.insert(d,'granted')\nfor bj,ju in ipairs(cp)do table.insert(d,ju)end\nreturn d\nend";

const queueTellNext_ =
  "local function lp(ec,cu)\nlocal x=c('LINDEX',as,0)\nif not x or kc(kb(x),'next',x,cu)then return end\nif c('ZSCORE',be,x)then return end\ng('ZADD',cq,'XX','LT',ak(ac+cu+fb),x)\naz(ec .. x,'0')\nend\nlocal function nb(ec,x,ds)\nlocal am,aj,h,db,ab,f,bj,an=gy(ds)\nif am~='' or h~=x then return end\nlocal cu=jk(am,h,ab,f,an)\nif not cu then return end\ng('LPOP',as)\nks(h)\njs(aj,db,h,ak(ac),cu,ak(ac),0,0)\npcall(lp,ec,cu)\nreturn{h,cu}\nend\nlocal function md(ec,gw)\nlocal cm,ds\nlocal p,cp=bl(function()\nlocal bj,is\ncm,bj,is=lf()\nds=is and kb(cm)\nreturn ds and nb(ec,cm,ds)\nend)\nlocal bu=p and cp or(not p and redis.pcall('EXISTS',e)==1)\nif bu then\nif gw==2 then pcall(fd)end\nreturn p and cp\nend\nif cm then pcall(ky,ec,cm,ds)end\nif gw==2 then pcall(hi,0)end\nend";

const stateTimeouts_ =
  "local dd=''";

const fenceMarkKey_ =
  "local nr,al,ce=KEYS[1],ARGV[1],ARGV[2]\nlocal function px(am)\nif not am then return true end\nif not string.find(am,'^%d+$')then error('the mark of this resource is no number')end\nreturn #am<#ce or(#am==#ce and am<=ce)\nend\nlocal function qe(am,cz)\nif am==ce then return false end\nlocal bc=c('TIME')\nif tonumber(ce)<=(bc[1]+60)*1e6+bc[2] then return false end\nlocal ax=tonumber(c('GET',cz)or '')\nreturn not ax or ax<tonumber(ce)\nend\nlocal function qo(am)\nif am~=ce then g('SET',nr,ce)end\nend";

const grantLooked_ =
  "local ig\nlocal function iu(iw)\nif iw or KEYS.locked then\nlocal df,o=pcall(ca)\nif not df or i then return end\nig=o\nend\nif r==false then return -2 end\nreturn c('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function jm()\nreturn c('EXISTS',n)==0\nend";

const grantRefuseNew_ =
  "local function li(l)\nif not l or l<0 then return end\nlocal gu\nif gp()then\ngu=av('SET',n,'|-refused','PX',f,'NX')\nelse\ngu=jm()\nend\nif gu then return{'busy',al,l}end\nend";

const waitersMOST_ =
  "local dj='9223372036854775807'";

const fencedTokenKey_ =
  "local cz=KEYS[3]";

const waitersReadToken_ =
  "local function ka()\nlocal ax=c('GET',cz)\nreturn ax~='' and ax\nend\nlocal function jz(b)\nreturn string.find(b,'^%d+$')and(#b<#dj or(#b==#dj and b<=dj))\nend\nlocal function ih(ax,hq)\nlocal ce=hq[1] .. string.format('%06d',hq[2])\nax=ax or ''\nlocal hu=#ax<#ce or(#ax==#ce and ax<ce)\nif hu then g('SET',cz,ce)else g('INCR',cz)end\nif ax=='' then s('UNLINK',cz)else s('SET',cz,ax)end\nreturn hu and ce or c('GET',cz)\nend";

const fencedWithToken_ =
  "local function km(af,ce)\ntable.insert(af,ce)\nreturn af\nend\nlocal function jn()\nlocal ax=ka()\nif ax and not jz(ax)then ai(cz)end\nreturn ax\nend\nlocal function mq(ax)\nif ax==dj then ai(cz)end\nlocal ce=ih(ax,c('TIME'))\nreturn km(dz(),ce)\nend\nlocal function ow()\nlocal oy,ax=pcall(jn)\nlocal af=oy and ax~=dj and ic()\nreturn af and km(af,ih(ax,c('TIME')))\nend\nlocal function oq()\ncn()\nlocal ax=k and v=='' and jn()\nlocal af=fy()\nif af and af[1]=='held' then km(af,ax or jn()or ih(nil,c('TIME')))end\nreturn af,ax\nend";

const fencedQuickAnswer_ =
  "local function iy()\nif k then return c('EXISTS',e,n,k)==0 and mq(jn())end\nlocal l=iu(ARGV[6]~='2')\nreturn l==-2 and ow()or li(l)\nend\nlocal function jw()\nlocal af,ax=oq()\nif af then return af end\nlocal l=ck()\nif l==-2 then\nif not k then ax=jn()end\nreturn mq(ax)\nend\nif gp()then ay('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function af()\nreturn hg(iy()or jw())\nend";

const lockHashIsRandom_ =
  "local function of(u)\nreturn string.find(u,':%d%d%d%d%d%d%d%d%d%d%d%d+$')~=nil\nend";

const standIsOurs_ =
  "local is=0\nlocal function jm()\nlocal o=ig or c('HRANDFIELD',e,2,'WITHVALUES')\nlocal hd={n}\nif #o==2 and not KEYS.locked then table.insert(hd,bg(o[1]))end\nif o[1]==h then return false end\nlocal di,eb=unpack(c('MGET',unpack(hd)))\nlocal kq=#o==2 and of(o[1])\nif eb then kq=string.sub(eb,1,1)~='!' end\nis=kq and 1 or 0\nreturn not di\nend";

const waitersLeaveList_ =
  "local function kp(h)\nfor bj,b in ipairs(c('LRANGE',cf,0,-1))do\nif string.match(b,'^%S+ (%S+)')==h then g('LREM',cf,0,b)end\nend\nend\nlocal function jd(h,b)\nif KEYS.locked then\npcall(kp,h)\nelseif(b or '')~='' then\npcall(g,'LREM',cf,0,b)\nend\nend";

const standMarked_ =
  "local function qk(b)\nlocal co=ARGV[12]~='' and redis.pcall('PUBSUB','NUMSUB',ARGV[12])\nif not co or co.err then return b end\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(co[2]==0 and 'o' or 'p')))\nend\nlocal function os()\ndc()\nlocal b=qk(on(ARGV[10],ARGV[11]))\nlocal at=ARGV[9]~='' and c('LPOS',cf,ARGV[9])\nif at then\ng('LSET',cf,at,b)\nelse\ng('RPUSH',cf,b)\nend\ng('PEXPIRE',cf,ep)\nfd()\nreturn b\nend";

const standAnswerOrStand_ =
  "local function py()\nif KEYS.locked and cg then jd(h)end\nlocal d=af()\nif d[1]=='busy' and not cg then\nif ARGV[10]=='' then return d end\nlocal p,b=pcall(os)\nif p then\ntable.insert(d,ac)\ntable.insert(d,b)\ntable.insert(d,is)\nend\nelseif not(KEYS.locked and cg)then\njd(h,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local ik=60000\nlocal ms=64";

const stealRob_ =
  "local function nj(u,l)\nlocal eb=bg(u)\nlocal f=math.max(l+ik,c('PTTL',eb))\nlocal ij='!' .. kd .. '|'\nlocal m=g('SET',eb,ij .. '-' .. kd,'PX',f,'GET')\nif m then s('SET',eb,m,'PX',f)else s('UNLINK',eb)end\nlocal ag=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not ag then return end\ng('SET',eb,ij .. ag,'PX',f)\ns('SET',eb,m,'PX',f)\nend\nlocal function nk(l,nm)\nlocal lk={}\nfor bj,u in ipairs(c('HRANDFIELD',e,ms+1))do\nif u~='mode' or r=='plain' then\nnj(u,l)\ntable.insert(lk,u)\nend\nend\ng('UNLINK',e)\nlocal hd=table.concat(lk,' ')\naz(nn,hd .. ' ' .. kd)\nlocal af=nm()\ntable.insert(af,hd)\nreturn af\nend";

const stealQuickAnswer_ =
  "local function iy()\nif k then return c('EXISTS',e,n,k)==0 and lo()end\nlocal l=iu(true)\nif l==-2 then return nl()end\nif l and l>=0 and c('EXISTS',n)==0 then return lm(l)end\nend";

const stealFullAnswer_ =
  "local function jw()\nlocal af=ah()\nif af then return af end\nlocal l=ck()\nif l==-2 then return lo()end\nreturn lm(l)\nend\nlocal function af()\nreturn iy()or jw()\nend";

const inspectSubscriptions_ =
  "local function ou(ec)\nlocal co=redis.pcall('PUBSUB','NUMSUB',unpack(ec))\nif co.err then return -1 end\nlocal ln=0\nfor q=2,#co,2 do ln=ln+co[q] end\nreturn ln\nend";

const lockHashLONGESTVALUE_ =
  "local nu=500\nlocal function ok(j)\nlocal ej=redis.pcall('GETRANGE',j,0,nu)\nif type(ej)~='string' then return nil end\nreturn string.match(ej,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function qi(hc,nd)\nreturn 'light\\n' .. hc .. ' ' .. nd\nend";

const inspectLONGESTSTATE_ =
  "local pv=700\nlocal function qv(aw)\nlocal me=#aw>0 and c('MGET',unpack(aw))or{}\nfor q=1,#aw do me[q]=string.sub(me[q] or '',1,pv)end\nreturn me\nend";

const inspectMOSTBYTES_ =
  "local nv=50000\nlocal function nc(b)\nlocal bj,oo=string.gsub(b,'[^%w:{}_./ -]','')\nreturn #b+5*oo+3\nend";

const permitsCount_ =
  "local function i(b)\nreturn tonumber(gk(b))\nend";

const permitsPermits_ =
  "local fc,gb,al=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local bc=c('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal mj=1000";

const lockQuickAnswer_ =
  "local function iy()\nif k then return c('EXISTS',e,n,k)==0 and dz()end\nlocal l=iu(ARGV[6]~='2')\nreturn l==-2 and ic()or li(l)\nend\nlocal function jw()\ncn()\nlocal af=fy()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dz()end\nif gp()then ay('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function af()\nreturn hg(iy()or jw())\nend";

const holdBlock_ =
  "cn()\nlocal bi=ct()\nif bi then return bi end\nlocal i=cy()\nif not i then return ay(ci('lost'),ARGV[4])end\nreturn{'counted',al,tonumber(i),eq(tonumber(i))}";

const waitersTokenKey_ =
  "local cz";

const waitersChainSince_ =
  "local ir,hk,hj\nlocal lx=1000\nlocal lv=2000\nlocal ke=99\nlocal function mg()\ncz='redisson_lock_token:' .. string.match(cf,'^[^:]+:[^:]*:standing:(.*)$')\nif KEYS.locked and not KEYS.locked[cz] then return false end\nlocal p,ax=pcall(ka)\nreturn p and(not ax or(jz(ax)and ax~=dj)),ax\nend\nlocal function lz(am,aj,h,db,ab,f,t,an)\nlocal kf,ax=true,nil\nlocal ki=string.find(t,'^t')\nif ki then\nkf,ax=mg()\nend\nif not kf then return cb(aj,'try',h,0)end\nlocal cu=jk(am,h,ab,f,an)\nif not cu then return end\nlocal ce=ki and ih(ax,bc)or nil\nif am=='~' then\ncb(aj,'try',h,0)\nelse\njs(aj,db,h,ak(ac),cu,ak(ir),hk,hj,ce)\nend\nreturn{h,cu,ce}\nend\nlocal function kj(z)\naz(z,'1000000')\naz(z,'0')\nend\nlocal function it(z)\nkj(z)\npcall(hi,0,z)\nend\nlocal function kh(b,lh)\nreturn math.min(math.max(tonumber(b)or 0,0),lh)\nend\nlocal function ma()\nif dr==0 or not hn then return false end\nlocal kl=c('LLEN',cf)+2\nreturn hk*dr>=math.max(kl+dr,hj*kl)\nend\nlocal function mc(z,hc,ja,ix,jb)\nif not ac then dc()end\nir=math.min(tonumber(hc)or ac,ac)\nhk=kh(ja,ke - 1)+1\nhj=kh(ix,ke)\nlocal mb=hj>hk and lv or lx\nif ac - ir>=mb then return it(z)end\nwhile ao<hh do\nao=ao+1\nlocal b=g('LPOP',cf)\nif not b then\naz(z,'0')\nreturn\nend\nlocal am,aj,h,db,ab,f,t,an=gy(b,z)\nif am=='' and ma()then\ng('LPUSH',cf,b)\nreturn it(z)\nend\nif am=='~' and not hm(h)then am=nil end\nif am=='~' and not gc then\nkj(z)\ncb(aj,'try',h,0)\nhi(ga)\nreturn\nend\nlocal cp=am and lz(am,aj,h,db,ab,f,t,an)\nif cp then\njd(h)\npcall(hl,'next',cp[2])\nif dr>0 and jb~='1' then az(z,'1')end\nreturn am=='' and cp\nend\nend\nit(z)\nend\nlocal function ek(z,gw,hc,ja,ix,jb)\nao=0\nif gw==2 then\nlocal p,cp=bl(mc,z,hc,ja,ix,jb)\nif p then return cp end\nif redis.pcall('EXISTS',e)==1 then return end\nend\naz(z,'0')\nend";

const holdRenew_ =
  "local function ni(ab,f,dx,oi,lj)\nlocal bi=ct()\nif bi then return nil,bi end\nlocal i=cy()\nif not i then return nil,ay(ci('lost'),f)end\ngi(e,ab)\nif lj then lj(tonumber(i))end\nif k then\nif ap then\neu(n,dx)\nelse\nbs(string.sub(v,2).. '|',dx)\nend\neu(k,dx,lj)\nelseif KEYS.locked and not ap then\nbs('|+',dx)\nelseif oi then\neu(n,dx)\nend\nreturn tonumber(i)\nend";

const readHoldsRenewSlot_ =
  "local function qq(i,di,ab)\nlocal au=1\nif i>1 then au=jq(i,di)end\nlocal j=dl(h,au)\nif not gi(j,ab)then g('SET',j,'1','PX',ab,'NX')end\ncs[j]=nil\nend";

const lockHashLock_ =
  "local e,n,h,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "ca()\nlocal l=ck()";

const ownerAnswer_ =
  "local function af(et)\nreturn{'done',al,tonumber(et)}\nend\nlocal function p(et)\nav('SET',k,et,'PX',ARGV[4])\ns('UNLINK',k)\nreturn af(et)\nend";

const ownerHeldCount_ =
  "local function jx(jy)\nca()\nif r and(r=='plain')~=jy then ai(e)end\nif r then ck()end\nreturn i and tonumber(i)\nend";

const ownerENDED_ =
  "local ho='released-elsewhere'\nlocal ik=60000\nlocal function kz(ld)\nlocal f=math.max(c('PTTL',e)+ik,c('PTTL',n))\nav('SET',n,'!' .. ho .. '|-' .. ho,'PX',f)\nif ap then s('SET',n,bv,'PX',f)else s('UNLINK',n)end\nlocal le=ld()\naz(ARGV[6],h .. ' ' .. ho)\nreturn le\nend";

const ownerBlock_ =
  "cn()";

const ownerEndReads_ =
  "local function qc()\nif v~='' then return af(v)end\nlocal bz=jx(false)\nif not bz then return p(0)end\nlocal d=p(1)\nkz(function()\nly(tonumber(bz))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function qr()\np(1)\nreturn{'done',al,1,w}\nend";

const permitsGiveBack_ =
  "local function na(dk,z,en,my,...)\nlocal ee=av('INCRBY',fc,dk)\ns('INCRBY',fc,-dk)\nmy(...)\nif ee>=en then az(z,ak(ee))end\nend";

const permitsSweep_ =
  "local function ov(ee,z)\nlocal ko,gz=unpack(c('ZRANGE',gb,0,0,'WITHSCORES'))\nif ko and #ko~=16 then error('NOT_A_LOCK 2')end\nif not ko or tonumber(gz)>ac then return ee end\nlocal lb=c('ZCOUNT',gb,'-inf',ak(ac))\nlocal dk=math.min(lb,mj)\nna(dk,z,1,g,'ZREMRANGEBYRANK',gb,0,dk - 1)\nreturn ee+lb\nend";

const permitExpirableRecord_ =
  "local k,z,f=KEYS[3],ARGV[2],ARGV[4]\nlocal mu=setmetatable({},{\n__index=function(ew,aa)\new[aa]=string.char(tonumber(aa,16))\nreturn ew[aa]\nend,\n})\nlocal hb,ew={},string.gsub(ARGV[3],'..',mu)\nlocal function l()\nlocal en,dk=math.huge,0\nfor bj,gz in ipairs(c('ZMSCORE',gb,unpack(hb)))do\nen=math.min(en,gz and gz - ac or 0)\nif gz then dk=dk+1 end\nend\nreturn en,dk\nend";

const permitExpirableEnded_ =
  "local function bh(t)\nreturn{'ended',al,t}\nend\nlocal function gh(t)\nlocal m=av('SET',k,'-' .. t,'PX',f,'GET')\nif m then s('SET',k,m,'PX',f)else s('UNLINK',k)end\nreturn bh(t)\nend\nlocal function ct(am)\nif am and string.sub(am,1,1)=='-' then return bh(string.sub(am,2))end\nend";

const permitExpirableScored_ =
  "local function qt(ab)\nlocal dh,gz={},ak(ac+ab)\nfor bj,ql in ipairs(hb)do\ntable.insert(dh,gz)\ntable.insert(dh,ql)\nend\nreturn unpack(dh)\nend";

const permitExpirableLostEnd_ =
  "local function nq()\nreturn ct(c('GET',k))or gh('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#ew,16 do\ntable.insert(hb,string.sub(ew,q,q+15))\nend";

const readWriteTimeouts_ =
  "local dd=ARGV[9]\nlocal kd,nn=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function lm(l)\nif r=='plain' then ai(e)end\nreturn nk(l,dz)\nend\nlocal nl,lo=ic,dz";

const readWriteKnown_ =
  "local function ah()\ncn()\nreturn fy()\nend";

const readWriteBlock_ =
  "return af()";

const semaphoreKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bh(t)\nreturn{'ended',al,t}\nend\nlocal function ay(t)\nav('SET',k,'-' .. t,'PX',f)\ns('UNLINK',k)\nreturn bh(t)\nend\nlocal ej,am=unpack(c('MGET',j,k))\nlocal function fc()\nreturn gk(ej or c('GET',j))\nend";

const semaphoreTaken_ =
  "local nt=am and string.match(am,'^%+(%d+)$')\nif am and not nt then return bh(string.sub(am,2))end";

const semaphoreNotify_ =
  "local function qn(z,fc)\nif fc>=0 then az(z,fc)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "06e1d67387ae54cc3b5830aaa124280ea45c4070", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ej then return p(0,av)end\nlocal l=ej - 1\nlocal d=p(math.max(l,0),av)\ng('DECR',j)\nif l>0 then return d end\ns('INCR',j)\ng('DEL',j)\nif l==0 then az(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "890287715b22cb299ba90349998ee2318b52736b", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ej then return p(0,av)end\nlocal d=p(1,av)\ng('DEL',j)\naz(ARGV[3],'1')\naz(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-read", "2075b70436b2b8328240a5af1e108868ab415a41", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-write", "e317b88cea4601a9cb1eff5001a1eb173557c5bb", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "1499c925202fbdd2fb7f24ca240560236e665e18", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "mm()\nlocal gj=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if r=='plain' then ai(e)end\nif r~=ARGV[6] then return kt(0)end\nlocal d=kt(1)\ng('DEL',e)\npcall(gf,'free')\naz(gj,r=='write' and '1' or '0')\nmr()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ script("fair-read-write/release-read", "af919d03b53e694205dba4d3f80340ecd5d8abda", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/release-write", "ad33befa34cc736ad0c2b6227ae5e775d48f8018", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "a8bad707c7f2a1fc71d7d63a3c411c1c9fc6cd92", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal fb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return af()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "c9bb201b56c64d70baf0b81b767e956873d2c468", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal fb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local ep=cr+5000\nlocal sa=100\nlocal function sl(at)\nlocal kg=c('HRANDFIELD',e)\nlocal ij=kg and c('GET',bg(kg))\nif not ij or string.sub(ij,1,1)=='!' or at>sa then return 0 end\nif at==1 then return 1 end\nfor bj,ao in ipairs(c('ZMSCORE',be,unpack(c('LRANGE',as,0,at - 2))))do\nif not ao then return 0 end\nend\nreturn 1\nend\nlocal function os(at)\nlocal b=on(ARGV[12],ARGV[13])\nlocal m=g('SET',KEYS[6],b,'PX',ep,'GET')\nreturn b,m==ARGV[11] and not pc and 1 or sl(at)\nend\nlocal d=af()\nif d[1]~='busy' or cg or KEYS.locked then return d end\nlocal p,b,kq=pcall(os,d[4])\nif p then\nfor bj,ju in ipairs({ac,b,kq})do table.insert(d,ju)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "d13c28e0f6195669aad837b84bbc3a37a59e8b70", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "mm()\nlocal fb=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if r=='read' or r=='write' then ai(e)end\nif not r then return kt(0)end\nlocal d=kt(1)\nlocal cp=md(ARGV[3],g('DEL',e,ff))\nmr()\nreturn jv(d,cp)", END);

export const fairPass: LuaScript = /* @__PURE__ */ script("fair/pass", "54052b0080ad93230b7d162476ed59fceaca9a37", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[9] and KEYS[7]\nlocal fb=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cp\nlocal oe=false\nlocal function es()\ng('DEL',e)\noe=true\nend\nlocal function ht()\nif c('EXISTS',e)==0 then cp=md(ARGV[9])end\nend", endEndHold_, "local d=hr(ARGV[4])\nif not oe then return jv(d,cp)end\nlocal p,qf=bl(function()\nif c('LINDEX',as,0)~=ARGV[11] then return false end\nif not g('SET',KEYS[6],'|+' .. ARGV[14],'PX',ARGV[13],'NX')then return false end\ns('UNLINK',KEYS[6])\ng('HINCRBY',e,ARGV[11],1)\ns('UNLINK',e)\ng('PEXPIRE',e,ARGV[12])\nreturn true\nend)\nif p and qf then\nbl(function()\ng('LPOP',as)\nks(ARGV[11])\nend)\ntable.insert(d,'held')\nreturn d\nend\nreturn jv(d,md(ARGV[9],1+g('DEL',ff)))", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "26ed0e0880e810f4e27ab1cbb4292ebd5d63f646", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal fb=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cp\nlocal function es()\ncp=md(ARGV[9],g('DEL',e,ff))\nend\nlocal function ht()\nif ARGV[11]=='1' and c('LPOS',as,h)then\nfg({[h]=true},1)\ng('ZREM',be,h)\nend\nif c('EXISTS',e)==0 then cp=md(ARGV[9])end\nend", endEndHold_, "local d=hr(ARGV[4])\nreturn jv(d,cp)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "481ea63f6890c4f6d174fa30c66612cb70520d2f", BEGIN, fenceMarkKey_, "local am=c('GET',nr)\nif not px(am)then return{'fenced',al,0}end\nif qe(am,KEYS[2])then return{'ahead',al}end\nqo(am)\nreturn{'fenced',al,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "97175a0ef7758cef41fde08b16b41cead1dd227d", BEGIN, stateWrite_, fenceMarkKey_, "local k,sp,f,ej=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal am,p=unpack(c('MGET',nr,k))\nif p=='1' then return{'fenced',al,1}end\nif p=='ahead' then return{'ahead',al}end\nif p then return{'withdrawn',al}end\nif not am then am=c('GET',nr)end\nif not px(am)then return{'fenced',al,0}end\nif not ej then\nav('SET',k,'0','PX',f)\nreturn{'withdrawn',al}\nend\nif qe(am,KEYS[4])then\ng('SET',k,'ahead','PX',f)\nreturn{'ahead',al}\nend\ng('SET',sp,ej,'GET')\nqo(am)\ng('SET',k,'1','PX',f)\nreturn{'fenced',al,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "c5f5e45a1cc219b77774142a060511a5e67c9d9b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn af()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "647f869f2a1ed61dfebb1834486ca37bb30a5e97", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, waitersLeaveList_, fencedWithToken_, fencedQuickAnswer_, standMarked_, standAnswerOrStand_, "k=nil\nreturn py()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "6f3f61c0ad8fa210f9dec22c3986d11e96116db1", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal kd,nn=ARGV[9],ARGV[10]", stealRob_, "local nl,ah=ow,oq\nlocal function lo()\nreturn mq(jn())\nend\nlocal function lm(l)\nif r~='plain' then ai(e)end\nlocal ax=jn()\nif ax==dj then ai(cz)end\nreturn nk(l,function()\nreturn mq(ax)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return af()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "b0d234ff9c93658de1c2c8d56033bd547ab6d137", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal re='!' .. ARGV[9] .. '|'\nlocal b=c('GET',KEYS[3])\nlocal l=b and(string.sub(b,1,1)=='=' or string.sub(b,1,#re)==re)and c('PTTL',KEYS[3])or 0\nlocal function lc()\nreturn{'found',al,b,l}\nend\nif l>0 then\nif g('SET',n,'|-lost','PX',f,'NX')then return lc()end\nelseif c('EXISTS',e,n)==0 then\nreturn dz()\nend\ncn()\nlocal af=fy()\nif af and af[1]=='ended' and l>0 then return lc()end\nif af then return af end\nlocal sn=ck()\nif cg then ay('refused',f)end\nreturn{'busy',al,sn,c('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "856a02160131f7c619788a5bbf41adf957eb069c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, endFirst_, "k=nil\nlocal function es(ta)\nlocal qh,m=false,nil\nif ta then\nqh,m=pcall(g,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qh and m then s('SET',KEYS[3],m,'PX',ARGV[11])end\nif qh and not m then s('UNLINK',KEYS[3])end\nlocal gw=g('DEL',e,ff)\naz(ARGV[9],'1')\nif gw==2 then pcall(hi,0)end\nend\nlocal function ht()end", endEndHold_, "return hr(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "7de0f8440471e30d6069f69023c088a78c9f0f5a", BEGIN, onceCounter_, inspectSubscriptions_, "local aq=gk(c('GET',KEYS[1]))\nlocal l=c('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],aq and 1 or 0,tonumber(aq or 0),l,ou({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "72ab2e5705b391445677a79d7fb8b48565560a0a", BEGIN, lockHashMode_, "local e,n,h,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local dd=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local mt=100\nlocal sd=4\nlocal sc=tonumber(ARGV[6])\nlocal al,as,be,og=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(ca)then\nlocal kg,hc,nd=ok(e)\nif not kg then ca()end\nlocal l=ck()\nreturn{'lock',al,'light',l,1,1,0,0,0,0,kg,1,l,qi(hc,nd)}\nend\nlocal l=ck()\nlocal function tk()\nlocal cv,co,dg={},{},0\nif not r then return cv,co,dg end\ndg=c('HLEN',e)-(r=='plain' and 0 or 1)\nlocal mv,ah='0',{}\nif r~='plain' then ah['mode']=true end\nfor bj=1,sd do\nlocal lu=c('HSCAN',e,mv,'COUNT',2*mt)\nmv=lu[1]\nlocal o=lu[2]\nfor q=1,#o,2 do\nif #cv<mt and not ah[o[q]] then\nif not bk(o[q+1])then ai(e)end\nah[o[q]]=true\ntable.insert(cv,o[q])\ntable.insert(co,tonumber(o[q+1]))\nend\nend\nif mv=='0' or #cv==mt then break end\nend\nreturn cv,co,dg\nend\nlocal qp=0\nlocal function tg(bf,bz)\nif qp+bz>sc then return l end\nqp=qp+bz\nlocal bx=0\nfor au=1,bz do\nbx=math.max(bx,c('PTTL',dl(bf,au)))\nend\nreturn math.min(bx,l)\nend\nlocal function tq(dg,ot)\nlocal rl=dg>1 and c('PTTL',ot)or -1\nif rl<0 then return l end\nreturn math.max(math.min(l,rl - ARGV[4]),0)\nend\nlocal function sx(u,bz,dg,ot)\nif r=='plain' then return l end\nif string.find(u,':write$')then return tq(dg,ot)end\nreturn tg(u,bz)\nend\nlocal function tl()\nif c('EXISTS',as,KEYS[6])==0 then return{},0 end\nlocal np=c('TYPE',as).ok\nif np=='list' then return c('LRANGE',as,0,mt - 1),c('LLEN',as)end\nif np~='none' then ai(as)end\nas,be=KEYS[6],KEYS[7]\nif c('TYPE',as).ok~='zset' then ai(as)end\nreturn c('ZRANGE',as,0,mt - 1),c('ZCARD',as)\nend\nlocal function ti(bw)\nif #bw==0 then return{}end\nlocal ao=redis.pcall('ZMSCORE',be,unpack(bw))\nlocal bc=c('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal dh={}\nfor q=1,#bw do\nlocal cg=tonumber(ao[q] or nil)\ndh[q]=cg and math.max(ac - cg,0)or -1\nend\nreturn dh\nend\nlocal cv,co,dg=tk()\nlocal ns={}\nfor q,u in ipairs(cv)do ns[q]=bg(u)end\nlocal mp=qv(ns)\nlocal bw,tp=tl()\nlocal tj=ti(bw)\nlocal ec={unpack(ARGV,7)}\nif as==KEYS[3] then\nfor bj,x in ipairs(bw)do table.insert(ec,ARGV[5] .. x)end\nend\nlocal jc=redis.pcall('LLEN',og)\nlocal d={'lock',al,r or 'free',l,dg,0,tp,0}\ntable.insert(d,type(jc)=='number' and jc or 0)\ntable.insert(d,ou(ec))\nlocal ew=0\nlocal function cb(ru,ku,b,...)\new=ew+nc(ku)+nc(b)+30\nif ew>nv then return end\nd[ru]=d[ru]+1\nfor bj,bd in ipairs({ku,...})do table.insert(d,bd)end\nend\nfor q,u in ipairs(cv)do\ncb(6,u,mp[q],co[q],sx(u,co[q],dg,ns[q]),mp[q])\nend\nfor q,x in ipairs(bw)do cb(8,x,'',tj[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "2aff0ae7657cb09a934a5ac4166b1a26ae10bb84", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local mt=100\nlocal pw=922337203685477\nlocal function sw(ew)\nreturn(string.gsub(ew,'.',function(so)\nreturn string.format('%02x',string.byte(so))\nend))\nend\nlocal b=c('GET',fc)\nlocal ee=b and i(b)\nlocal lb=c('ZCOUNT',gb,'-inf',ak(ac))\nlocal pe=c('ZCARD',gb)- lb\nlocal ag=c('ZRANGE',gb,'(' .. ak(ac),'+inf','BYSCORE','LIMIT',0,mt,'WITHSCORES')\nlocal d={'permits',al,b and 1 or 0,(ee or 0)+(b and lb or 0),pe}\ntable.insert(d,ou({ARGV[2]}))\ntable.insert(d,c('PTTL',fc))\ntable.insert(d,#ag/2)\nfor q=1,#ag,2 do\nif #ag[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gz=tonumber(ag[q+1])\ntable.insert(d,sw(ag[q]))\ntable.insert(d,gz>=pw and -1 or gz - ac)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "5cb607dd2d4549dac5181b8c84ab61fe881d5887", BEGIN, inspectMOSTBYTES_, "local mv,pq,mi=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dj=1000\nlocal pu=1000\nlocal dk,qb=math.min(dj,mi),nv\nlocal lc,rh={},false\nlocal function sh(aw,me)\nfor bj,j in ipairs(me)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(aw,j)end\nend\nend\nlocal function ez(aw)\nlocal ew,o=0,{}\nfor bj,j in ipairs(aw)do\nif #j<=pu then\new=ew+nc(j)\ntable.insert(o,j)\nend\nend\nif ew>qb and(#lc>0 or dk>1)then return false end\nqb=qb - ew\nfor bj,j in ipairs(o)do table.insert(lc,j)end\nreturn true\nend\nlocal function rr(np)\nreturn redis.pcall('SCAN',mv,'MATCH',ARGV[3],'COUNT',dk,'TYPE',np)\nend\nrepeat\nlocal lu=rr('hash')\nif lu.err then return{'refused',ARGV[1],lu.err}end\nif ARGV[6]=='1' then sh(lu[2],rr('string')[2])end\npq=pq - dk\nif #lc+#lu[2]>mi and dk>mi - #lc then\ndk=mi - #lc\nelseif ez(lu[2])then\nmv,dk,rh=lu[1],dj,lu[1]=='0'\nelseif #lc>0 then\npq=0\nelse\ndk=math.floor(dk/2)\nend\nuntil rh or #lc>=mi or pq<=0\nreturn{'scanned',ARGV[1],mv,unpack(lc)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "3040da46dcc8ce1d57bce4d472fa07c1c52bfd75", BEGIN, lockHashMode_, "local e,n\nlocal h,w,v='','',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local pu=1000\nlocal rz=5\nlocal function tf(o)\nlocal bn=1\nfor q=1,#o,2 do\nlocal rg=r~='plain' and o[q]=='mode'\nif rg and bn==q then\nbn=q+2\nelseif not rg and string.find(o[q],':write$')then\nbn=q\nend\nend\nreturn o[bn],o[bn+1]\nend\nlocal function sy(o)\nif r=='plain' then return 1 end\nlocal dk=#o/2\nif dk==rz then dk=c('HLEN',e)end\nreturn dk - 1\nend\nlocal oz={'',-2,0,'',0}\nlocal function sr(j)\nlocal kg,hc,nd=ok(j)\nlocal l=kg and c('PTTL',j)or -2\nif l<=0 then return oz end\nlocal np='light'\nreturn{np,l,1,kg,1},qi(hc,nd)\nend\nlocal function sq(j,ot)\ne,n=j,ot\nlocal fa,o=pcall(ca)\nif not fa then return sr(j)end\nif not r then return oz end\nlocal l=c('PTTL',e)\nlocal u,bz=tf(o)\nif l<=0 or not u or #u>pu then return oz end\nreturn{r,l,sy(o),u,tonumber(bz)}\nend\nlocal pg={}\nlocal function om(lt,la)\nif #lt==0 then return end\nla=la or c('EXISTS',unpack(lt))\nif la==0 then return end\nif 4*la<#lt then\nlocal rn=math.floor(#lt/2)\nlocal m,si={unpack(lt,1,rn)},{unpack(lt,rn+1)}\nlocal rd=c('EXISTS',unpack(m))\nom(m,rd)\nreturn om(si,la - rd)\nend\nfor bj,dh in ipairs(lt)do\nlocal pf=redis.pcall('LLEN',dh)\nif type(pf)~='number' then pf=redis.pcall('ZCARD',dh)end\npg[dh]=type(pf)=='number' and pf or 0\nend\nend\nlocal qz,ns,qj,rp,rq,lt={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,as,qs,og=unpack(KEYS,4*q - 3,4*q)\nlocal mz\nmz,qj[q]=sq(j,ARGV[q+1])\nqz[q],ns[q]=mz,bg(mz[4])\nif mz~=oz and not qj[q] then\ntable.insert(rp,as)\ntable.insert(rq,qs)\ntable.insert(lt,og)\nend\nend\nlocal mp=qv(ns)\nom(rp)\nom(rq)\nom(lt)\nlocal d,ew={'summaries',ARGV[1]},0\nfor q,mz in ipairs(qz)do\nlocal ij=qj[q] or mp[q]\new=ew+nc(mz[4])+nc(ij)+50\nif q>1 and ew>nv then return d end\nfor bj,st in ipairs(mz)do table.insert(d,st)end\ntable.insert(d,ij)\nlocal bj,as,qs,og=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(pg[as] or 0)+(pg[qs] or 0))\ntable.insert(d,pg[og] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "7a7c4403d29823c6aaa60349569fc936ddbc506b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return af()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "97757a8e09d506307bd63d06999e800305046e5e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function bd(tn)\nfor q=1,#KEYS,2 do\ne,n=KEYS[q],KEYS[q+1]\nlocal af=tn(q)\nif af then return af end\nend\nend\nlocal function rw()\nbd(function()\ndz()\nend)\nreturn{'held',al,1,tonumber(ab)}\nend\nif c('EXISTS',unpack(KEYS))==0 then return rw()end\nlocal oj,pb,he\nlocal bi=bd(function(q)\ncn()\nlocal af=fy()\nif af and af[1]=='ended' then return af end\nif af then\nlocal l=af[4]<0 and tonumber(ab)or af[4]\noj=math.min(l,oj or l)\nelse\nhe=true\nlocal l=ck()\nif l~=-2 and not pb then pb={'busy',al,l,(q+1)/2}end\nend\nend)\nif bi then return bi end\nif oj and he then return bh('lost')end\nif oj then return{'held',al,1,oj}end\nif not pb then return rw()end\nif cg then\nbd(function()\ng('SET',n,'|-refused','PX',f)\nend)\nend\nreturn pb", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "d98cac9be84e71461c20d41c0719620bf159982d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, waitersLeaveList_, standMarked_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn py()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "4c4993dd1e6cb099ad79277ebe7616f3f9458a53", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, "local function eq()\nif k then g('PEXPIRE',k,ARGV[4]+c('PTTL',e),'GT')end\nreturn c('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "4eea2e55c6a439f5cbef1fddffd5288059dfb69b", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local df=pcall(mm)\nlocal kg=not df and ok(e)\nif kg then\nck()\no={kg}\nlocal d=kt(1)\ng('DEL',e)\nmr()\nreturn d\nend\nif not df then mm()end\nif r=='read' or r=='write' then ai(e)end\nif not r then return kt(0)end\nlocal d=kt(1)\nlocal cp=ek(ARGV[3],g('DEL',e,ff))\nmr()\nreturn jv(d,cp)", END);

export const lockLookStanding: LuaScript = /* @__PURE__ */ script("lock/look-standing", "1b62993373af48b104fbd3118b72747dec816e07", BEGIN, stateLock_, lockHashStateKeyOf_, lockHashIsRandom_, waitersNow_, "dc()\nlocal ep=160000\nlocal d,mp={'looked',ARGV[1],ac},{}\nfor q=2,#KEYS,4 do\ntable.insert(mp,KEYS[q])\nend\nlocal ah=c('MGET',unpack(mp))\nlocal function ni(cf,ff,jc,ds)\nlocal at=c('LPOS',cf,jc)\nif at then\ng('LSET',cf,at,ds)\nelse\ng('RPUSH',cf,ds)\nend\ng('PEXPIRE',cf,ep)\ng('SET',ff,'1','PX',ep)\nend\nlocal function is()\nlocal u,sj=unpack(c('HRANDFIELD',e,2))\nif sj then return false end\nreturn of(u)or(not KEYS.locked and c('EXISTS',bg(u))==1)\nend\nlocal function sv(h)\nreturn KEYS.locked and redis.pcall('HEXISTS',e,h)==1\nend\nfor pj=1,#mp do\nlocal q=4*pj\ne,n=KEYS[q - 3],KEYS[q - 2]\nlocal jc,ds=ARGV[2*pj],ARGV[2*pj+1]\nh=string.match(ds~='' and ds or jc,'^%S+ (%S+)')\nlocal l=(ah[pj] or sv(h))and -2 or c('PTTL',e)\nlocal kq=true\nif l>=0 and ds~='' then\npcall(ni,KEYS[q - 1],KEYS[q],jc,ds)\nlocal p,af=pcall(is)\nkq=not p or af\nend\ntable.insert(d,l)\ntable.insert(d,kq and 1 or 0)\nend\nreturn d", END);

export const lockPass: LuaScript = /* @__PURE__ */ script("lock/pass", "71f9e3ef7ef651d7be59e2c36c01507a333aa364", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[6] and KEYS[4]\nlocal oe=false\nlocal function es()\ng('DEL',e)\noe=true\nend\nlocal function ht()end", endEndHold_, "local d=hr(ARGV[4],(ARGV[15] or '')~='')\nif not oe then return d end\nlocal p,qf=bl(function()\nif not g('SET',KEYS[3],'|+' .. ARGV[13],'PX',ARGV[12],'NX')then return false end\ns('UNLINK',KEYS[3])\ng('HINCRBY',e,ARGV[10],1)\ns('UNLINK',e)\ng('PEXPIRE',e,ARGV[11])\nreturn true\nend)\njd(ARGV[10],ARGV[14])\nif p and qf then\ntable.insert(d,'held')\nreturn d\nend\nlocal gw=1+g('DEL',ff)\nreturn jv(d,ek(ARGV[9],gw,ARGV[15],ARGV[16],ARGV[17],ARGV[18]))", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "745a4d095b77d77975cd4874a88d756939e4914b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function sk(b)\nlocal ij=KEYS.locked and bg(string.match(b,'^%S+ (%S+)'))\nif ij and not(KEYS.locked[ij] and c('EXISTS',ij)==0)then return end\ndc()\ng('RPUSH',cf,mw(b))\ng('PEXPIRE',cf,ep)\nend\nlocal cp\nlocal function es()\nlocal gw=g('DEL',e,ff)\nif(ARGV[14] or '')~='' and pcall(sk,ARGV[14])then gw=2 end\ncp=ek(ARGV[9],gw,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function ht()\njd(h)\nend", endEndHold_, "if not bn then jd(h,ARGV[15])end\nlocal d=hr(ARGV[4],(ARGV[10] or '')~='')\nreturn jv(d,cp)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "a8278f68a59af4a23ecfb1cc0f8206b7e34665f4", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal z\nlocal function es()\nek(z,g('DEL',e,ff))\nend\nlocal function ht()end", endEndHold_, "local ph=(#ARGV - 8)/2\nlocal rb=ARGV[4]=='1' and 3*ph or 2*ph\nlocal mo,op={'ends',al},nil\nfor q=1,ph do\ne,n=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*ph+q] end\ncf,ff=KEYS[rb+2*q - 1],KEYS[rb+2*q]\nz=ARGV[2*q+8]\nlocal p,d=bl(hr,ARGV[2*q+7])\nif p then\ntable.insert(mo,d[3])\nelse\nop=d.err or d\nif string.find(op,'^WRONGTYPE')then op='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif op then error(op,0)end\nreturn mo", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "d1301cbceb39e48bf121b77c92e91cd6f729f7ce", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, holdRenew_, "cn()\nif not ap then an=ARGV[7] end\nlocal i,bi=ni(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bi or{'renewed',al,i}", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ script("lock/renew-many", "04e5d8fb243f28aba2e9d3be01e33b86d17e9f87", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dd", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, "local function th()\nlocal rc,eo=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal bz=(#ARGV - 3)/6\nlocal pz,pn={},0\nfor q=1,bz do\ntable.insert(pz,KEYS[2*q])\nend\nfor q=2*bz+1,#KEYS do\ntable.insert(pz,KEYS[q])\nend\nlocal rj=c('MGET',unpack(pz))\nlocal mo={'renewals',ARGV[1]}\nfor q=1,bz do\nlocal ab,f,qd\nh,by,ab,f,qd,dd=unpack(ARGV,6*q - 2,6*q+3)\ne,n,k=KEYS[2*q - 1],KEYS[2*q],nil\nif qd=='1' then\npn=pn+1\nk=KEYS[2*bz+pn]\nend\nbt(rj[q],k and rj[bz+pn])\nlocal qu=dd~=''\nlocal di=qu and jp(eo)\nlocal l=rc and not qu and c('PTTL',e)\nif l and k then l=math.min(l,c('PTTL',n)- eo,c('PTTL',k)- eo)end\nlocal i,bi\nif l and l>rc then\nbi=ct()or not cy()and ay(ci('lost'),f)\nelse\nl=tonumber(ab)\ni,bi=ni(ab,f,l+eo,qd=='2',qu and function(bz)\nqq(bz,di,ab)\nend)\nend\ntable.insert(mo,bi and bi[3] or l)\nend\nreturn mo\nend\nreturn th()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "933033fde70c6fc7eea9260162647cfc293640b1", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(i or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "91dd9ace1a8ca629ba43c3252d2fdd8ae77ffbf4", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local kd,nn=ARGV[9],ARGV[10]", stealRob_, "local function lm(l)\nif r~='plain' then ai(e)end\nreturn nk(l,dz)\nend\nlocal nl,lo=ic,dz", stealQuickAnswer_, "local function ah()\ncn()\nreturn fy()\nend", stealFullAnswer_, "return af()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "6287e3b0cbbb800f2892b53cfc958165c3173624", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(true)then return p(0)end\nlocal d=p(1)\nlocal cp=kz(function()\nreturn ek(ARGV[5],g('DEL',e,ff))\nend)\nreturn jv(d,cp)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "00ecccff7b5826812965ca81fed86772e2fe861b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal fb=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(true)then return p(0)end\nlocal d=p(1)\nlocal cp=kz(function()\nreturn md(ARGV[5],g('DEL',e,ff))\nend)\nreturn jv(d,cp)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ script("owner/release-queued-reads", "cd1301ae2c6bace7c2d60a76c4e49f8df6d5f0e3", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gj,dd,eh=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ek()\nlq('free')\naz(gj,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qc()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ script("owner/release-queued-writes", "7550da11c8cdcfc609c38591744bd6c0c5f20522", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gj,dd,eh=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ek(dn)\nlq(dn)\naz(gj,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(false)then return p(0)end\nlocal d=p(1)\nkz(es)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ script("owner/release-reads", "80ad9576cb1098ec52731becbe81a6171b62706a", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dd=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function ek()\naz(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qc()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ script("owner/release-writes", "b137c62bcc06423d85a76d5631a9874c9c27ac30", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dd=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function ek()\naz(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(false)then return p(0)end\nlocal d=p(1)\nkz(es)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "4d2fdb8b6008f23b338ca303bbde9e49b2ce361d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(ARGV[7]=='0')then return p(0)end\ngi(e,ARGV[5])\neu(n,ARGV[6])\nreturn qr()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ script("owner/renew-reads", "8e2c5df1225509ec450704dedc4162ecf5f3e6a8", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dd=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nlocal bz=jx(false)\nif not bz then return p(0)end\ngi(e,ARGV[5])\neu(n,ARGV[6])\nfor au=1,bz do\nlocal j=dl(h,au)\nif not gi(j,ARGV[5])then g('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn qr()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "b3712d82ae96094bab5ab5c12893078cbb18fcdb", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ab,cg=ARGV[5],ARGV[6]=='1'\nlocal pw=922337203685477\nlocal b,am=unpack(c('MGET',fc,k))\nlocal bi=ct(am)\nif bi then return bi end\nb=b or c('GET',fc)\nlocal ee=b and i(b)or 0\nif am then\nlocal ls=l()\nreturn ls>0 and{'held',al,ls,ee}or nq()\nend\nif not b then return gh('unset')end\nee=ov(ee,z)\nif ee<#hb then\nif cg then gh('refused')end\nlocal bn=c('ZRANGE',gb,'(' .. ak(ac),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',al,bn and tonumber(bn)<pw and bn - ac or -1,ee}\nend\ng('SET',k,'+','PX',f)\ns('UNLINK',k)\nlocal pa=g('ZADD',gb,'NX',qt(ab))\nif pa==#hb then s('ZREM',gb,unpack(hb))end\ng('DECRBY',fc,pa)\nlocal rx=c('PTTL',fc)\nif rx>0 then g('PEXPIRE',gb,rx)end\nlocal ls=pa==#hb and tonumber(ab)or l()\nif ls<=0 then return nq()end\nreturn{'held',al,ls,ee - pa}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "32522729b49205003cdcb51ed31734a574e30455", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local ee=c('GET',fc)\nlocal ls,dk=l()\nif ee then i(ee)end\nif dk==0 then return nq()end\nlocal d=gh(ls>0 and 'released' or 'lost')\nif ee then\nna(dk,z,0,g,'ZREM',gb,unpack(hb))\nelse\ng('ZREM',gb,unpack(hb))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "39a1c4892254ac8230eeda19da1f499ceb50b7f9", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function af(aq)\nreturn{'done',al,tonumber(aq)}\nend\nlocal fe=c('GET',k)\nif fe then return af(fe)end\nlocal ee=c('GET',fc)\nfe=l()>0 and '1' or '0'\nif ee and fe=='1' then ov(i(ee),z)end\nav('SET',k,fe,'PX',f)\ns('UNLINK',k)\nif fe=='1' then\nfor q=4,#KEYS do\nlocal m=g('SET',KEYS[q],'-released','PX',f,'GET')\nif m then s('SET',KEYS[q],m,'PX',f)else s('UNLINK',KEYS[q])end\nend\nif ee then\ng('INCRBY',fc,#hb)\ns('INCRBY',fc,-#hb)\nend\ng('ZREM',gb,unpack(hb))\nif ee then az(z,#hb)end\nend\nreturn af(fe)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "0eeded729b3fb9398dd887f929414b855a7521e0", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ls,ab=l(),ARGV[5]\nif ls<=0 then return nq()end\nif ab then av('ZADD',gb,'XX','GT',qt(ab))end\nreturn{'leased',al,ls}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "10493ae7158f45f5de7fff44310f4b7a1dc1c54d", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local gb,z,aq,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal ee=ej\nif ee and t=='try' then return p(0,av)end\nlocal pe=c('ZRANDMEMBER',gb,3)\nfor bj,ko in ipairs(pe)do\nif #ko~=16 then error('NOT_A_LOCK 3')end\nend\nlocal pi=tonumber(aq)\nif ee and t=='set' then pi=aq - ee - c('ZCARD',gb)end\nif pi==0 and ee then return p(1,av)end\nlocal d=p(1,g)\ng('INCRBY',j,string.format('%.0f',pi))\nif not ee and #pe>0 then\ns('UNLINK',j)\ng('DEL',gb)\nend\nif t~='add' or pi>0 then az(z,aq)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "2091de3cc5dd1cd6af77668609b841313777c6a3", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local ee=c('GET',fc)\nlocal kk=ee and ov(i(ee),ARGV[2])\nreturn{'permits',al,kk or 0,c('ZCOUNT',gb,'(' .. ak(ac),'+inf'),kk and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ script("read-write/acquire-read", "fdb82f58244a6ebccd6846dec8b74daf78ee9296", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local dd=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return dz()end\nelse\nlocal l=iu(true)\nlocal af\nif l and(not r or(r=='read' and l>=0))then\naf=ic()\nelse\naf=li(l)\nend\nif af then return hg(af)end\nend\ncn()\noa()\nlocal af=fy()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dz()end\nif r=='read' or(r=='write' and c('HEXISTS',e,h .. ':write')==1)then return dz()end\nif gp()then ay('refused',f)end\nreturn hg({'busy',al,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("read-write/acquire-write", "1be8fcdacfca52195a022b3dc63d3b5f41f04f50", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, "local dd=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return dz()end\nelse\nlocal l=iu(ARGV[6]~='2')\nlocal af=l==-2 and ic()or li(l)\nif af then return hg(af)end\nend\ncn()\nlocal af=fy()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dz()end\nlocal bf=string.sub(h,1,-7)\nif k and fh(bf,tonumber(c('HGET',e,bf)or 0))>0 then return ay('upgrade',f)end\nif gp()then ay('refused',f)end\nreturn hg({'busy',al,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ script("read-write/check-read", "bf925b8b6ec76b355cb7af0fe1cfd3548575e9a7", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dd=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function eq(i)\nreturn nh(i,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "2330d01cbc7170c12dd36caf40c8149bc7c64071", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function eq()\nreturn lr(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "a1d3f858e450b9118624f0e0db426bb835a815b8", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "mm()\nif r=='plain' then ai(e)end\nif r~=ARGV[6] then return kt(0)end\nlocal d=kt(1)\ng('DEL',e)\naz(ARGV[3],r=='write' and '1' or '0')\nmr()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ script("read-write/release-read", "a204d4319d3ec571726c8776c3da81657beae09f", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dd=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function ek()\naz(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function ht()end", readsEndOne_, endEndHold_, "return hr(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("read-write/release-write", "67ae1317cf0923a5c5c789778ac5e2de78177857", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, "local dd=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function ek()\naz(ARGV[9],'1')\nend", writesEndLast_, "local function ht()end", endEndHold_, "return hr(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ script("read-write/renew-read", "9225d48169c586df838c3154cb099dfaaea58bc6", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dd=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cn()\nlocal di=jp(ARGV[5] - ARGV[4])\nlocal i,bi=ni(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(bz)\nqq(bz,di,ARGV[4])\nend)\nif bi then return bi end\nreturn{'renewed',al,i}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "766681086f58fabc5b2d742d415a3a2d8a209a85", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local tc=r==ARGV[3] or(r=='write' and ARGV[3]=='read' and c('HLEN',e)>2)\nreturn{'status',ARGV[1],tc and l or -2,tonumber(i or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "79c1408246ad0f7e5d43d547c74787e8a272b2e4", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "7117f1ba8d1767037c139daff88b474252a90c8e", BEGIN, waitersNow_, waitersDigits_, "local e,am,al,h,qw=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,ar,pk=string.match(c('GET',am)or '','^(%d+) (%S+) (.*)$')\ndc()\nif pk==qw and ar==h then return{'spends',al,0}end\nif c('HEXISTS',e,h)==0 then return{'ended',al,'lost'}end\nif pk~=qw then\ng('SET',am,ak(ac).. ' ' .. h .. ' ' .. qw)\nreturn{'spends',al,0}\nend\nlocal rt=math.max(0,ac - q)\nreturn{rt<tonumber(ARGV[4])and 'spends' or 'spent',al,rt}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "cd5e3804280272e6199f08bf74c0b391cd74d990", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gk(c('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "dddcc78b5d439800b1041a48eeca0c278a05c6fd", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local aq,ry=ARGV[3],ARGV[6]\nif ej then return p(0,av)end\nlocal d=p(1,g)\nif ry then g('SET',j,aq,'PX',ry)else g('SET',j,aq)end\naz(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "46013674f33e84cc96a73582c5e133f72205a1c8", BEGIN, stateWrite_, "local k,al=KEYS[1],ARGV[1]\nlocal sz=av('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',al,(sz or c('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "ab4da13e9816a1d5644c6e7ff649c40bb28c2edd", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local mi=ARGV[3]\nej=fc()\nif nt then return{'held',al,tonumber(ej or 0)}end\nif not ej then return ay('unset')end\nif tonumber(ej)>=tonumber(mi)then\ng('SET',k,'+' .. mi,'PX',f)\ns('UNLINK',k)\nreturn{'held',al,g('DECRBY',j,mi)}\nend\nif ARGV[4]=='1' then ay('refused')end\nreturn{'busy',al,tonumber(ej)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "eed28fde8bf1cc7eddd56a7e60e90f684ad7c536", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local fc=(ej or 0)+ARGV[3]\nlocal d=p(fc,av)\ng('INCRBY',j,ARGV[3])\nqn(ARGV[4],fc)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "9123f85c295a8852812ac9732946b7c87afb024e", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not nt then return ay('free')end\nlocal tb=fc()\nlocal d=ay('released')\ns('SET',k,am,'PX',f)\nif tb then qn(ARGV[3],av('INCRBY',j,nt))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "050e2204e37b0ee228eb07137233a46288461cbe", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ej then return p(0,av)end\nlocal d=p(ej,g)\ng('DECRBY',j,ej)\nreturn d", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "c58d114568d97757721d6a5e1448ae7b8da2b8c7", BEGIN, "local sg=86400000\nlocal function tm(j,kg)\nlocal ax,pk=string.match(c('GET',j)or '','^(%d+) (.*)$')\nif pk==kg then return ax end\nlocal bc=c('TIME')\nlocal ce=bc[1] .. string.format('%06d',bc[2])\nif ax and(#ax>#ce or(#ax==#ce and ax>=ce))then\nlocal m,ss,td=string.match(ax,'^(%d-)(%d)(9*)$')\nce=m ..(ss+1).. string.rep('0',#td)\nend\ng('SET',j,ce .. ' ' .. kg,'PX',sg)\nreturn ce\nend\nlocal function km(av)\nreturn function(aw,bm)\nlocal j=table.remove(aw)\nlocal d=av(aw,bm)\nif d[1]=='held' then table.insert(d,tm(j,bm[2]))end\nreturn d\nend\nend\nlocal sb=10000\nlocal hd,pm=KEYS[1],ARGV[2]\nlocal pr={}\nlocal function te(e,n,sm)\nif sm=='2' then return end\ntable.insert(pr,string.match(n,'^[^:]+:([^:]*:)').. string.sub(e,#pm+1))\nend\nlocal function ri()\nif #pr==0 then return end\nlocal rs,hb=c('TIME')[1],{}\nfor bj,ku in ipairs(pr)do\ntable.insert(hb,rs - rs % 60 .. '000')\ntable.insert(hb,ku)\nend\npr={}\nif g('ZADD',hd,unpack(hb))>0 then g('ZREMRANGEBYRANK',hd,0,-sb - 1)end\nend\nlocal mn={}\nmn['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nmn['fair-read-write/acquire-write']=km(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nmn['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nmn['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nmn['read-write/steal-write']=km(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nmn['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gj=KEYS[1],ARGV[2]", rwQueueTell_, "local bw,ib={unpack(ARGV,3)},{}\ndc()\nfor bj,x in ipairs(bw)do\ntable.insert(ib,ak(ac))\ntable.insert(ib,x)\nend\nav('ZADD',be,'XX',unpack(ib))\nif c('PTTL',be)<lw then\nfor bj,j in ipairs({as,dv,be})do g('PEXPIRE',j,ep)end\nend\nlocal l=c('PTTL',e)\nlocal r=l==-2 and 'free' or c('HGET',e,'mode')or 'plain'\nlocal bj,bn=gl(as)\nlocal bj,no=gl(dv)\nif gg and(r=='free' or r=='read')then gf(r)end\nlocal d={'touched',ARGV[1],r,l,bn or 0,no or 0}\nfor bj,aq in ipairs(c('ZMSCORE',as,unpack(bw)))do table.insert(d,tonumber(aq or 0))end\nreturn d\nend\nmn['web-locks/snapshot']=function(KEYS,ARGV)\nlocal hd,pm,m,cg,ng=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal qy=100\nlocal se=500\nlocal cr=15000\nlocal bc=c('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal function su(e)\nlocal cv,pl={},1\nfor bj,u in ipairs(c('HKEYS',e))do\nif u=='mode' then\npl=0\nelse\ntable.insert(cv,u)\nend\nend\nreturn cv,pl\nend\nlocal function to(e,cm,rf,lh)\nlocal rv=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal as,be=ARGV[6] .. cm .. ARGV[7] .. rv,ARGV[6] .. cm .. ARGV[8] .. rv\nlocal bw=c('ZRANGE',as,rf,rf+lh - 1)\nif #bw==0 then return{},0 end\nlocal rm={}\nfor q,ao in ipairs(c('ZMSCORE',be,unpack(bw)))do\nif tonumber(ao or 0)>ac - cr then table.insert(rm,bw[q])end\nend\nreturn rm,#bw\nend\nlocal pp=0\nif m~='' then\nif c('ZSCORE',hd,cg)==m then\npp=c('ZRANK',hd,cg)+(ng>0 and 0 or 1)\nelse\npp,ng=c('ZCOUNT',hd,'-inf','(' .. m),0\nend\nend\nlocal d,po={'page',ARGV[1],'','',0},se\nlocal jc=c('ZRANGE',hd,pp,pp+qy - 1,'WITHSCORES')\nfor q=1,#jc,2 do\nlocal cm,ku=string.match(jc[q],'^([^:]*):(.*)$')\nlocal kq,cv,pl=pcall(su,pm .. ku)\nlocal ro,bw,i=pcall(to,pm .. ku,cm,ng,po)\ncv,bw,i=kq and cv or{},ro and bw or{},ro and i or 0\nif #cv+i+ng==0 then\ng('ZREM',hd,jc[q])\nelse\nif ng>0 then cv={}end\nfor bj,bd in ipairs({ku,kq and pl or 0,#cv,#bw})do table.insert(d,bd)end\nfor bj,bd in ipairs(cv)do table.insert(d,bd)end\nfor bj,bd in ipairs(bw)do table.insert(d,bd)end\npo=po - i\nif po<=0 then\nd[3],d[4],d[5]=jc[q+1],jc[q],ng+i\nreturn d\nend\nend\nng=0\nend\nif #jc==2*qy then d[3],d[4]=jc[#jc],jc[#jc - 1] end\nreturn d\nend\nlocal sf={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal mo={'batch',ARGV[1]}\nlocal pd,mk=2,3\nwhile ARGV[mk] do\nlocal ku,rk,ra=ARGV[mk],ARGV[mk+1],ARGV[mk+2]\nlocal aw,bm={},{ARGV[1]}\nfor q=pd,pd+rk - 1 do table.insert(aw,KEYS[q])end\nfor q=mk+3,mk+2+ra do table.insert(bm,ARGV[q])end\nif sf[ku] then te(aw[1],aw[2],bm[6])end\nif ku=='web-locks/snapshot' then pcall(ri)end\nlocal d=bo(mn[ku],aw,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(mo,d)\npd,mk=pd+rk,mk+3+ra\nend\npcall(ri)\nreturn mo", END);
