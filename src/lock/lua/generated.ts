// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local c=redis.call\nlocal a={}\nlocal function h(y,...)\nlocal d=redis.call(y,...)\na[#a+1]={}\nreturn d\nend\nlocal function s(...)\na[#a]={...}\nend\nlocal function az(z,bq)\nredis.pcall('PUBLISH',z,bq)\nif #a>0 then a[#a]={}end\nend\nlocal function bl(ag,...)\nlocal m=#a\nlocal n,d=pcall(ag,...)\nif n then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bo(ag,ax,bm)\nlocal n,d,bp=bl(ag,ax,bm)\nif n then return d end\nlocal b=type(d)=='table' and d.err or d\nif not string.find(b,'^%u+ ')then b='ERR ' .. b end\nreturn{err=b ..(bp and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bo(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function av(y,j,...)\nlocal n,d=pcall(h,y,j,...)\nif n then return d end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn h(y,j,...)\nend";

const onceCounter_ =
  "local function gl(b)\nif not b then return false end\nif #b>16 or not(b=='0' or string.find(b,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn b\nend";

const onceKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function af(aq)\nreturn{'done',al,tonumber(aq)}\nend\nlocal function n(aq,km)\nkm('SET',k,aq,'PX',f)\ns('UNLINK',k)\nreturn af(aq)\nend";

const onceValue_ =
  "local ek,fg=unpack(c('MGET',j,k))\nif fg then return af(fg)end\nek=gl(ek or c('GET',j))";

const stateLock_ =
  "local e,p,k,al,g,ca=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]\nlocal w,ba,an,v='','','',''";

const stateOwnerStateExists_ =
  "local ap,bv=false,false\nlocal function bt(bb,cl)\nap,bv=bb~=false,bb\nw,ba,an=string.match(bb or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(cl or '')or ba\nend";

const stateLoadState_ =
  "local function cn()\nif k then\nbt(unpack(c('MGET',p,k)))\nelse\nbt(c('GET',p))\nend\nend";

const stateLostHow_ =
  "local function ci(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bg(t)\nreturn{'ended',al,t}\nend\nlocal function cu()\nlocal t,ar=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bg(t),ar end\nend\nlocal function bs(b,f)\nif ap then\nlocal l=c('PTTL',p)\nif l>tonumber(f)then f=l end\nend\nav('SET',p,b .. an,'PX',f)\nif ap then s('SET',p,bv,'PX',f)else s('UNLINK',p)end\nend";

const stateRememberEnd_ =
  "local function ay(t,f,ar)\nlocal b='-' .. t ..(ar or '')\nif k then\nav('SET',k,b,'PX',f)\nif v=='' then s('UNLINK',k)else s('SET',k,v,'PX',f)end\nelse\nbs(w .. '|' .. b,f)\nend\nreturn bg(t)\nend";

const lockHashMode_ =
  "local r,i\nlocal function aa(ak)\nreturn string.rep('%x',ak)\nend\nlocal cc='^' .. table.concat({aa(8),aa(4),aa(4),aa(4),aa(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bu()\nreturn w~='' or string.sub(v,1,1)=='+'\nend\nlocal function bi(u)\nlocal m=string.match(p,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(p,#m+#g+1)\nend\nlocal function cd(u)\nif string.find(string.gsub(u,':write$',''),cc)then return true end\nif KEYS.locked and(u~=g or g=='')then error('KEY_NOT_LOCKED')end\nlocal ae=c('GET',bi(u))\nreturn ae and(string.sub(ae,1,1)~='|' or string.sub(ae,1,2)=='|+')\nend";

const lockHashIsCount_ =
  "local function bk(b)\nreturn #b<=6 and string.find(b,'^[1-9]%d*$')~=nil\nend\nlocal function aj(j)\nfor at,bc in ipairs(KEYS)do\nif bc==j then error('NOT_A_LOCK ' .. at)end\nend\nend";

const lockHashTimeLeft_ =
  "local function ck()\nlocal l=c('PTTL',e)\nif l==-1 then aj(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function bz()\nlocal o=c('HRANDFIELD',e,5,'WITHVALUES')\nr,i=#o>0 and 'plain',o[1]==g and o[2]\nif #o>2 then\nr,i=unpack(c('HMGET',e,'mode',g))\nif g=='mode' then i=false end\nif(r~='read' and r~='write')or(i and not bk(i))then aj(e)end\nend\nlocal ah=i and bu()\nfor q=1,#o,2 do\nif o[q]~='mode' or r=='plain' then\nif not bk(o[q+1])then aj(e)end\nah=ah or cd(o[q])\nend\nend\nif r and not ah then aj(e)end\nreturn o\nend";

const grantLeaseMs_ =
  "local ab,f,fx=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local eb=ARGV[6]=='3'\nlocal cf=eb or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal dc,ei,gk=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dl(bf,au)\nlocal j=dc .. bf .. ':rwlock_timeout:' .. au\nif KEYS.locked and not KEYS.locked[j] then error('KEY_NOT_LOCKED')end\nreturn j\nend";

const readsBegin_ =
  "local function eg(ab)\nlocal l=r and c('PTTL',e)or -2\nif r=='write' then\nh('HSET',e,g,1)\nelse\nh('HSET',e,'mode','read',g,1)\nend\nif l==-2 then s('UNLINK',e)else s('HDEL',e,g)end\nh('SET',dl(g,1),'1','PX',ab)\ns('UNLINK',dl(g,1))\nif l<tonumber(ab)then h('PEXPIRE',e,ab)end\nend";

const grantTake_ =
  "local function ea()\nif k then\nh('SET',k,'+' .. ca,'PX',f)\ns('UNLINK',k)\nan=ARGV[8]\nbs(ca .. '|' .. ba,f)\nelse\nh('SET',p,'|+' .. ARGV[8],'PX',f)\ns('UNLINK',p)\nend\neg(ab)\nreturn{'held',al,1,tonumber(ab),k and ca or ''}\nend";

const readHoldsOwnLeft_ =
  "local function jp(eq)\nlocal l=k and c('PTTL',k)\nreturn l and(l==-1 and math.huge or l - eq)\nend";

const readHoldsLives_ =
  "local cs={}\nlocal function du(bf,au)\nlocal j=dl(bf,au)\ncs[j]=cs[j] or c('PTTL',j)\nreturn cs[j]\nend";

const readHoldsSCRIPTMS_ =
  "local ge=10";

const readHoldsOWNMS_ =
  "local jf=5";

const readHoldsSlotOf_ =
  "local function jq(i,di)\nif not k then return 1,du(g,1),true end\nlocal q,l,dw=1,math.huge,false\nlocal ji=ba=='+' and w=='' and i>1\nfor au=i,ji and 2 or 1,-1 do\nlocal bc=du(g,au)\nlocal fq=bc>di - ge\nlocal jo=bc<l and(au>1 or l>di+jf or bc<l - ge)\nif(fq and not dw)or(fq==dw and jo)then\nq,l,dw=au,bc,fq\nend\nend\nreturn q,l,dw\nend";

const readHoldsReadLeft_ =
  "local function ni(i,eq)\nlocal di=jp(eq)\nlocal bj,l=jq(i,di)\nlocal ep=di or math.huge\nfor bj,bc in ipairs({l,c('PTTL',e)})do\nif bc~=-1 then ep=math.min(ep,bc)end\nend\nreturn ep==math.huge and -1 or math.max(ep,0)\nend";

const readsHoldLeft_ =
  "local function er(i,f)\nreturn ni(i,f - ARGV[4])\nend\nlocal function ez()\nreturn r=='read' or r=='write'\nend\nlocal fj=64\nlocal function fb(ab,bj,f)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nh('SET',dl(g,i),'1','PX',ab)\ns('UNLINK',dl(g,i))\nh('PEXPIRE',k,f)\nreturn i,tonumber(ab)\nend";

const grantSettled_ =
  "local function fz()\nlocal bh=cu()\nif bh then return bh end\nlocal ah=not k or v~=''\nbz()\nif i and ah then\nlocal cj=string.sub(v,2)\nif w~='' and w~=cj then return ay(ci('lost'),f)end\nif not k and not ap and r=='plain' then\nan=ARGV[8]\nbs('|+',f)\nh('PEXPIRE',e,ab,'GT')\nend\nreturn{'held',al,tonumber(i),er(tonumber(i),f),cj}\nend\nif i and ez()then\nif fx then return ay('reentered',f)end\nif tonumber(i)>=fj then return ay('crowded',f)end\nlocal l=ck()\nif string.sub(w,1,1)=='!' then w=ca end\nlocal dd=math.max(l,tonumber(ab))\nh('SET',k,'+' .. w,'PX',f+dd)\ns('UNLINK',k)\nbs(w .. '|' .. ba,f)\nlocal by,ad=fb(ab,dd,f)\nif l<dd then h('PEXPIRE',e,ab)end\nreturn{'held',al,by,ad,w}\nend\nif v~='' or(ap and not k)then return ay(ci('lost'),f)end\nend";

const grantIsLast_ =
  "local function gq()\nif eb and KEYS.locked then error('KEY_NOT_LOCKED')end\nreturn cf\nend";

const grantWithHolder_ =
  "local function hh(af)\nif not eb or af[1]~='busy' then return af end\nlocal u,fy=unpack(c('HRANDFIELD',e,2))\nif u=='mode' and fy then u=fy end\nif u then\ntable.insert(af,u)\ntable.insert(af,c('GET',bi(u))or '')\nend\nreturn af\nend";

const waitersNow_ =
  "local ac,bd\nlocal function df()\nbd=c('TIME')\nac=bd[1]*1000+math.floor(bd[2]/1000)\nend";

const waitersDigits_ =
  "local function ak(aq)\nreturn string.format('%.0f',aq)\nend";

const waitersHEAD_ =
  "local ee='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dm(dy)\nreturn 'leasehound:' .. dy\nend";

const readHoldsMOSTWALKED_ =
  "local dt=80\nlocal function fi(bf,i)\nif i>dt then return math.max(c('PTTL',e),0)end\nlocal bx=0\nfor au=1,i do\nbx=math.max(bx,du(bf,au))\nend\nreturn bx\nend";

const rwQueueQueue_ =
  "local as,dv,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cr=15000";

const rwQueueKEPTMS_ =
  "local ex=60000\nlocal lz=45000";

const rwQueueMOSTDROPPED_ =
  "local fk=64\nlocal hb=256\nlocal gh=false\nlocal hr='^' .. ee .. ':wake:[%w-]+$'\nlocal function ft(x)\nreturn string.sub(x,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fh(x)\nif h('ZREM',as,x)==0 then return false end\nh('ZREM',be,x)\nif ft(x)then h('ZREM',dv,x)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function ga(x,bd)\nlocal ao=tonumber(bd or 0)\nif ao<=ac then return ao end\nh('ZADD',be,ak(ac),x)\nreturn ac\nend\nlocal function gm(fv,fo)\nlocal br=c('ZRANGE',fv,0,0,'WITHSCORES')\nif #br==0 then return false end\nif br[1]==fo then return fo end\nif not ac then df()end\nlocal ao=ga(br[1],c('ZSCORE',be,br[1]))\nif ao>ac - cr then return br[1],tonumber(br[2]),ao+cr end\nbr=c('ZRANGE',fv,0,fk - 1,'WITHSCORES')\nlocal bw,fp,dq={},{},nil\nfor q=1,#br,2 do table.insert(bw,br[q])end\nlocal ih=c('ZMSCORE',be,unpack(bw))\nfor q,x in ipairs(bw)do\nao=ga(x,ih[q])\nif ao>ac - cr then\ndq=q\nbreak\nend\ntable.insert(fp,x)\nend\ngh=true\nfor bj,j in ipairs({as,dv,be})do h('ZREM',j,unpack(fp))end\nif dq then return bw[dq],tonumber(br[2*dq]),ao+cr end\nreturn #bw==fk and 'more'\nend";

const rwQueueTell_ =
  "local function cb(x,db,aq)\nlocal cg=string.match(x,'^.|[^|]*|([^|]*)|')\nif string.find(cg,'^%d%d%d%d%d%d$')then\naz(gk,db .. cg .. aq)\nelseif string.find(cg,hr)then\naz(dm(cg),db .. aq .. ' ' .. e)\nend\nreturn cg\nend\nlocal function gg(dn)\nlocal bn,aq=gm(as)\nif not bn or bn=='more' then return end\nif ft(bn)then\nif dn=='free' then cb(bn,'2',ak(aq))end\nreturn\nend\nlocal m=c('ZRANGE',dv,0,0,'WITHSCORES')[2]\nlocal ae={}\nfor bj,bf in ipairs(c('ZRANGE',as,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,hb))do\nlocal cg=string.match(bf,'^.|[^|]*|([^|]*)|')\nif not ae[cg] then ae[cb(bf,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function lr(m)\nlocal ng=c('ZRANGE',as,hb - 1,hb - 1,'WITHSCORES')\nif ng[1] and(not m or tonumber(ng[2])<m)then\ncb(ng[1],'3',m and ak(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function im(x)\nif not fh(x)then return end\nlocal hy=c('HGET',e,'mode')\nif hy~='write' then gg(hy and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function mj(x)\nif not ac then df()end\nlocal at,aq=c('ZRANK',as,x),0\nif not at then\nlocal kt=c('ZRANGE',as,-1,-1,'WITHSCORES')\naq=(tonumber(kt[2])or 0)+1\nh('ZADD',as,ak(aq),x)\nif ft(x)then h('ZADD',dv,ak(aq),x)end\nat=c('ZCARD',as)- 1\nend\nh('ZADD',be,ak(ac),x)\nif aq>0 or c('PTTL',be)<lz then\nfor bj,j in ipairs({as,dv,be})do h('PEXPIRE',j,ex)end\nend\nreturn at+1,aq\nend";

const readsForgetOutlived_ =
  "local function oa()\nif not k or ap or v~='' then return end\nbz()\nif not i or not ez()or fi(g,tonumber(i))>0 then return end\nck()\nh(c('HLEN',e)==2 and 'DEL' or 'HDEL',e,g)\nend";

const fairReadWriteBlock_2 =
  "if c('EXISTS',unpack(KEYS))==0 then return ea()end\nlocal function ny(qf,m)\nlocal af=ea()\npcall(function()\nif qf and fh(ei)and not gh then lr(m)end\nif gh then gg('read')end\nend)\nreturn af\nend\ncn()\noa()\nlocal af=fz()\nif af then\nif k then pcall(im,ei)end\nreturn af\nend\nif k and r=='write' and c('HEXISTS',e,g .. ':write')==1 then return ny(true,0)end\nlocal l=ck()\nlocal dn=l==-2 and 'free' or r=='read' and 'read'\nlocal kz=l\nif dn then\nlocal nf=tonumber(c('ZSCORE',as,ei)or nil)\nlocal no,aq,my=gm(dv)\nif not no or(nf and aq and aq>nf)then return ny(nf,aq)end\nkz=no=='more' and 0 or my+1 - ac\nif gh then gg(dn)end\nend\nif gq()then\nim(ei)\nay('refused',f)\nreturn hh({'busy',al,l,0,-1,0})\nend\nlocal at,aq=mj(ei)\nreturn{'busy',al,l,at,kz,aq}";

const writesBegin_ =
  "local function eg(ab)\nh('HSET',e,'mode','write',g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,ab)\ns('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function lt(f,eq)\nlocal l=c('PTTL',e)\nif not k then return l end\nlocal jr=c('PTTL',p)\nif jr~=-1 then\nlocal di=jr - eq\nl=math.max(l==-1 and di or math.min(l,di),0)\nend\nh('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function er(bj,f)\nreturn lt(f,f - ARGV[4])\nend\nlocal function ez()\nreturn r=='write'\nend\nlocal fj=1000\nlocal function fb(ab)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nreturn i,tonumber(ab)\nend";

const grantTakeNew_ =
  "local function ie()\nif not h('SET',p,'|+' .. ARGV[8],'PX',f,'NX')then return end\ns('UNLINK',p)\neg(ab)\nreturn{'held',al,1,tonumber(ab),''}\nend";

const fairReadWriteWasAnswered_ =
  "local qx=ARGV[6]=='2'\nlocal function ja()\nlocal l=c('PTTL',e)\nif l>=0 and c('EXISTS',p)==0 then\nlocal at,aq=mj(ei)\nreturn{'busy',al,l,at,l,aq}\nend\nif l~=-2 then return end\nlocal bn=c('ZRANGE',as,0,0)[1]\nlocal af=(not bn or bn==ei)and ie()\nif af and bn then pcall(fh,ei)end\nreturn af\nend\nif qx and not k then\nlocal af=ja()\nif af then return af end\nelseif c('EXISTS',unpack(KEYS))==0 then\nreturn ea()\nend\ncn()\nlocal af=fz()\nif af then\nif k then pcall(im,ei)end\nreturn af\nend\nlocal l=ck()\nlocal kz=l\nif l==-2 then\nlocal bn,bj,my=gm(as,ei)\nif not bn or bn==ei then\naf=ea()\nif bn then pcall(fh,ei)end\nreturn af\nend\nkz=bn=='more' and 0 or my+1 - ac\nif gh then gg('free')end\nelseif k then\nlocal bf=string.sub(g,1,-7)\nif fi(bf,tonumber(c('HGET',e,bf)or 0))>0 then\nim(ei)\nreturn ay('upgrade',f)\nend\nend\nif gq()then\nim(ei)\nay('refused',f)\nreturn hh({'busy',al,l,0,-1,0})\nend\nlocal at,aq=mj(ei)\nreturn{'busy',al,l,at,kz,aq}";

const forceLock_ =
  "local e,p,g,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local o";

const forceStored_ =
  "local fg=c('GET',KEYS[2])\nif fg then return{'forced',ARGV[1],tonumber(fg)}end";

const forceLookAtLock_ =
  "local function mo()\no=bz()\nif r then ck()end\nend";

const forceForced_ =
  "local function kv(el)\nav('SET',KEYS[2],el,'PX',ARGV[2])\ns('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],el}\nend";

const forceTellHolders_ =
  "local function ms()\nlocal ae=o[9] and '* ' or ''\nfor q=1,#o,2 do ae=ae .. o[q] .. ' ' end\naz(ARGV[5],ae .. 'lost')\nend";

const stateExtended_ =
  "local em,dp={},{}";

const stateKeep_ =
  "local function ev(j,ad,gf)\nif h('PEXPIRE',j,ad,'GT')==0 and(gf or dp[e])then h('PEXPIRE',j,ad,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local fm=60000\nlocal function fc()\nreturn ap or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gk,dc,ei=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function de()\nif c('PTTL',e)<0 then return false end\nlocal n,ds=pcall(bz)\nif string.find(tostring(ds),'KEY_NOT_LOCKED')then error(ds,0)end\nif not n then return false end\nif string.find(g,':write$')then return r=='write' end\nreturn(r=='plain')==(dc=='')\nend\nlocal function cz(cx)\nif k and v=='' and not cx then return nil end\nlocal cj=v~='' and string.sub(v,2)or cx or ''\nlocal i=(w=='' or w==cj)and c('HGET',e,g)or nil\nif i and not bu()and not de()then return nil end\nreturn i\nend";

const readHoldsSetLife_ =
  "local function ln(bf,au,ad)\nlocal j=dl(bf,au)\ncs[j]=ad or -2\nif ad then h('SET',j,'1','PX',ad)else h('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function ix(dg)\nif dg>dt then return true end\nlocal bx,by=0,0\nlocal cw=c('HGETALL',e)\nfor q=2,#cw,2 do by=by+(tonumber(cw[q])or 0)end\nif by>dt then return true end\nfor q=1,#cw,2 do\nbx=math.max(bx,fi(cw[q],tonumber(cw[q+1])or 0))\nend\nif bx>0 then\nh('PEXPIRE',e,bx)\nelse\nh('DEL',e)\nend\nreturn bx>0\nend";

const readHoldsTimeoutKeys_ =
  "local function mh(i)\nlocal ax={}\nfor au=1,math.min(i,dt)do ax[au]=dl(g,au)end\nreturn ax\nend";

const rwQueueWakeNext_ =
  "local function ls(dn)\npcall(gg,dn)\nend";

const rwQueueGiveUp_ =
  "local function hv()\nif ei~='' then im(ei)end\nend";

const endFirst_ =
  "local bn,ib,f,ej=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal ar=ej=='' and '' or ' ' .. ej";

const fairReadWriteFreed_ =
  "local function el()\nls('free')\naz(gk,'0')\nend";

const readsShortenLock_ =
  "local function kx(gy,dg)\nif gy<c('PTTL',e)- ge or c('HGET',e,'mode')=='write' then return end\nif not ix(dg or c('HLEN',e))then el()end\nend\nlocal function mb(by)\nlocal ax,dg=mh(by),c('HLEN',e)\nif dg==2 then\nh('DEL',e,unpack(ax))\nreturn el()\nend\nlocal gy=fi(g,by)\nh('HDEL',e,g)\ns('HSET',e,g,i or 1)\nkx(gy,dg)\npcall(h,'DEL',unpack(ax))\nend";

const readsEndLast_ =
  "local function et()\nmb(1)\nend";

const readsEndOne_ =
  "local function hu(ic,i,gi)\nlocal li=du(g,i)\nlocal au,gy,dw=jq(i,jp(ARGV[7] - ic))\ngi()\nh('HINCRBY',e,g,-1)\nln(g,i)\nif au<i and li>0 and(dw or li>gy)then\nln(g,au,li)\nelseif au<i and dw then\nln(g,au)\nend\nkx(gy)\nend";

const endEndHold_ =
  "local function ht(cx,ii)\nlocal fs,fr=true,nil\nif not k then\nfs,fr=pcall(c,'HGET',e,g)\nend\nif fr=='1' then\nlocal n,m=pcall(h,'SET',p,'|-released' .. ar,'PX',f,'GET')\nif n and m then s('SET',p,m,'PX',f)end\nif n and not m then s('UNLINK',p)end\nif n and(m and string.sub(m,1,2)=='|+' or not m and(bn and ii or de()))then\net(true)\nreturn bg('released')\nend\nif n and not m then return ay('taken',fm)end\nif n then\nlocal dx=f+c('PTTL',e)\nh('SET',p,m,'PX',dx)\ns('SET',p,m,'PX',dx)\nend\nend\ncn()\nlocal bh,ia=cu()\nif bh and ar~='' and ia~=ej and(bh[3]=='released' or string.find(bh[3],'^still'))then\nreturn bg('released-elsewhere')\nend\nif bh then return bh end\nlocal i=(fs or fc())and cz(bn and cx)\nif not i then\nlocal t=ci(c('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ay(t,fc()and f or fm)\nhv()\nreturn d\nend\nif tonumber(i)>1 then\nlocal t='still:' .. i - 1\nhu(ib,tonumber(i),function()\nay(t,f,ar)\nend)\nif k then pcall(ev,p,f)end\nreturn bg(t)\nend\nlocal d=ay('released',f,ar)\net()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return ht(ARGV[4])";

const stateExtend_ =
  "local function gj(j,ad)\nif h('PEXPIRE',j,ad,'GT')==1 then return true end\nif not em[j] and h('PEXPIRE',j,ad,'NX')==1 then dp[j]=true end\nem[j]=true\nreturn dp[j]\nend";

const exclusiveEndOne_ =
  "local function hu(ic,bj,gi)\ngj(e,ic)\ngi()\nh('HINCRBY',e,g,-1)\nend";

const fairReadWriteFreed_2 =
  "local function el(dn)\nls(dn)\naz(gk,'1')\nend";

const writesEndLast_ =
  "local function et()\nlocal dg,dn=c('HLEN',e),'free'\nif dg==2 then\nh('DEL',e)\nelse\nh('HSET',e,'mode','read')\ns('HSET',e,'mode','write')\nh('HDEL',e,g)\ns('HSET',e,g,i or 1)\nif ix(dg)then dn='read' end\nend\nel(dn)\nend";

const exclusiveBegin_ =
  "local function eg(ab)\nh('HINCRBY',e,g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,ab)\ns('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function er(bj,f)\nlocal l=c('PTTL',e)\nif k then h('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function ez()\nreturn r=='plain'\nend\nlocal fj=1000\nlocal function fb(bj,l)\nlocal i=h('HINCRBY',e,g,1)\ns('HINCRBY',e,g,-1)\nreturn i,l\nend";

const waitersMAILBOX_ =
  "local fa=ee .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cb(ai,...)\naz(dm(ai),table.concat({...},' '))\nend";

const queueQueue_ =
  "local as,cq,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cr=15000\nlocal dj=2000\nlocal fl=100\nlocal ky=10\nlocal jb=false\nlocal function eo(y,j,dh)\nfor q=1,#dh,dj do\nh(y,j,unpack(dh,q,math.min(q+dj - 1,#dh)))\nend\nend\nlocal function ec()\nreturn c('ZDIFF',2,cq,be,'WITHSCORES')\nend\nlocal function hx()\nlocal cf=c('LINDEX',as,-1)\nreturn cf,tonumber(cf and c('ZSCORE',cq,cf)or nil)\nend";

const queueLeave_ =
  "local function fh(fu,dk)\nlocal bw=c('LRANGE',as,0,fl)\nlocal jk=#bw>fl\nlocal gr=jk and ec()or c('ZRANGE',cq,0,-1,'WITHSCORES')\nlocal gt,cf,es={},nil,nil\nfor q=1,#gr,2 do\ngt[gr[q]]=gr[q+1]\nend\nif jk then\ncf,es=hx()\nbw=(#gr>0 or dk>ky)and c('LRANGE',as,0,-1)\nend\nlocal gs,cy,eh,hf=0,{},{},{}\nfor bj,x in ipairs(bw or{})do\nif fu[x] then\ngs=gs+fd\ntable.insert(eh,x)\nelse\ntable.insert(hf,x)\nif gs>0 and gt[x] then\ntable.insert(cy,ak(gt[x] - gs))\ntable.insert(cy,x)\nend\nend\nend\nif not bw then\nfor x in pairs(fu)do\nif h('LREM',as,0,x)>0 then table.insert(eh,x)end\nend\nelseif #eh==1 then\nh('LREM',as,0,eh[1])\nelseif #eh>1 then\nh('DEL',as)\neo('RPUSH',as,hf)\nend\neo('ZREM',cq,eh)\nif es then\nlocal jh=es - #eh*fd\ncf,es=hx()\nif es and es>jh and not gt[cf] then\ntable.insert(cy,ak(jh))\ntable.insert(cy,cf)\nend\nend\neo('ZADD',cq,cy)\nif bw and #hf==0 then h('DEL',be)end\nend\nlocal function kp()\nlocal gu=c('ZRANGEBYSCORE',be,'-inf',ak(ac - cr))\nif #gu==0 then return end\nlocal fu={}\nfor bj,x in ipairs(gu)do\nfu[x]=true\nend\nfh(fu,#gu)\neo('ZREM',be,gu)\njb=true\nend\nlocal function lh()\nwhile true do\nlocal cm=c('LINDEX',as,0)\nif not cm then return false end\nif not ac then df()end\nlocal ao=tonumber(c('ZSCORE',be,cm)or nil)\nif ao and ao>ac then\nlocal fn={}\nfor bj,x in ipairs(c('ZRANGEBYSCORE',be,'(' .. ak(ac),'+inf'))do\ntable.insert(fn,ak(ac))\ntable.insert(fn,x)\nend\nav('ZADD',be,fn[1],fn[2])\neo('ZADD',be,fn)\nao=ac\nend\nlocal ew=not ao and tonumber(c('ZSCORE',cq,cm)or nil)\nlocal jt=ao and ao+cr or ew or 0\nif jt>ac then return cm,jt,ao~=nil end\nif ao then\nkp()\nelse\nh('LPOP',as)\nh('ZREM',cq,cm)\njb=true\nend\nend\nend\nlocal function ku(bn)\nlocal fw=h('ZPOPMIN',cq,fl+1)\nlocal m,cy,l={},{},false\nfor q=#fw,1,-1 do table.insert(m,fw[q])end\nif #fw>0 then s('ZADD',cq,unpack(m))end\nlocal function hz(dh)\nfor q=2,#dh,2 do\nif dh[q - 1]==bn then\nl=true\nelse\ntable.insert(cy,ak(dh[q] - fd))\ntable.insert(cy,dh[q - 1])\nend\nend\nend\nhz(fw)\nif #fw>2*fl then\nif not l then h('ZREM',cq,bn)end\nhz(ec())\nhz({hx()})\nend\neo('ZADD',cq,cy)\nif #cy==0 and c('EXISTS',as)==0 then h('DEL',be)end\nend\nlocal function kb(x)\nif KEYS.locked then return end\nlocal b=redis.pcall('GET',(string.gsub(bi(x),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(b)=='string' and b or nil\nend\nlocal function kc(dz,...)\nlocal ai=string.match(dz or '','^~?(' .. fa .. ') ')\nif ai then cb(ai,...)end\nreturn ai\nend\nlocal function la(ed,x,dz)\nif not kc(dz,'try',x,0)then az(ed .. x,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local ps=30000\nlocal pr=86400000\nlocal function nz()\nlocal af=ea()\nbl(ku,g)\nreturn af\nend\nlocal function og(ew)\nlocal ow=ew - ac+fd+cr\nif c('PTTL',be)<ow then h('PEXPIRE',be,ak(ow))end\nend\nlocal function qm(at,pz,cy)\nwhile true do\nlocal o=c('LRANGE',as,at+1,at+fl)\nfor bj,x in ipairs(o)do\nif c('ZSCORE',be,x)then return end\nlocal ew=c('ZSCORE',cq,x)\nif ew then\ntable.insert(cy,ak(ew+pz))\ntable.insert(cy,x)\nend\nend\nif #o<fl then return end\nat=at+fl\nend\nend\nlocal pb=false\nlocal function af()\nlocal lc=c('EXISTS',e,p,k or p)\nif lc==0 then\nlocal cm=h('LPOP',as)\nif not cm then\ns('EXISTS',as)\nreturn ea()\nend\ns('LPUSH',as,cm)\nif cm==g then return nz()end\nh('LPUSH',as,cm)\nelse\nlocal jm=not k and lc==1\nif not jm then cn()end\nlocal af=not(jm and ARGV[6]=='2')and fz()\nif af then return af end\nend\nlocal l=ck()\ndf()\nlocal at=c('LPOS',as,g)\nlocal gv=at and h('ZADD',be,ak(ac),g)==1\nif gv then og(ac+(at+1)*fd)end\nkp()\nlocal cm,oc\nif l==-2 then\ncm,oc=lh()\nend\nif l==-2 and not cm then\nh('DEL',be)\nreturn ea()\nend\nif l==-2 and cm==g then\nh('LPOP',as)\ns('LPUSH',as,g)\nreturn nz()\nend\nif jb then\nat=c('LPOS',as,g)\nif l==-2 then la(ARGV[10],cm,kb(cm))end\nend\nif gq()then\nif at then\nfh({[g]=true},1)\nh('ZREM',be,g)\nend\nay('refused',f)\nreturn hh({'busy',al,l,at and at+1 or 0,-1})\nend\nlocal ah=at and tonumber(c('ZSCORE',cq,g)or nil)\nif ah and ah<ac - pr then ah=nil end\nlocal ew=ah\nif not at then\nlocal kt=c('LINDEX',as,-1)\new=(kt and c('ZSCORE',cq,kt)or ac+math.max(l,0))+fd\nat=h('RPUSH',as,g)- 1\npb=true\nh('ZADD',be,ak(ac),g)\nend\nlocal ob=ac+(at+1)*fd\nif not ew or ew<ob - fd+ps then ew=ob end\nif ew~=ah then\nlocal cy={ak(ew),g}\nif ah and not gv then qm(at,ew - ah,cy)end\neo('ZADD',cq,cy)\nog(ew)\nend\nreturn{'busy',al,l,at+1,l==-2 and oc+1 - ac or l}\nend";

const waitersIsHeard_ =
  "local function hg(ai,z)\nai=dm(ai)\nlocal co=redis.pcall('PUBSUB','NUMSUB',ai,z or ai)\nreturn co.err~=nil or co[2]~=0,co[4]\nend";

const waitersDated_ =
  "local function mx(b)\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. ak(ac).. ' '))\nend";

const waitersIsCluster_ =
  "local function od()\nlocal mn=redis.pcall('INFO','cluster')\nreturn type(mn)=='string' and string.find(mn,'cluster_enabled:1',1,true)~=nil\nend\nlocal function nw()\nlocal n,nx=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn n and nx=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function om(b,co)\nb=mx(b)\nif co~='1' or string.find(b,'^~')then return b end\nlocal ok=nw()and hg(string.match(b,'^%S+'))and not od()\nreturn(ok and '' or '~').. b\nend";

const waitersSECRET_ =
  "local is=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local jg=20";

const waitersTellGranted_ =
  "local function js(ai,ct,...)\nlocal b='granted ' .. table.concat({...},' ')\ncb(ai,b,string.sub(redis.sha1hex(ct .. b .. ct),1,jg))\nend";

const waitersSTANDINGMS_ =
  "local it=150000\nlocal ir='^(~?)(' .. fa .. ') (%S+) (' .. is .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op]k?)(.*)$'\nlocal iq=15\nlocal dr,hp=0,false\nlocal en=false\nlocal function gz(b,z)\nlocal am,ai,g,ct,ab,f,id,t,an=string.match(b,ir)\nif not am or string.find(an,'^[^\\n]')or math.max(#ab,#f)>iq then return end\nif ac - id>=it then return end\nen=false\nif am=='' or z then\nlocal gw=string.sub(t,2,2)\nlocal gn,cz=hg(ai,z)\nif gw=='p' then cz=nil end\nif am=='' then\nif not gn then return end\ndr,hp=z and cz or 0,gw=='o'\nend\nen=gn and cz==0\nend\nif KEYS.locked and string.sub(t,3)~='k' then\nam,en='~',false\nend\nreturn am,ai,g,ct,ab,f,t,an\nend";

const waitersStanding_ =
  "local ch,gc=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal ex=160000\nlocal function ff()\nh('SET',gc,'1','PX',ex)\nend";

const waitersCALLEDMS_ =
  "local gb=65\nlocal iu=30\nlocal hi=50\nlocal ao=0\nlocal function go(at,db,ad)\nlocal b=c('LINDEX',ch,at)\nif not b then return false end\nlocal ai,g=string.match(b,'^~?(' .. fa .. ') (%S+)')\nif ai then cb(ai,db,g,ad)end\nreturn true\nend\nlocal function hn(db,ad)\nif go(0,db,ad)then ff()end\nend";

const waitersIsOpen_ =
  "local function ho(g)\nreturn KEYS.locked or c('EXISTS',bi(g))==0\nend\nlocal function hj(ad,z)\nif not ac then df()end\nwhile ao<hi do\nao=ao+1\nlocal b=c('LINDEX',ch,0)\nif not b then return end\nlocal am,ai,g=gz(b,z)\nif dr>0 then ad=iu end\nlocal gp=am and ho(g)\nif gp and(am=='' or ad>0)then\nff()\ncb(ai,ad==0 and 'try' or 'next',g,ad)\nif ad==0 or am=='~' or dr>0 then go(1,'next',ad+gb)end\nreturn\nend\nh('LPOP',ch)\nif gp then\ncb(ai,'try',g,0)\nad=gb\nend\nend\nhn(ad==0 and 'try' or 'next',ad)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local je=5000\nlocal ij=50\nlocal function jj(am,g,ab,f,an)\nif not KEYS.locked and am=='' then\nif not h('SET',bi(g),'|+' .. an,'PX',f,'NX')then return end\ns('UNLINK',bi(g))\nend\nlocal cv=math.min(tonumber(ab),am=='' and je or ij)\nh('HINCRBY',e,g,1)\ns('UNLINK',e)\nh('PEXPIRE',e,cv)\ns('UNLINK',e)\nreturn cv\nend";

const waitersWithGrant_ =
  "local function jv(d,cp)\nif not cp then return d end\ntable.insert(d,'granted')\nfor bj,ju in ipairs(cp)do table.insert(d,ju)end\nreturn d\nend";

const queueTellNext_ =
  "local function lr(ed,cv)\nlocal x=c('LINDEX',as,0)\nif not x or kc(kb(x),'next',x,cv)then return end\nif c('ZSCORE',be,x)then return end\nh('ZADD',cq,'XX','LT',ak(ac+cv+fd),x)\naz(ed .. x,'0')\nend\nlocal function nc(ed,x,dz)\nlocal am,ai,g,ct,ab,f,bj,an=gz(dz)\nif am~='' or g~=x then return end\nlocal cv=jj(am,g,ab,f,an)\nif not cv then return end\nh('LPOP',as)\nku(g)\njs(ai,ct,g,ak(ac),cv,ak(ac),0,0)\npcall(lr,ed,cv)\nreturn{g,cv}\nend\nlocal function mf(ed,gx)\nlocal cm,dz\nlocal n,cp=bl(function()\nlocal bj,jl\ncm,bj,jl=lh()\ndz=jl and kb(cm)\nreturn dz and nc(ed,cm,dz)\nend)\nlocal bu=n and cp or(not n and redis.pcall('EXISTS',e)==1)\nif bu then\nif gx==2 then pcall(ff)end\nreturn n and cp\nend\nif cm then pcall(la,ed,cm,dz)end\nif gx==2 then pcall(hj,0)end\nend";

const stateTimeouts_ =
  "local dc=''";

const fenceMarkKey_ =
  "local nr,al,ce=KEYS[1],ARGV[1],ARGV[2]\nlocal function pw(am)\nif not am then return true end\nif not string.find(am,'^%d+$')then error('the mark of this resource is no number')end\nreturn #am<#ce or(#am==#ce and am<=ce)\nend\nlocal function qd(am,da)\nif am==ce then return false end\nlocal bd=c('TIME')\nif tonumber(ce)<=(bd[1]+60)*1e6+bd[2] then return false end\nlocal aw=tonumber(c('GET',da)or '')\nreturn not aw or aw<tonumber(ce)\nend\nlocal function qo(am)\nif am~=ce then h('SET',nr,ce)end\nend";

const grantLooked_ =
  "local ik\nlocal function iw(iy)\nif iy or KEYS.locked then\nlocal de,o=pcall(bz)\nif not de or i then return end\nik=o\nend\nif r==false then return -2 end\nreturn c('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function jm()\nreturn c('EXISTS',p)==0\nend";

const grantRefuseNew_ =
  "local function lk(l)\nif not l or l<0 then return end\nlocal gv\nif gq()then\ngv=av('SET',p,'|-refused','PX',f,'NX')\nelse\ngv=jm()\nend\nif gv then return{'busy',al,l}end\nend";

const waitersMOST_ =
  "local dj='9223372036854775807'";

const fencedTokenKey_ =
  "local da=KEYS[3]";

const waitersReadToken_ =
  "local function ka()\nlocal aw=c('GET',da)\nreturn aw~='' and aw\nend\nlocal function jz(b)\nreturn string.find(b,'^%d+$')and(#b<#dj or(#b==#dj and b<=dj))\nend\nlocal function il(aw,hs)\nlocal ce=hs[1] .. string.format('%06d',hs[2])\naw=aw or ''\nlocal hw=#aw<#ce or(#aw==#ce and aw<ce)\nif hw then h('SET',da,ce)else h('INCR',da)end\nif aw=='' then s('UNLINK',da)else s('SET',da,aw)end\nreturn hw and ce or c('GET',da)\nend";

const fencedWithToken_ =
  "local function ko(af,ce)\ntable.insert(af,ce)\nreturn af\nend\nlocal function jn()\nlocal aw=ka()\nif aw and not jz(aw)then aj(da)end\nreturn aw\nend\nlocal function mr(aw)\nif aw==dj then aj(da)end\nlocal ce=il(aw,c('TIME'))\nreturn ko(ea(),ce)\nend\nlocal function ov()\nlocal ox,aw=pcall(jn)\nlocal af=ox and aw~=dj and ie()\nreturn af and ko(af,il(aw,c('TIME')))\nend\nlocal function op()\ncn()\nlocal aw=k and v=='' and jn()\nlocal af=fz()\nif af and af[1]=='held' then ko(af,aw or jn()or il(nil,c('TIME')))end\nreturn af,aw\nend";

const fencedQuickAnswer_ =
  "local function ja()\nif k then return c('EXISTS',e,p,k)==0 and mr(jn())end\nlocal l=iw(ARGV[6]~='2')\nreturn l==-2 and ov()or lk(l)\nend\nlocal function jw()\nlocal af,aw=op()\nif af then return af end\nlocal l=ck()\nif l==-2 then\nif not k then aw=jn()end\nreturn mr(aw)\nend\nif gq()then ay('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function af()\nreturn hh(ja()or jw())\nend";

const lockHashIsRandom_ =
  "local function qg(u)\nreturn string.find(u,':%d%d%d%d%d%d%d%d%d%d%d%d+$')~=nil\nend";

const standIsOurs_ =
  "local jl=0\nlocal function jm()\nlocal o=ik or c('HRANDFIELD',e,2,'WITHVALUES')\nlocal he={p}\nif #o==2 and not KEYS.locked then table.insert(he,bi(o[1]))end\nif o[1]==g then return false end\nlocal di,ec=unpack(c('MGET',unpack(he)))\nlocal lw=#o==2 and qg(o[1])\nif ec then lw=string.sub(ec,1,1)~='!' end\njl=lw and 1 or 0\nreturn not di\nend";

const waitersLeaveList_ =
  "local function kr(g)\nfor bj,b in ipairs(c('LRANGE',ch,0,-1))do\nif string.match(b,'^%S+ (%S+)')==g then h('LREM',ch,0,b)end\nend\nend\nlocal function ig(g,b)\nif KEYS.locked then\npcall(kr,g)\nelseif(b or '')~='' then\npcall(h,'LREM',ch,0,b)\nend\nend";

const standMarked_ =
  "local function qk(b)\nlocal co=ARGV[12]~='' and redis.pcall('PUBSUB','NUMSUB',ARGV[12])\nif not co or co.err then return b end\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(co[2]==0 and 'o' or 'p')))\nend\nlocal function oq()\ndf()\nlocal b=qk(om(ARGV[10],ARGV[11]))\nlocal at=ARGV[9]~='' and c('LPOS',ch,ARGV[9])\nif at then\nh('LSET',ch,at,b)\nelse\nh('RPUSH',ch,b)\nend\nh('PEXPIRE',ch,ex)\nff()\nreturn b\nend";

const standAnswerOrStand_ =
  "local function px()\nif KEYS.locked and cf then ig(g)end\nlocal d=af()\nif d[1]=='busy' and not cf then\nif ARGV[10]=='' then return d end\nlocal n,b=pcall(oq)\nif n then\ntable.insert(d,ac)\ntable.insert(d,b)\ntable.insert(d,jl)\nend\nelseif not(KEYS.locked and cf)then\nig(g,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local ip=60000\nlocal mt=64";

const stealRob_ =
  "local function nj(u,l)\nlocal ec=bi(u)\nlocal f=math.max(l+ip,c('PTTL',ec))\nlocal io='!' .. kd .. '|'\nlocal m=h('SET',ec,io .. '-' .. kd,'PX',f,'GET')\nif m then s('SET',ec,m,'PX',f)else s('UNLINK',ec)end\nlocal ae=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not ae then return end\nh('SET',ec,io .. ae,'PX',f)\ns('SET',ec,m,'PX',f)\nend\nlocal function nk(l,nm)\nlocal lm={}\nfor bj,u in ipairs(c('HRANDFIELD',e,mt+1))do\nif u~='mode' or r=='plain' then\nnj(u,l)\ntable.insert(lm,u)\nend\nend\nh('UNLINK',e)\nlocal he=table.concat(lm,' ')\naz(nn,he .. ' ' .. kd)\nlocal af=nm()\ntable.insert(af,he)\nreturn af\nend";

const stealQuickAnswer_ =
  "local function ja()\nif k then return c('EXISTS',e,p,k)==0 and lq()end\nlocal l=iw(true)\nif l==-2 then return nl()end\nif l and l>=0 and c('EXISTS',p)==0 then return lo(l)end\nend";

const stealFullAnswer_ =
  "local function jw()\nlocal af=ah()\nif af then return af end\nlocal l=ck()\nif l==-2 then return lq()end\nreturn lo(l)\nend\nlocal function af()\nreturn ja()or jw()\nend";

const inspectSubscriptions_ =
  "local function ot(ed)\nlocal co=redis.pcall('PUBSUB','NUMSUB',unpack(ed))\nif co.err then return -1 end\nlocal lp=0\nfor q=2,#co,2 do lp=lp+co[q] end\nreturn lp\nend";

const lockHashLONGESTVALUE_ =
  "local nu=500\nlocal function oj(j)\nlocal ek=redis.pcall('GETRANGE',j,0,nu)\nif type(ek)~='string' then return nil end\nreturn string.match(ek,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function qi(hd,ne)\nreturn 'light\\n' .. hd .. ' ' .. ne\nend";

const inspectLONGESTSTATE_ =
  "local pu=700\nlocal function qv(ax)\nlocal mg=#ax>0 and c('MGET',unpack(ax))or{}\nfor q=1,#ax do mg[q]=string.sub(mg[q] or '',1,pu)end\nreturn mg\nend";

const inspectMOSTBYTES_ =
  "local nv=50000\nlocal function nd(b)\nlocal bj,on=string.gsub(b,'[^%w:{}_./ -]','')\nreturn #b+5*on+3\nend";

const permitsCount_ =
  "local function i(b)\nreturn tonumber(gl(b))\nend";

const permitsPermits_ =
  "local fe,gd,al=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local bd=c('TIME')\nlocal ac=bd[1]*1000+math.floor(bd[2]/1000)\nlocal ml=1000";

const lockQuickAnswer_ =
  "local function ja()\nif k then return c('EXISTS',e,p,k)==0 and ea()end\nlocal l=iw(ARGV[6]~='2')\nreturn l==-2 and ie()or lk(l)\nend\nlocal function jw()\ncn()\nlocal af=fz()\nif af then return af end\nlocal l=ck()\nif l==-2 then return ea()end\nif gq()then ay('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function af()\nreturn hh(ja()or jw())\nend";

const holdBlock_ =
  "cn()\nlocal bh=cu()\nif bh then return bh end\nlocal i=cz()\nif not i then return ay(ci('lost'),ARGV[4])end\nreturn{'counted',al,tonumber(i),er(tonumber(i))}";

const waitersTokenKey_ =
  "local da";

const waitersChainSince_ =
  "local hl,hm,hk\nlocal ma=1000\nlocal ly=2000\nlocal ke=99\nlocal function mi()\nda='redisson_lock_token:' .. string.match(ch,'^[^:]+:[^:]*:standing:(.*)$')\nif KEYS.locked and not KEYS.locked[da] then return false end\nlocal n,aw=pcall(ka)\nreturn n and(not aw or(jz(aw)and aw~=dj)),aw\nend\nlocal function kf(am,ai,g,ct,ab,f,t,an)\nlocal kg,aw=true,nil\nlocal kj=string.find(t,'^t')\nif kj then\nkg,aw=mi()\nend\nif not kg then return cb(ai,'try',g,0)end\nlocal cv=jj(am,g,ab,f,an)\nif not cv then return end\nlocal ce=kj and il(aw,bd)or nil\nif am=='~' then\ncb(ai,'try',g,ak(hl))\nelse\njs(ai,ct,g,ak(ac),cv,ak(hl),hm,hk,ce)\nend\nreturn{g,cv,ce}\nend\nlocal function kk(z)\naz(z,'1000000')\naz(z,'0')\nend\nlocal function iv(z)\nkk(z)\npcall(hj,0,z)\nend\nlocal function ki(b,lj)\nreturn math.min(math.max(tonumber(b)or 0,0),lj)\nend\nlocal function mc()\nif dr==0 or not hp then return false end\nlocal kn=c('LLEN',ch)+2\nreturn hm*dr>=math.max(kn+dr,hk*kn)\nend\nlocal function me(z,hd,jc,iz,jd)\nif not ac then df()end\nhl=math.min(tonumber(hd)or ac,ac)\nhm=ki(jc,ke - 1)+1\nhk=ki(iz,ke)\nlocal md=hk>hm and ly or ma\nif ac - hl>=md then return iv(z)end\nwhile ao<hi do\nao=ao+1\nlocal b=h('LPOP',ch)\nif not b then\naz(z,'0')\nreturn\nend\nlocal am,ai,g,ct,ab,f,t,an=gz(b,z)\nif am=='' and mc()then\nh('LPUSH',ch,b)\nreturn iv(z)\nend\nif am=='~' and ho(g)then\nlocal kl=en and kf(am,ai,g,ct,ab,f,t,an)\nif kl then\nig(g)\nelse\nkk(z)\ncb(ai,'try',g,0)\nend\npcall(hj,kl and ij or gb)\nreturn\nend\nlocal cp=am=='' and kf(am,ai,g,ct,ab,f,t,an)\nif cp then\nig(g)\npcall(hn,'next',cp[2])\nif dr>0 and jd~='1' then az(z,'1')end\nreturn cp\nend\nend\niv(z)\nend\nlocal function el(z,gx,hd,jc,iz,jd)\nao=0\nif gx==2 then\nlocal n,cp=bl(me,z,hd,jc,iz,jd)\nif n then return cp end\nif redis.pcall('EXISTS',e)==1 then return end\nend\naz(z,'0')\nend";

const holdRenew_ =
  "local function oo(ab,f,dx,oh,ll)\nlocal bh=cu()\nif bh then return nil,bh end\nlocal i=cz()\nif not i then return nil,ay(ci('lost'),f)end\ngj(e,ab)\nif ll then ll(tonumber(i))end\nif k then\nif ap then\nev(p,dx)\nelse\nbs(string.sub(v,2).. '|',dx)\nend\nev(k,dx,ll)\nelseif KEYS.locked and not ap then\nbs('|+',dx)\nelseif oh then\nev(p,dx)\nend\nreturn tonumber(i)\nend";

const readHoldsRenewSlot_ =
  "local function qq(i,di,ab)\nlocal au=1\nif i>1 then au=jq(i,di)end\nlocal j=dl(g,au)\nif not gj(j,ab)then h('SET',j,'1','PX',ab,'NX')end\ncs[j]=nil\nend";

const lockHashLock_ =
  "local e,p,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "bz()\nlocal l=ck()";

const ownerAnswer_ =
  "local function af(eu)\nreturn{'done',al,tonumber(eu)}\nend\nlocal function n(eu)\nav('SET',k,eu,'PX',ARGV[4])\ns('UNLINK',k)\nreturn af(eu)\nend";

const ownerHeldCount_ =
  "local function jx(jy)\nbz()\nif r and(r=='plain')~=jy then aj(e)end\nif r then ck()end\nreturn i and tonumber(i)\nend";

const ownerENDED_ =
  "local hq='released-elsewhere'\nlocal ip=60000\nlocal function lb(lf)\nlocal f=math.max(c('PTTL',e)+ip,c('PTTL',p))\nav('SET',p,'!' .. hq .. '|-' .. hq,'PX',f)\nif ap then s('SET',p,bv,'PX',f)else s('UNLINK',p)end\nlocal lg=lf()\naz(ARGV[6],g .. ' ' .. hq)\nreturn lg\nend";

const ownerBlock_ =
  "cn()";

const ownerEndReads_ =
  "local function qb()\nif v~='' then return af(v)end\nlocal by=jx(false)\nif not by then return n(0)end\nlocal d=n(1)\nlb(function()\nmb(tonumber(by))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function qr()\nn(1)\nreturn{'done',al,1,w}\nend";

const permitsGiveBack_ =
  "local function nb(dk,z,ep,mz,...)\nlocal ef=av('INCRBY',fe,dk)\ns('INCRBY',fe,-dk)\nmz(...)\nif ef>=ep then az(z,ak(ef))end\nend";

const permitsSweep_ =
  "local function ou(ef,z)\nlocal kq,ha=unpack(c('ZRANGE',gd,0,0,'WITHSCORES'))\nif kq and #kq~=16 then error('NOT_A_LOCK 2')end\nif not kq or tonumber(ha)>ac then return ef end\nlocal ld=c('ZCOUNT',gd,'-inf',ak(ac))\nlocal dk=math.min(ld,ml)\nnb(dk,z,1,h,'ZREMRANGEBYRANK',gd,0,dk - 1)\nreturn ef+ld\nend";

const permitExpirableRecord_ =
  "local k,z,f=KEYS[3],ARGV[2],ARGV[4]\nlocal mv=setmetatable({},{\n__index=function(ey,aa)\ney[aa]=string.char(tonumber(aa,16))\nreturn ey[aa]\nend,\n})\nlocal hc,ey={},string.gsub(ARGV[3],'..',mv)\nlocal function l()\nlocal ep,dk=math.huge,0\nfor bj,ha in ipairs(c('ZMSCORE',gd,unpack(hc)))do\nep=math.min(ep,ha and ha - ac or 0)\nif ha then dk=dk+1 end\nend\nreturn ep,dk\nend";

const permitExpirableEnded_ =
  "local function bg(t)\nreturn{'ended',al,t}\nend\nlocal function gi(t)\nlocal m=av('SET',k,'-' .. t,'PX',f,'GET')\nif m then s('SET',k,m,'PX',f)else s('UNLINK',k)end\nreturn bg(t)\nend\nlocal function cu(am)\nif am and string.sub(am,1,1)=='-' then return bg(string.sub(am,2))end\nend";

const permitExpirableScored_ =
  "local function qt(ab)\nlocal dh,ha={},ak(ac+ab)\nfor bj,ql in ipairs(hc)do\ntable.insert(dh,ha)\ntable.insert(dh,ql)\nend\nreturn unpack(dh)\nend";

const permitExpirableLostEnd_ =
  "local function nq()\nreturn cu(c('GET',k))or gi('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#ey,16 do\ntable.insert(hc,string.sub(ey,q,q+15))\nend";

const readWriteTimeouts_ =
  "local dc=ARGV[9]\nlocal kd,nn=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function lo(l)\nif r=='plain' then aj(e)end\nreturn nk(l,ea)\nend\nlocal nl,lq=ie,ea";

const readWriteKnown_ =
  "local function ah()\ncn()\nreturn fz()\nend";

const readWriteBlock_ =
  "return af()";

const semaphoreKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bg(t)\nreturn{'ended',al,t}\nend\nlocal function ay(t)\nav('SET',k,'-' .. t,'PX',f)\ns('UNLINK',k)\nreturn bg(t)\nend\nlocal ek,am=unpack(c('MGET',j,k))\nlocal function fe()\nreturn gl(ek or c('GET',j))\nend";

const semaphoreTaken_ =
  "local nt=am and string.match(am,'^%+(%d+)$')\nif am and not nt then return bg(string.sub(am,2))end";

const semaphoreNotify_ =
  "local function qn(z,fe)\nif fe>=0 then az(z,fe)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "3b0ad9299a69d2f1ff49c9c54ac3df01fe8af38c", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ek then return n(0,av)end\nlocal l=ek - 1\nlocal d=n(math.max(l,0),av)\nh('DECR',j)\nif l>0 then return d end\ns('INCR',j)\nh('DEL',j)\nif l==0 then az(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "20a24ad56778290906409d97caf8beb4273d6901", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ek then return n(0,av)end\nlocal d=n(1,av)\nh('DEL',j)\naz(ARGV[3],'1')\naz(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-read", "e8b3e4b78da4b269971c44614b40e867f74ddf80", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-write", "3595e316293a26b888c94aab2af5ec93aea2606a", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "8b5b8652f752ed327d380dc2644332b16998e3bf", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "mo()\nlocal gk=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if r=='plain' then aj(e)end\nif r~=ARGV[6] then return kv(0)end\nlocal d=kv(1)\nh('DEL',e)\npcall(gg,'free')\naz(gk,r=='write' and '1' or '0')\nms()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ script("fair-read-write/release-read", "186f50b45fae17d0faff0bfd2ab8a853526079d2", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/release-write", "1f1069c34964c17ff28ac94503ab8dfedb843818", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "cef085398933d5c2f64ce2d91ee3059abc1f6ae1", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal fd=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return af()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "bd488f15b327cf1e4fcb91b604fcb6eae1920b7d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal fd=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local ex=cr+5000\nlocal sa=100\nlocal function sk(at)\nlocal kh=c('HRANDFIELD',e)\nlocal io=kh and c('GET',bi(kh))\nif not io or string.sub(io,1,1)=='!' or at>sa then return 0 end\nif at==1 then return 1 end\nfor bj,ao in ipairs(c('ZMSCORE',be,unpack(c('LRANGE',as,0,at - 2))))do\nif not ao then return 0 end\nend\nreturn 1\nend\nlocal function oq(at)\nlocal b=om(ARGV[12],ARGV[13])\nlocal m=h('SET',KEYS[6],b,'PX',ex,'GET')\nreturn b,m==ARGV[11] and not pb and 1 or sk(at)\nend\nlocal d=af()\nif d[1]~='busy' or cf or KEYS.locked then return d end\nlocal n,b,lw=pcall(oq,d[4])\nif n then\nfor bj,ju in ipairs({ac,b,lw})do table.insert(d,ju)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "4f653a26ec8589402e9ec1e579f976717151b79e", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "mo()\nlocal fd=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if r=='read' or r=='write' then aj(e)end\nif not r then return kv(0)end\nlocal d=kv(1)\nlocal cp=mf(ARGV[3],h('DEL',e,gc))\nms()\nreturn jv(d,cp)", END);

export const fairPass: LuaScript = /* @__PURE__ */ script("fair/pass", "e0492de5a3a05d660ae2df5da24cff6ccdc63ad1", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[9] and KEYS[7]\nlocal fd=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cp\nlocal oe=false\nlocal function et()\nh('DEL',e)\noe=true\nend\nlocal function hv()\nif c('EXISTS',e)==0 then cp=mf(ARGV[9])end\nend", endEndHold_, "local d=ht(ARGV[4])\nif not oe then return jv(d,cp)end\nlocal n,qe=bl(function()\nif c('LINDEX',as,0)~=ARGV[11] then return false end\nif not h('SET',KEYS[6],'|+' .. ARGV[14],'PX',ARGV[13],'NX')then return false end\ns('UNLINK',KEYS[6])\nh('HINCRBY',e,ARGV[11],1)\ns('UNLINK',e)\nh('PEXPIRE',e,ARGV[12])\nreturn true\nend)\nif n and qe then\nbl(function()\nh('LPOP',as)\nku(ARGV[11])\nend)\ntable.insert(d,'held')\nreturn d\nend\nreturn jv(d,mf(ARGV[9],1+h('DEL',gc)))", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "1ad556def93fb6cc86b8696603795d23f9ffe8cb", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal fd=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cp\nlocal function et()\ncp=mf(ARGV[9],h('DEL',e,gc))\nend\nlocal function hv()\nif ARGV[11]=='1' and c('LPOS',as,g)then\nfh({[g]=true},1)\nh('ZREM',be,g)\nend\nif c('EXISTS',e)==0 then cp=mf(ARGV[9])end\nend", endEndHold_, "local d=ht(ARGV[4])\nreturn jv(d,cp)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "41b53da5c99e9cfa66f9f1f4a88383e67f2ce093", BEGIN, fenceMarkKey_, "local am=c('GET',nr)\nif not pw(am)then return{'fenced',al,0}end\nif qd(am,KEYS[2])then return{'ahead',al}end\nqo(am)\nreturn{'fenced',al,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "835307e08b7bea4825f8fc5adde3ab592625ab35", BEGIN, stateWrite_, fenceMarkKey_, "local k,so,f,ek=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal am,n=unpack(c('MGET',nr,k))\nif n=='1' then return{'fenced',al,1}end\nif n=='ahead' then return{'ahead',al}end\nif n then return{'withdrawn',al}end\nif not am then am=c('GET',nr)end\nif not pw(am)then return{'fenced',al,0}end\nif not ek then\nav('SET',k,'0','PX',f)\nreturn{'withdrawn',al}\nend\nif qd(am,KEYS[4])then\nh('SET',k,'ahead','PX',f)\nreturn{'ahead',al}\nend\nh('SET',so,ek,'GET')\nqo(am)\nh('SET',k,'1','PX',f)\nreturn{'fenced',al,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "7e886a18086384cb681b64b446bd316b569d5a7e", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn af()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "69197b3ddbade3f72144a1c3fd2e35be4d7dee6b", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, waitersLeaveList_, fencedWithToken_, fencedQuickAnswer_, standMarked_, standAnswerOrStand_, "k=nil\nreturn px()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "b8c2cfd3665cce41e2530945bfe4da2442b87239", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal kd,nn=ARGV[9],ARGV[10]", stealRob_, "local nl,ah=ov,op\nlocal function lq()\nreturn mr(jn())\nend\nlocal function lo(l)\nif r~='plain' then aj(e)end\nlocal aw=jn()\nif aw==dj then aj(da)end\nreturn nk(l,function()\nreturn mr(aw)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return af()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "5b3f3c15d9c43c7ddd76eb5a1882c153ff504568", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal re='!' .. ARGV[9] .. '|'\nlocal b=c('GET',KEYS[3])\nlocal l=b and(string.sub(b,1,1)=='=' or string.sub(b,1,#re)==re)and c('PTTL',KEYS[3])or 0\nlocal function le()\nreturn{'found',al,b,l}\nend\nif l>0 then\nif h('SET',p,'|-lost','PX',f,'NX')then return le()end\nelseif c('EXISTS',e,p)==0 then\nreturn ea()\nend\ncn()\nlocal af=fz()\nif af and af[1]=='ended' and l>0 then return le()end\nif af then return af end\nlocal sm=ck()\nif cf then ay('refused',f)end\nreturn{'busy',al,sm,c('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "da7c236571e54a3a44a107cca7a0964e3e968987", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, endFirst_, "k=nil\nlocal function et(sy)\nlocal qh,m=false,nil\nif sy then\nqh,m=pcall(h,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qh and m then s('SET',KEYS[3],m,'PX',ARGV[11])end\nif qh and not m then s('UNLINK',KEYS[3])end\nlocal gx=h('DEL',e,gc)\naz(ARGV[9],'1')\nif gx==2 then pcall(hj,0)end\nend\nlocal function hv()end", endEndHold_, "return ht(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "91d32f0ad0fe3b4fcb306d01c279764a132d1deb", BEGIN, onceCounter_, inspectSubscriptions_, "local aq=gl(c('GET',KEYS[1]))\nlocal l=c('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],aq and 1 or 0,tonumber(aq or 0),l,ot({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "8d68a1dcf4ee535c5e532acef96bd22f8a08d268", BEGIN, lockHashMode_, "local e,p,g,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local dc=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local mu=100\nlocal sd=4\nlocal sc=tonumber(ARGV[6])\nlocal al,as,be,of=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(bz)then\nlocal kh,hd,ne=oj(e)\nif not kh then bz()end\nlocal l=ck()\nreturn{'lock',al,'light',l,1,1,0,0,0,0,kh,1,l,qi(hd,ne)}\nend\nlocal l=ck()\nlocal function ti()\nlocal cw,co,dg={},{},0\nif not r then return cw,co,dg end\ndg=c('HLEN',e)-(r=='plain' and 0 or 1)\nlocal mw,ah='0',{}\nif r~='plain' then ah['mode']=true end\nfor bj=1,sd do\nlocal lx=c('HSCAN',e,mw,'COUNT',2*mu)\nmw=lx[1]\nlocal o=lx[2]\nfor q=1,#o,2 do\nif #cw<mu and not ah[o[q]] then\nif not bk(o[q+1])then aj(e)end\nah[o[q]]=true\ntable.insert(cw,o[q])\ntable.insert(co,tonumber(o[q+1]))\nend\nend\nif mw=='0' or #cw==mu then break end\nend\nreturn cw,co,dg\nend\nlocal qp=0\nlocal function te(bf,by)\nif qp+by>sc then return l end\nqp=qp+by\nlocal bx=0\nfor au=1,by do\nbx=math.max(bx,c('PTTL',dl(bf,au)))\nend\nreturn math.min(bx,l)\nend\nlocal function to(dg,os)\nlocal rl=dg>1 and c('PTTL',os)or -1\nif rl<0 then return l end\nreturn math.max(math.min(l,rl - ARGV[4]),0)\nend\nlocal function sv(u,by,dg,os)\nif r=='plain' then return l end\nif string.find(u,':write$')then return to(dg,os)end\nreturn te(u,by)\nend\nlocal function tj()\nif c('EXISTS',as,KEYS[6])==0 then return{},0 end\nlocal np=c('TYPE',as).ok\nif np=='list' then return c('LRANGE',as,0,mu - 1),c('LLEN',as)end\nif np~='none' then aj(as)end\nas,be=KEYS[6],KEYS[7]\nif c('TYPE',as).ok~='zset' then aj(as)end\nreturn c('ZRANGE',as,0,mu - 1),c('ZCARD',as)\nend\nlocal function tg(bw)\nif #bw==0 then return{}end\nlocal ao=redis.pcall('ZMSCORE',be,unpack(bw))\nlocal bd=c('TIME')\nlocal ac=bd[1]*1000+math.floor(bd[2]/1000)\nlocal dh={}\nfor q=1,#bw do\nlocal cf=tonumber(ao[q] or nil)\ndh[q]=cf and math.max(ac - cf,0)or -1\nend\nreturn dh\nend\nlocal cw,co,dg=ti()\nlocal ns={}\nfor q,u in ipairs(cw)do ns[q]=bi(u)end\nlocal po=qv(ns)\nlocal bw,tn=tj()\nlocal th=tg(bw)\nlocal ed={unpack(ARGV,7)}\nif as==KEYS[3] then\nfor bj,x in ipairs(bw)do table.insert(ed,ARGV[5] .. x)end\nend\nlocal ks=redis.pcall('LLEN',of)\nlocal d={'lock',al,r or 'free',l,dg,0,tn,0}\ntable.insert(d,type(ks)=='number' and ks or 0)\ntable.insert(d,ot(ed))\nlocal ey=0\nlocal function cb(ru,kw,b,...)\ney=ey+nd(kw)+nd(b)+30\nif ey>nv then return end\nd[ru]=d[ru]+1\nfor bj,bc in ipairs({kw,...})do table.insert(d,bc)end\nend\nfor q,u in ipairs(cw)do\ncb(6,u,po[q],co[q],sv(u,co[q],dg,ns[q]),po[q])\nend\nfor q,x in ipairs(bw)do cb(8,x,'',th[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "0cc58e5b9e6b80c019c14c62854aa0d1253156d4", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local mu=100\nlocal pv=922337203685477\nlocal function su(ey)\nreturn(string.gsub(ey,'.',function(sn)\nreturn string.format('%02x',string.byte(sn))\nend))\nend\nlocal b=c('GET',fe)\nlocal ef=b and i(b)\nlocal ld=c('ZCOUNT',gd,'-inf',ak(ac))\nlocal pd=c('ZCARD',gd)- ld\nlocal ae=c('ZRANGE',gd,'(' .. ak(ac),'+inf','BYSCORE','LIMIT',0,mu,'WITHSCORES')\nlocal d={'permits',al,b and 1 or 0,(ef or 0)+(b and ld or 0),pd}\ntable.insert(d,ot({ARGV[2]}))\ntable.insert(d,c('PTTL',fe))\ntable.insert(d,#ae/2)\nfor q=1,#ae,2 do\nif #ae[q]~=16 then error('NOT_A_LOCK 2')end\nlocal ha=tonumber(ae[q+1])\ntable.insert(d,su(ae[q]))\ntable.insert(d,ha>=pv and -1 or ha - ac)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "7518fd13b5709c8be44f9f7477bd79bd5a33c656", BEGIN, inspectMOSTBYTES_, "local mw,pp,mk=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dj=1000\nlocal pt=1000\nlocal dk,qa=math.min(dj,mk),nv\nlocal le,rh={},false\nlocal function sh(ax,mg)\nfor bj,j in ipairs(mg)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(ax,j)end\nend\nend\nlocal function fb(ax)\nlocal ey,o=0,{}\nfor bj,j in ipairs(ax)do\nif #j<=pt then\ney=ey+nd(j)\ntable.insert(o,j)\nend\nend\nif ey>qa and(#le>0 or dk>1)then return false end\nqa=qa - ey\nfor bj,j in ipairs(o)do table.insert(le,j)end\nreturn true\nend\nlocal function rr(np)\nreturn redis.pcall('SCAN',mw,'MATCH',ARGV[3],'COUNT',dk,'TYPE',np)\nend\nrepeat\nlocal lx=rr('hash')\nif lx.err then return{'refused',ARGV[1],lx.err}end\nif ARGV[6]=='1' then sh(lx[2],rr('string')[2])end\npp=pp - dk\nif #le+#lx[2]>mk and dk>mk - #le then\ndk=mk - #le\nelseif fb(lx[2])then\nmw,dk,rh=lx[1],dj,lx[1]=='0'\nelseif #le>0 then\npp=0\nelse\ndk=math.floor(dk/2)\nend\nuntil rh or #le>=mk or pp<=0\nreturn{'scanned',ARGV[1],mw,unpack(le)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "31fe45951b24e296fed11e1da6e819fa4888baca", BEGIN, lockHashMode_, "local e,p\nlocal g,w,v='','',''", lockHashIsGranted_, lockHashIsCount_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local pt=1000\nlocal rz=5\nlocal function td(o)\nlocal bn=1\nfor q=1,#o,2 do\nlocal rg=r~='plain' and o[q]=='mode'\nif rg and bn==q then\nbn=q+2\nelseif not rg and string.find(o[q],':write$')then\nbn=q\nend\nend\nreturn o[bn],o[bn+1]\nend\nlocal function sw(o)\nif r=='plain' then return 1 end\nlocal dk=#o/2\nif dk==rz then dk=c('HLEN',e)end\nreturn dk - 1\nend\nlocal oy={'',-2,0,'',0}\nlocal function sq(j)\nlocal kh,hd,ne=oj(j)\nlocal l=kh and c('PTTL',j)or -2\nif l<=0 then return oy end\nlocal np='light'\nreturn{np,l,1,kh,1},qi(hd,ne)\nend\nlocal function sp(j,os)\ne,p=j,os\nlocal fc,o=pcall(bz)\nif not fc then return sq(j)end\nif not r then return oy end\nlocal l=c('PTTL',e)\nlocal u,by=td(o)\nif l<=0 or not u or #u>pt then return oy end\nreturn{r,l,sw(o),u,tonumber(by)}\nend\nlocal pf={}\nlocal function ol(lv,lc)\nif #lv==0 then return end\nlc=lc or c('EXISTS',unpack(lv))\nif lc==0 then return end\nif 4*lc<#lv then\nlocal rn=math.floor(#lv/2)\nlocal m,si={unpack(lv,1,rn)},{unpack(lv,rn+1)}\nlocal rd=c('EXISTS',unpack(m))\nol(m,rd)\nreturn ol(si,lc - rd)\nend\nfor bj,dh in ipairs(lv)do\nlocal pe=redis.pcall('LLEN',dh)\nif type(pe)~='number' then pe=redis.pcall('ZCARD',dh)end\npf[dh]=type(pe)=='number' and pe or 0\nend\nend\nlocal qz,ns,qj,rp,rq,lv={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,as,qs,of=unpack(KEYS,4*q - 3,4*q)\nlocal na\nna,qj[q]=sp(j,ARGV[q+1])\nqz[q],ns[q]=na,bi(na[4])\nif na~=oy and not qj[q] then\ntable.insert(rp,as)\ntable.insert(rq,qs)\ntable.insert(lv,of)\nend\nend\nlocal po=qv(ns)\nol(rp)\nol(rq)\nol(lv)\nlocal d,ey={'summaries',ARGV[1]},0\nfor q,na in ipairs(qz)do\nlocal io=qj[q] or po[q]\ney=ey+nd(na[4])+nd(io)+50\nif q>1 and ey>nv then return d end\nfor bj,ss in ipairs(na)do table.insert(d,ss)end\ntable.insert(d,io)\nlocal bj,as,qs,of=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(pf[as] or 0)+(pf[qs] or 0))\ntable.insert(d,pf[of] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "eec49df238eb363f20f7ccd1a1346f8cbcbdc43b", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return af()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "843f6c6c0e5e87f2c4382781de190bf1d510fbbc", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function bc(tl)\nfor q=1,#KEYS,2 do\ne,p=KEYS[q],KEYS[q+1]\nlocal af=tl(q)\nif af then return af end\nend\nend\nlocal function rw()\nbc(function()\nea()\nend)\nreturn{'held',al,1,tonumber(ab)}\nend\nif c('EXISTS',unpack(KEYS))==0 then return rw()end\nlocal oi,pa,hf\nlocal bh=bc(function(q)\ncn()\nlocal af=fz()\nif af and af[1]=='ended' then return af end\nif af then\nlocal l=af[4]<0 and tonumber(ab)or af[4]\noi=math.min(l,oi or l)\nelse\nhf=true\nlocal l=ck()\nif l~=-2 and not pa then pa={'busy',al,l,(q+1)/2}end\nend\nend)\nif bh then return bh end\nif oi and hf then return bg('lost')end\nif oi then return{'held',al,1,oi}end\nif not pa then return rw()end\nif cf then\nbc(function()\nh('SET',p,'|-refused','PX',f)\nend)\nend\nreturn pa", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "8e05da5489df3945e383fb66f6fb7c73bd32edbd", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, waitersLeaveList_, standMarked_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn px()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "6150ff7d6fa8a66ead2fedafb80aab6b8318aff4", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, holdIsLock_, "local function er()\nif k then h('PEXPIRE',k,ARGV[4]+c('PTTL',e),'GT')end\nreturn c('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "f99269bd4bc463e282a305d639ee85921b121dde", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local de=pcall(mo)\nlocal kh=not de and oj(e)\nif kh then\nck()\no={kh}\nlocal d=kv(1)\nh('DEL',e)\nms()\nreturn d\nend\nif not de then mo()end\nif r=='read' or r=='write' then aj(e)end\nif not r then return kv(0)end\nlocal d=kv(1)\nlocal cp=el(ARGV[3],h('DEL',e,gc))\nms()\nreturn jv(d,cp)", END);

export const lockPass: LuaScript = /* @__PURE__ */ script("lock/pass", "3a6862f0822cb68d9936356d5a142f0ac29e670e", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[6] and KEYS[4]\nlocal oe=false\nlocal function et()\nh('DEL',e)\noe=true\nend\nlocal function hv()end", endEndHold_, "local d=ht(ARGV[4],(ARGV[15] or '')~='')\nif not oe then return d end\nlocal n,qe=bl(function()\nif not h('SET',KEYS[3],'|+' .. ARGV[13],'PX',ARGV[12],'NX')then return false end\ns('UNLINK',KEYS[3])\nh('HINCRBY',e,ARGV[10],1)\ns('UNLINK',e)\nh('PEXPIRE',e,ARGV[11])\nreturn true\nend)\nig(ARGV[10],ARGV[14])\nif n and qe then\ntable.insert(d,'held')\nreturn d\nend\nlocal gx=1+h('DEL',gc)\nreturn jv(d,el(ARGV[9],gx,ARGV[15],ARGV[16],ARGV[17],ARGV[18]))", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "2b91ade33130ecd0f53794fc4acd5d50ab1be786", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function sj(b)\nlocal io=KEYS.locked and bi(string.match(b,'^%S+ (%S+)'))\nif io and not(KEYS.locked[io] and c('EXISTS',io)==0)then return end\ndf()\nh('RPUSH',ch,mx(b))\nh('PEXPIRE',ch,ex)\nend\nlocal cp\nlocal function et()\nlocal gx=h('DEL',e,gc)\nif(ARGV[14] or '')~='' and pcall(sj,ARGV[14])then gx=2 end\ncp=el(ARGV[9],gx,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function hv()\nig(g)\nend", endEndHold_, "if not bn then ig(g,ARGV[15])end\nlocal d=ht(ARGV[4],(ARGV[10] or '')~='')\nreturn jv(d,cp)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "dd9518be8f3362a1345984733e115a4771ceba86", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal z\nlocal function et()\nel(z,h('DEL',e,gc))\nend\nlocal function hv()end", endEndHold_, "local pg=(#ARGV - 8)/2\nlocal rb=ARGV[4]=='1' and 3*pg or 2*pg\nlocal mq,ds={'ends',al},nil\nfor q=1,pg do\ne,p=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*pg+q] end\nch,gc=KEYS[rb+2*q - 1],KEYS[rb+2*q]\nz=ARGV[2*q+8]\nlocal n,d=bl(ht,ARGV[2*q+7])\nif n then\ntable.insert(mq,d[3])\nelse\nds=d.err or d\nif string.find(ds,'^WRONGTYPE')then ds='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif ds then error(ds,0)end\nreturn mq", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "f461daa13b0a491de68b93e4b854836a98b5aff8", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, holdIsLock_, holdRenew_, "cn()\nif not ap then an=ARGV[7] end\nlocal i,bh=oo(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bh or{'renewed',al,i}", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ script("lock/renew-many", "8fe6cd7e6ffdb5011340f9511dee905d130a616a", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, "local dc", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, "local function tf()\nlocal rc,eq=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal by=(#ARGV - 3)/6\nlocal py,pl={},0\nfor q=1,by do\ntable.insert(py,KEYS[2*q])\nend\nfor q=2*by+1,#KEYS do\ntable.insert(py,KEYS[q])\nend\nlocal rj=c('MGET',unpack(py))\nlocal mq={'renewals',ARGV[1]}\nfor q=1,by do\nlocal ab,f,qc\ng,ca,ab,f,qc,dc=unpack(ARGV,6*q - 2,6*q+3)\ne,p,k=KEYS[2*q - 1],KEYS[2*q],nil\nif qc=='1' then\npl=pl+1\nk=KEYS[2*by+pl]\nend\nbt(rj[q],k and rj[by+pl])\nlocal qu=dc~=''\nlocal di=qu and jp(eq)\nlocal l=rc and not qu and c('PTTL',e)\nif l and k then l=math.min(l,c('PTTL',p)- eq,c('PTTL',k)- eq)end\nlocal i,bh\nif l and l>rc then\nbh=cu()or not cz()and ay(ci('lost'),f)\nelse\nl=tonumber(ab)\ni,bh=oo(ab,f,l+eq,qc=='2',qu and function(by)\nqq(by,di,ab)\nend)\nend\ntable.insert(mq,bh and bh[3] or l)\nend\nreturn mq\nend\nreturn tf()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "57b680b8646a8bc63e4ac251f30eee23584de99e", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(i or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "5c01fb9903c59c35e3e7d32eaea60ede94be8cc6", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local kd,nn=ARGV[9],ARGV[10]", stealRob_, "local function lo(l)\nif r~='plain' then aj(e)end\nreturn nk(l,ea)\nend\nlocal nl,lq=ie,ea", stealQuickAnswer_, "local function ah()\ncn()\nreturn fz()\nend", stealFullAnswer_, "return af()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "5d7ddadca40076b4f154afc965e2a818c27971f2", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(true)then return n(0)end\nlocal d=n(1)\nlocal cp=lb(function()\nreturn el(ARGV[5],h('DEL',e,gc))\nend)\nreturn jv(d,cp)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "68a3a1a74746c761313e1840a0acf82c57aa3aeb", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal fd=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(true)then return n(0)end\nlocal d=n(1)\nlocal cp=lb(function()\nreturn mf(ARGV[5],h('DEL',e,gc))\nend)\nreturn jv(d,cp)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ script("owner/release-queued-reads", "f18d49e7141a4724e214a12a4beba836315bbc2e", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gk,dc,ei=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function el()\nls('free')\naz(gk,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qb()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ script("owner/release-queued-writes", "b43f462f4cfd99c636a00e1f3c96e64999c57196", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gk,dc,ei=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function el(dn)\nls(dn)\naz(gk,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(false)then return n(0)end\nlocal d=n(1)\nlb(et)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ script("owner/release-reads", "32f4b838a05daa3b43fac1075b33ad180230eda5", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dc=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function el()\naz(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qb()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ script("owner/release-writes", "782c8811343fea11f00c52d720675c7d6a9a2be0", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dc=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function el()\naz(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(false)then return n(0)end\nlocal d=n(1)\nlb(et)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "f913954e4b8d2513552dc0d13334376932b14604", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(ARGV[7]=='0')then return n(0)end\ngj(e,ARGV[5])\nev(p,ARGV[6])\nreturn qr()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ script("owner/renew-reads", "5ba1b86cc3b922bfe7949aa52019b7f000390d7d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dc=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nlocal by=jx(false)\nif not by then return n(0)end\ngj(e,ARGV[5])\nev(p,ARGV[6])\nfor au=1,by do\nlocal j=dl(g,au)\nif not gj(j,ARGV[5])then h('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn qr()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "0fd38c729ce71f334a58ad54d07dd5022a29b1f8", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ab,cf=ARGV[5],ARGV[6]=='1'\nlocal pv=922337203685477\nlocal b,am=unpack(c('MGET',fe,k))\nlocal bh=cu(am)\nif bh then return bh end\nb=b or c('GET',fe)\nlocal ef=b and i(b)or 0\nif am then\nlocal lu=l()\nreturn lu>0 and{'held',al,lu,ef}or nq()\nend\nif not b then return gi('unset')end\nef=ou(ef,z)\nif ef<#hc then\nif cf then gi('refused')end\nlocal bn=c('ZRANGE',gd,'(' .. ak(ac),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',al,bn and tonumber(bn)<pv and bn - ac or -1,ef}\nend\nh('SET',k,'+','PX',f)\ns('UNLINK',k)\nlocal oz=h('ZADD',gd,'NX',qt(ab))\nif oz==#hc then s('ZREM',gd,unpack(hc))end\nh('DECRBY',fe,oz)\nlocal rx=c('PTTL',fe)\nif rx>0 then h('PEXPIRE',gd,rx)end\nlocal lu=oz==#hc and tonumber(ab)or l()\nif lu<=0 then return nq()end\nreturn{'held',al,lu,ef - oz}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "02805fec47f5e5ce7c4d8a06712fa1a88cf5ccba", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local ef=c('GET',fe)\nlocal lu,dk=l()\nif ef then i(ef)end\nif dk==0 then return nq()end\nlocal d=gi(lu>0 and 'released' or 'lost')\nif ef then\nnb(dk,z,0,h,'ZREM',gd,unpack(hc))\nelse\nh('ZREM',gd,unpack(hc))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "ac92e1eac0a3d3ddf3d9d5f6792035c357e98a9f", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function af(aq)\nreturn{'done',al,tonumber(aq)}\nend\nlocal fg=c('GET',k)\nif fg then return af(fg)end\nlocal ef=c('GET',fe)\nfg=l()>0 and '1' or '0'\nif ef and fg=='1' then ou(i(ef),z)end\nav('SET',k,fg,'PX',f)\ns('UNLINK',k)\nif fg=='1' then\nfor q=4,#KEYS do\nlocal m=h('SET',KEYS[q],'-released','PX',f,'GET')\nif m then s('SET',KEYS[q],m,'PX',f)else s('UNLINK',KEYS[q])end\nend\nif ef then\nh('INCRBY',fe,#hc)\ns('INCRBY',fe,-#hc)\nend\nh('ZREM',gd,unpack(hc))\nif ef then az(z,#hc)end\nend\nreturn af(fg)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "f1b69c77b33e7089ff528d7bc794dc640defd618", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local lu,ab=l(),ARGV[5]\nif lu<=0 then return nq()end\nif ab then av('ZADD',gd,'XX','GT',qt(ab))end\nreturn{'leased',al,lu}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "e3608f1df17801b66d39a4fe5250c718a910249b", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local gd,z,aq,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal ef=ek\nif ef and t=='try' then return n(0,av)end\nlocal pd=c('ZRANDMEMBER',gd,3)\nfor bj,kq in ipairs(pd)do\nif #kq~=16 then error('NOT_A_LOCK 3')end\nend\nlocal ph=tonumber(aq)\nif ef and t=='set' then ph=aq - ef - c('ZCARD',gd)end\nif ph==0 and ef then return n(1,av)end\nlocal d=n(1,h)\nh('INCRBY',j,string.format('%.0f',ph))\nif not ef and #pd>0 then\ns('UNLINK',j)\nh('DEL',gd)\nend\nif t~='add' or ph>0 then az(z,aq)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "3b08c092fdc477fa930ab98743468189bc34dd18", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local ef=c('GET',fe)\nlocal km=ef and ou(i(ef),ARGV[2])\nreturn{'permits',al,km or 0,c('ZCOUNT',gd,'(' .. ak(ac),'+inf'),km and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ script("read-write/acquire-read", "247e6d1fdaf5ee80066a36d00ec3a9f80b6f6008", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local dc=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return ea()end\nelse\nlocal l=iw(true)\nlocal af\nif l and(not r or(r=='read' and l>=0))then\naf=ie()\nelse\naf=lk(l)\nend\nif af then return hh(af)end\nend\ncn()\noa()\nlocal af=fz()\nif af then return af end\nlocal l=ck()\nif l==-2 then return ea()end\nif r=='read' or(r=='write' and c('HEXISTS',e,g .. ':write')==1)then return ea()end\nif gq()then ay('refused',f)end\nreturn hh({'busy',al,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("read-write/acquire-write", "3892d5f1262e5dc5c0f6707695c46b33a901a928", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, "local dc=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return ea()end\nelse\nlocal l=iw(ARGV[6]~='2')\nlocal af=l==-2 and ie()or lk(l)\nif af then return hh(af)end\nend\ncn()\nlocal af=fz()\nif af then return af end\nlocal l=ck()\nif l==-2 then return ea()end\nlocal bf=string.sub(g,1,-7)\nif k and fi(bf,tonumber(c('HGET',e,bf)or 0))>0 then return ay('upgrade',f)end\nif gq()then ay('refused',f)end\nreturn hh({'busy',al,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ script("read-write/check-read", "80c01649edce871abf802db90b099f5d407f6ee5", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, "local dc=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function er(i)\nreturn ni(i,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "eb2069fd7eaa052bc2241b468a3ff02e72a6f8c2", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function er()\nreturn lt(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "021d822d0321bff1bdeeda7955be4f1c6b47ab5b", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "mo()\nif r=='plain' then aj(e)end\nif r~=ARGV[6] then return kv(0)end\nlocal d=kv(1)\nh('DEL',e)\naz(ARGV[3],r=='write' and '1' or '0')\nms()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ script("read-write/release-read", "012076270efbcb36ca404e4b31a96860b788089c", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, "local dc=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function el()\naz(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function hv()end", readsEndOne_, endEndHold_, "return ht(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("read-write/release-write", "154007effdf2f3e4cb7407e1d18c411f441fb9fa", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, "local dc=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function el()\naz(ARGV[9],'1')\nend", writesEndLast_, "local function hv()end", endEndHold_, "return ht(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ script("read-write/renew-read", "b840c9133cbe755ec58352c0eb83a446f0877179", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, "local dc=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cn()\nlocal di=jp(ARGV[5] - ARGV[4])\nlocal i,bh=oo(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(by)\nqq(by,di,ARGV[4])\nend)\nif bh then return bh end\nreturn{'renewed',al,i}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "f4bda6e955043e95325aabe50e5321ccad23e286", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local ta=r==ARGV[3] or(r=='write' and ARGV[3]=='read' and c('HLEN',e)>2)\nreturn{'status',ARGV[1],ta and l or -2,tonumber(i or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "8d04621355cefdef43fe009174589e1c29da259b", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "0ad84a8688a86f6c537ee8a98fdf757e613ab716", BEGIN, waitersNow_, waitersDigits_, "local e,am,al,g,qw=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,ar,pi=string.match(c('GET',am)or '','^(%d+) (%S+) (.*)$')\ndf()\nif pi==qw and ar==g then return{'spends',al,0}end\nif c('HEXISTS',e,g)==0 then return{'ended',al,'lost'}end\nif pi~=qw then\nh('SET',am,ak(ac).. ' ' .. g .. ' ' .. qw)\nreturn{'spends',al,0}\nend\nlocal rt=math.max(0,ac - q)\nreturn{rt<tonumber(ARGV[4])and 'spends' or 'spent',al,rt}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "cfc278610f69632af02801e6b193a1e2e1e785ab", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gl(c('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "36560ff1893de59e6ec22a3a096f0c9c18ec8795", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local aq,ry=ARGV[3],ARGV[6]\nif ek then return n(0,av)end\nlocal d=n(1,h)\nif ry then h('SET',j,aq,'PX',ry)else h('SET',j,aq)end\naz(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "f4d67935da929cbd265fda39569f00b70b6a8b24", BEGIN, stateWrite_, "local k,al=KEYS[1],ARGV[1]\nlocal sx=av('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',al,(sx or c('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "56c75f2b26833c8ee37dcd82ca3191ea592f825c", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local mk=ARGV[3]\nek=fe()\nif nt then return{'held',al,tonumber(ek or 0)}end\nif not ek then return ay('unset')end\nif tonumber(ek)>=tonumber(mk)then\nh('SET',k,'+' .. mk,'PX',f)\ns('UNLINK',k)\nreturn{'held',al,h('DECRBY',j,mk)}\nend\nif ARGV[4]=='1' then ay('refused')end\nreturn{'busy',al,tonumber(ek)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "738749215a58ceae89050f70fd458a6eeded769f", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local fe=(ek or 0)+ARGV[3]\nlocal d=n(fe,av)\nh('INCRBY',j,ARGV[3])\nqn(ARGV[4],fe)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "2e954e412d79515f648f86d5d665d9fbac1a494e", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not nt then return ay('free')end\nlocal sz=fe()\nlocal d=ay('released')\ns('SET',k,am,'PX',f)\nif sz then qn(ARGV[3],av('INCRBY',j,nt))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "86944d2beeadced2ab67f63714ebaf2209bd7ca6", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ek then return n(0,av)end\nlocal d=n(ek,h)\nh('DECRBY',j,ek)\nreturn d", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "04cb61b9ebd01515a3d3addcf31da56ae94e2b63", BEGIN, "local sg=86400000\nlocal function tk(j,kh)\nlocal aw,pi=string.match(c('GET',j)or '','^(%d+) (.*)$')\nif pi==kh then return aw end\nlocal bd=c('TIME')\nlocal ce=bd[1] .. string.format('%06d',bd[2])\nif aw and(#aw>#ce or(#aw==#ce and aw>=ce))then\nlocal m,sr,tb=string.match(aw,'^(%d-)(%d)(9*)$')\nce=m ..(sr+1).. string.rep('0',#tb)\nend\nh('SET',j,ce .. ' ' .. kh,'PX',sg)\nreturn ce\nend\nlocal function ko(av)\nreturn function(ax,bm)\nlocal j=table.remove(ax)\nlocal d=av(ax,bm)\nif d[1]=='held' then table.insert(d,tk(j,bm[2]))end\nreturn d\nend\nend\nlocal sb=10000\nlocal he,pk=KEYS[1],ARGV[2]\nlocal pq={}\nlocal function tc(e,p,sl)\nif sl=='2' then return end\ntable.insert(pq,string.match(p,'^[^:]+:([^:]*:)').. string.sub(e,#pk+1))\nend\nlocal function ri()\nif #pq==0 then return end\nlocal rs,hc=c('TIME')[1],{}\nfor bj,kw in ipairs(pq)do\ntable.insert(hc,rs - rs % 60 .. '000')\ntable.insert(hc,kw)\nend\npq={}\nif h('ZADD',he,unpack(hc))>0 then h('ZREMRANGEBYRANK',he,0,-sb - 1)end\nend\nlocal mp={}\nmp['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nmp['fair-read-write/acquire-write']=ko(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nmp['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nmp['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nmp['read-write/steal-write']=ko(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nmp['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gk=KEYS[1],ARGV[2]", rwQueueTell_, "local bw,id={unpack(ARGV,3)},{}\ndf()\nfor bj,x in ipairs(bw)do\ntable.insert(id,ak(ac))\ntable.insert(id,x)\nend\nav('ZADD',be,'XX',unpack(id))\nif c('PTTL',be)<lz then\nfor bj,j in ipairs({as,dv,be})do h('PEXPIRE',j,ex)end\nend\nlocal l=c('PTTL',e)\nlocal r=l==-2 and 'free' or c('HGET',e,'mode')or 'plain'\nlocal bj,bn=gm(as)\nlocal bj,no=gm(dv)\nif gh and(r=='free' or r=='read')then gg(r)end\nlocal d={'touched',ARGV[1],r,l,bn or 0,no or 0}\nfor bj,aq in ipairs(c('ZMSCORE',as,unpack(bw)))do table.insert(d,tonumber(aq or 0))end\nreturn d\nend\nmp['web-locks/snapshot']=function(KEYS,ARGV)\nlocal he,pk,m,cf,nh=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal qy=100\nlocal se=500\nlocal cr=15000\nlocal bd=c('TIME')\nlocal ac=bd[1]*1000+math.floor(bd[2]/1000)\nlocal function st(e)\nlocal cw,pj={},1\nfor bj,u in ipairs(c('HKEYS',e))do\nif u=='mode' then\npj=0\nelse\ntable.insert(cw,u)\nend\nend\nreturn cw,pj\nend\nlocal function tm(e,cm,rf,lj)\nlocal rv=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal as,be=ARGV[6] .. cm .. ARGV[7] .. rv,ARGV[6] .. cm .. ARGV[8] .. rv\nlocal bw=c('ZRANGE',as,rf,rf+lj - 1)\nif #bw==0 then return{},0 end\nlocal rm={}\nfor q,ao in ipairs(c('ZMSCORE',be,unpack(bw)))do\nif tonumber(ao or 0)>ac - cr then table.insert(rm,bw[q])end\nend\nreturn rm,#bw\nend\nlocal pn=0\nif m~='' then\nif c('ZSCORE',he,cf)==m then\npn=c('ZRANK',he,cf)+(nh>0 and 0 or 1)\nelse\npn,nh=c('ZCOUNT',he,'-inf','(' .. m),0\nend\nend\nlocal d,pm={'page',ARGV[1],'','',0},se\nlocal ks=c('ZRANGE',he,pn,pn+qy - 1,'WITHSCORES')\nfor q=1,#ks,2 do\nlocal cm,kw=string.match(ks[q],'^([^:]*):(.*)$')\nlocal lw,cw,pj=pcall(st,pk .. kw)\nlocal ro,bw,i=pcall(tm,pk .. kw,cm,nh,pm)\ncw,bw,i=lw and cw or{},ro and bw or{},ro and i or 0\nif #cw+i+nh==0 then\nh('ZREM',he,ks[q])\nelse\nif nh>0 then cw={}end\nfor bj,bc in ipairs({kw,lw and pj or 0,#cw,#bw})do table.insert(d,bc)end\nfor bj,bc in ipairs(cw)do table.insert(d,bc)end\nfor bj,bc in ipairs(bw)do table.insert(d,bc)end\npm=pm - i\nif pm<=0 then\nd[3],d[4],d[5]=ks[q+1],ks[q],nh+i\nreturn d\nend\nend\nnh=0\nend\nif #ks==2*qy then d[3],d[4]=ks[#ks],ks[#ks - 1] end\nreturn d\nend\nlocal sf={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal mq={'batch',ARGV[1]}\nlocal pc,mm=2,3\nwhile ARGV[mm] do\nlocal kw,rk,ra=ARGV[mm],ARGV[mm+1],ARGV[mm+2]\nlocal ax,bm={},{ARGV[1]}\nfor q=pc,pc+rk - 1 do table.insert(ax,KEYS[q])end\nfor q=mm+3,mm+2+ra do table.insert(bm,ARGV[q])end\nif sf[kw] then tc(ax[1],ax[2],bm[6])end\nif kw=='web-locks/snapshot' then pcall(ri)end\nlocal d=bo(mp[kw],ax,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(mq,d)\npc,mm=pc+rk,mm+3+ra\nend\npcall(ri)\nreturn mq", END);
