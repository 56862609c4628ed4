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
  "local function av(y,f,...)\nlocal p,d=pcall(h,y,f,...)\nif p then return d end\nredis.pcall('PEXPIRE',f,1,'GT')\nreturn h(y,f,...)\nend";

const onceCounter_ =
  "local function gm(b)\nif not b then return false end\nif #b>16 or not(b=='0' or string.find(b,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn b\nend";

const onceKey_ =
  "local f,k,al,g=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function af(aq)\nreturn{'done',al,tonumber(aq)}\nend\nlocal function p(aq,kk)\nkk('SET',k,aq,'PX',g)\ns('UNLINK',k)\nreturn af(aq)\nend";

const onceValue_ =
  "local el,fi=unpack(c('MGET',f,k))\nif fi then return af(fi)end\nel=gm(el or c('GET',f))";

const stateLock_ =
  "local e,n,k,al,i,by=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]";

const stateEpoch_ =
  "local w,ba,an,v='','','',''";

const stateOwnerStateExists_ =
  "local ap,bv=false,false\nlocal function bt(bb,cn)\nap,bv=bb~=false,bb\nw,ba,an=string.match(bb or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(cn or '')or ba\nend";

const stateLoadState_ =
  "local function cp()\nif k then\nbt(unpack(c('MGET',n,k)))\nelse\nbt(c('GET',n))\nend\nend";

const stateLostHow_ =
  "local function ck(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bh(t)\nreturn{'ended',al,t}\nend\nlocal function cv()\nlocal t,ar=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bh(t),ar end\nend\nlocal function bs(b,g)\nif ap then\nlocal l=c('PTTL',n)\nif l>tonumber(g)then g=l end\nend\nav('SET',n,b .. an,'PX',g)\nif ap then s('SET',n,bv,'PX',g)else s('UNLINK',n)end\nend";

const stateExtended_ =
  "local cg,cb={},{}";

const stateExtend_ =
  "local function dl(f,aa)\nif h('PEXPIRE',f,aa,'GT')==1 then return true end\nif not cg[f] and h('PEXPIRE',f,aa,'NX')==1 then cb[f]=true end\ncg[f]=true\nreturn cb[f]\nend";

const stateRememberEnd_ =
  "local function ay(t,g,ar)\nlocal b='-' .. t ..(ar or '')\nif k then\nav('SET',k,b,'PX',g)\nif v=='' then s('UNLINK',k)else s('SET',k,v,'PX',g)end\nelse\nbs(w .. '|' .. b,g)\nend\nreturn bh(t)\nend";

const lockHashMode_ =
  "local r,j\nlocal function ab(ak)\nreturn string.rep('%x',ak)\nend\nlocal cd='^' .. table.concat({ab(8),ab(4),ab(4),ab(4),ab(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bu()\nreturn w~='' or string.sub(v,1,1)=='+'\nend";

const lockHashStateKeyOf_ =
  "local function bg(u)\nlocal m=string.match(n,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(n,#m+#i+1)\nend";

const lockHashIsOwner_ =
  "local function ce(u)\nif string.find(string.gsub(u,':write$',''),cd)then return true end\nif KEYS.locked and(u~=i or i=='')then error('KEY_NOT_LOCKED')end\nlocal ag=c('GET',bg(u))\nreturn ag and(string.sub(ag,1,1)~='|' or string.sub(ag,1,2)=='|+')\nend";

const lockHashIsCount_ =
  "local function bk(b)\nreturn #b<=6 and string.find(b,'^[1-9]%d*$')~=nil\nend\nlocal function ai(f)\nfor at,bd in ipairs(KEYS)do\nif bd==f then error('NOT_A_LOCK ' .. at)end\nend\nend";

const lockHashTimeLeft_ =
  "local function cm()\nlocal l=c('PTTL',e)\nif l==-1 then ai(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function ca()\nlocal o=c('HRANDFIELD',e,5,'WITHVALUES')\nr,j=#o>0 and 'plain',o[1]==i and o[2]\nif #o>2 then\nr,j=unpack(c('HMGET',e,'mode',i))\nif i=='mode' then j=false end\nif(r~='read' and r~='write')or(j and not bk(j))then ai(e)end\nend\nlocal ah=j and bu()\nfor q=1,#o,2 do\nif o[q]~='mode' or r=='plain' then\nif not bk(o[q+1])then ai(e)end\nah=ah or ce(o[q])\nend\nend\nif r and not ah then ai(e)end\nreturn o\nend";

const grantLeaseMs_ =
  "local ac,g,ga=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local ec=ARGV[6]=='3'\nlocal ci=ec or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal de,ej,gl=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dp(bf,au)\nlocal f=de .. bf .. ':rwlock_timeout:' .. au\nif KEYS.locked and not KEYS.locked[f] then error('KEY_NOT_LOCKED')end\nreturn f\nend";

const readsBegin_ =
  "local function eh(ac)\nlocal l=r and c('PTTL',e)or -2\nif r=='write' then\nh('HSET',e,i,1)\nelse\nh('HSET',e,'mode','read',i,1)\nend\nif l==-2 then s('UNLINK',e)else s('HDEL',e,i)end\nh('SET',dp(i,1),'1','PX',ac)\ns('UNLINK',dp(i,1))\nif l<tonumber(ac)then h('PEXPIRE',e,ac)end\nend";

const grantTake_ =
  "local function eb()\nif k then\nh('SET',k,'+' .. by,'PX',g)\ns('UNLINK',k)\nan=ARGV[8]\nbs(by .. '|' .. ba,g)\nelse\nh('SET',n,'|+' .. ARGV[8],'PX',g)\ns('UNLINK',n)\nend\neh(ac)\nreturn{'held',al,1,tonumber(ac),k and by or ''}\nend";

const readHoldsOwnLeft_ =
  "local function jp(er)\nlocal l=k and c('PTTL',k)\nreturn l and(l==-1 and math.huge or l - er)\nend";

const readHoldsLives_ =
  "local cu={}\nlocal function dw(bf,au)\nlocal f=dp(bf,au)\ncu[f]=cu[f] or c('PTTL',f)\nreturn cu[f]\nend";

const readHoldsSCRIPTMS_ =
  "local gg=10";

const readHoldsOWNMS_ =
  "local jf=5";

const readHoldsSlotOf_ =
  "local function jq(j,dj)\nif not k then return 1,dw(i,1),true end\nlocal q,l,dy=1,math.huge,false\nlocal jj=ba=='+' and w=='' and j>1\nfor au=j,jj and 2 or 1,-1 do\nlocal bd=dw(i,au)\nlocal ft=bd>dj - gg\nlocal jo=bd<l and(au>1 or l>dj+jf or bd<l - gg)\nif(ft and not dy)or(ft==dy and jo)then\nq,l,dy=au,bd,ft\nend\nend\nreturn q,l,dy\nend";

const readHoldsReadLeft_ =
  "local function nh(j,er)\nlocal dj=jp(er)\nlocal bj,l=jq(j,dj)\nlocal eq=dj or math.huge\nfor bj,bd in ipairs({l,c('PTTL',e)})do\nif bd~=-1 then eq=math.min(eq,bd)end\nend\nreturn eq==math.huge and -1 or math.max(eq,0)\nend";

const readsHoldLeft_ =
  "local function et(j,g)\nreturn nh(j,g - ARGV[4])\nend\nlocal function fb()\nreturn r=='read' or r=='write'\nend\nlocal fm=64\nlocal function fd(ac,bj,g)\nlocal j=h('HINCRBY',e,i,1)\ns('HINCRBY',e,i,-1)\nh('SET',dp(i,j),'1','PX',ac)\ns('UNLINK',dp(i,j))\nh('PEXPIRE',k,g)\nreturn j,tonumber(ac)\nend";

const grantSettled_ =
  "local function gc()\nlocal bi=cv()\nif bi then return bi end\nlocal ah=not k or v~=''\nca()\nif j and ah then\nlocal cl=string.sub(v,2)\nif w~='' and w~=cl then return ay(ck('lost'),g)end\nif not k and not ap and r=='plain' then\nan=ARGV[8]\nbs('|+',g)\ndl(e,ac)\nend\nreturn{'held',al,tonumber(j),et(tonumber(j),g),cl}\nend\nif j and fb()then\nif ga then return ay('reentered',g)end\nif tonumber(j)>=fm then return ay('crowded',g)end\nlocal l=cm()\nif string.sub(w,1,1)=='!' then w=by end\nlocal df=math.max(l,tonumber(ac))\nh('SET',k,'+' .. w,'PX',g+df)\ns('UNLINK',k)\nbs(w .. '|' .. ba,g)\nlocal bz,aa=fd(ac,df,g)\nif l<df then h('PEXPIRE',e,ac)end\nreturn{'held',al,bz,aa,w}\nend\nif v~='' or(ap and not k)then return ay(ck('lost'),g)end\nend";

const grantIsLast_ =
  "local function gq()\nif ec and KEYS.locked then error('KEY_NOT_LOCKED')end\nreturn ci\nend";

const grantWithHolder_ =
  "local function hg(af)\nif not ec or af[1]~='busy' then return af end\nlocal u,gb=unpack(c('HRANDFIELD',e,2))\nif u=='mode' and gb then u=gb end\nif u then\ntable.insert(af,u)\ntable.insert(af,c('GET',bg(u))or '')\nend\nreturn af\nend";

const waitersNow_ =
  "local ad,bc\nlocal function dd()\nbc=c('TIME')\nad=bc[1]*1000+math.floor(bc[2]/1000)\nend";

const waitersDigits_ =
  "local function ak(aq)\nreturn string.format('%.0f',aq)\nend";

const waitersHEAD_ =
  "local ef='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dq(ea)\nreturn 'leasehound:' .. ea\nend";

const readHoldsMOSTWALKED_ =
  "local dv=80\nlocal function fl(bf,j)\nif j>dv then return math.max(c('PTTL',e),0)end\nlocal bx=0\nfor au=1,j do\nbx=math.max(bx,dw(bf,au))\nend\nreturn bx\nend";

const rwQueueQueue_ =
  "local as,dx,be=KEYS[3],KEYS[4],KEYS[5]\nlocal ct=15000";

const rwQueueKEPTMS_ =
  "local es=60000\nlocal lw=45000";

const rwQueueMOSTDROPPED_ =
  "local fn=64\nlocal ha=256\nlocal gj=false\nlocal hp='^' .. ef .. ':wake:[%w-]+$'\nlocal function fw(x)\nreturn string.sub(x,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fk(x)\nif h('ZREM',as,x)==0 then return false end\nh('ZREM',be,x)\nif fw(x)then h('ZREM',dx,x)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function gd(x,bc)\nlocal ao=tonumber(bc or 0)\nif ao<=ad then return ao end\nh('ZADD',be,ak(ad),x)\nreturn ad\nend\nlocal function gn(fy,fr)\nlocal br=c('ZRANGE',fy,0,0,'WITHSCORES')\nif #br==0 then return false end\nif br[1]==fr then return fr end\nif not ad then dd()end\nlocal ao=gd(br[1],c('ZSCORE',be,br[1]))\nif ao>ad - ct then return br[1],tonumber(br[2]),ao+ct end\nbr=c('ZRANGE',fy,0,fn - 1,'WITHSCORES')\nlocal bw,fs,ds={},{},nil\nfor q=1,#br,2 do table.insert(bw,br[q])end\nlocal id=c('ZMSCORE',be,unpack(bw))\nfor q,x in ipairs(bw)do\nao=gd(x,id[q])\nif ao>ad - ct then\nds=q\nbreak\nend\ntable.insert(fs,x)\nend\ngj=true\nfor bj,f in ipairs({as,dx,be})do h('ZREM',f,unpack(fs))end\nif ds then return bw[ds],tonumber(br[2*ds]),ao+ct end\nreturn #bw==fn and 'more'\nend";

const rwQueueTell_ =
  "local function cc(x,db,aq)\nlocal cj=string.match(x,'^.|[^|]*|([^|]*)|')\nif string.find(cj,'^%d%d%d%d%d%d$')then\naz(gl,db .. cj .. aq)\nelseif string.find(cj,hp)then\naz(dq(cj),db .. aq .. ' ' .. e)\nend\nreturn cj\nend\nlocal function gi(dr)\nlocal bn,aq=gn(as)\nif not bn or bn=='more' then return end\nif fw(bn)then\nif dr=='free' then cc(bn,'2',ak(aq))end\nreturn\nend\nlocal m=c('ZRANGE',dx,0,0,'WITHSCORES')[2]\nlocal ag={}\nfor bj,bf in ipairs(c('ZRANGE',as,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,ha))do\nlocal cj=string.match(bf,'^.|[^|]*|([^|]*)|')\nif not ag[cj] then ag[cc(bf,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function lp(m)\nlocal nf=c('ZRANGE',as,ha - 1,ha - 1,'WITHSCORES')\nif nf[1] and(not m or tonumber(nf[2])<m)then\ncc(nf[1],'3',m and ak(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function ii(x)\nif not fk(x)then return end\nlocal hw=c('HGET',e,'mode')\nif hw~='write' then gi(hw and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function mh(x)\nif not ad then dd()end\nlocal at,aq=c('ZRANK',as,x),0\nif not at then\nlocal kr=c('ZRANGE',as,-1,-1,'WITHSCORES')\naq=(tonumber(kr[2])or 0)+1\nh('ZADD',as,ak(aq),x)\nif fw(x)then h('ZADD',dx,ak(aq),x)end\nat=c('ZCARD',as)- 1\nend\nh('ZADD',be,ak(ad),x)\nif aq>0 or c('PTTL',be)<lw then\nfor bj,f in ipairs({as,dx,be})do h('PEXPIRE',f,es)end\nend\nreturn at+1,aq\nend";

const readsForgetOutlived_ =
  "local function oa()\nif not k or ap or v~='' then return end\nca()\nif not j or not fb()or fl(i,tonumber(j))>0 then return end\ncm()\nh(c('HLEN',e)==2 and 'DEL' or 'HDEL',e,i)\nend";

const fairReadWriteBlock_2 =
  "if c('EXISTS',unpack(KEYS))==0 then return eb()end\nlocal function ny(qg,m)\nlocal af=eb()\npcall(function()\nif qg and fk(ej)and not gj then lp(m)end\nif gj then gi('read')end\nend)\nreturn af\nend\ncp()\noa()\nlocal af=gc()\nif af then\nif k then pcall(ii,ej)end\nreturn af\nend\nif k and r=='write' and c('HEXISTS',e,i .. ':write')==1 then return ny(true,0)end\nlocal l=cm()\nlocal dr=l==-2 and 'free' or r=='read' and 'read'\nlocal kx=l\nif dr then\nlocal ne=tonumber(c('ZSCORE',as,ej)or nil)\nlocal no,aq,mx=gn(dx)\nif not no or(ne and aq and aq>ne)then return ny(ne,aq)end\nkx=no=='more' and 0 or mx+1 - ad\nif gj then gi(dr)end\nend\nif gq()then\nii(ej)\nay('refused',g)\nreturn hg({'busy',al,l,0,-1,0})\nend\nlocal at,aq=mh(ej)\nreturn{'busy',al,l,at,kx,aq}";

const writesBegin_ =
  "local function eh(ac)\nh('HSET',e,'mode','write',i,1)\ns('UNLINK',e)\nh('PEXPIRE',e,ac)\ns('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function lr(g,er)\nlocal l=c('PTTL',e)\nif not k then return l end\nlocal jr=c('PTTL',n)\nif jr~=-1 then\nlocal dj=jr - er\nl=math.max(l==-1 and dj or math.min(l,dj),0)\nend\nh('PEXPIRE',k,g+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function et(bj,g)\nreturn lr(g,g - ARGV[4])\nend\nlocal function fb()\nreturn r=='write'\nend\nlocal fm=1000\nlocal function fd(ac)\nlocal j=h('HINCRBY',e,i,1)\ns('HINCRBY',e,i,-1)\nreturn j,tonumber(ac)\nend";

const grantTakeNew_ =
  "local function ic()\nif not h('SET',n,'|+' .. ARGV[8],'PX',g,'NX')then return end\ns('UNLINK',n)\neh(ac)\nreturn{'held',al,1,tonumber(ac),''}\nend";

const fairReadWriteWasAnswered_ =
  "local qx=ARGV[6]=='2'\nlocal function iy()\nlocal l=c('PTTL',e)\nif l>=0 and c('EXISTS',n)==0 then\nlocal at,aq=mh(ej)\nreturn{'busy',al,l,at,l,aq}\nend\nif l~=-2 then return end\nlocal bn=c('ZRANGE',as,0,0)[1]\nlocal af=(not bn or bn==ej)and ic()\nif af and bn then pcall(fk,ej)end\nreturn af\nend\nif qx and not k then\nlocal af=iy()\nif af then return af end\nelseif c('EXISTS',unpack(KEYS))==0 then\nreturn eb()\nend\ncp()\nlocal af=gc()\nif af then\nif k then pcall(ii,ej)end\nreturn af\nend\nlocal l=cm()\nlocal kx=l\nif l==-2 then\nlocal bn,bj,mx=gn(as,ej)\nif not bn or bn==ej then\naf=eb()\nif bn then pcall(fk,ej)end\nreturn af\nend\nkx=bn=='more' and 0 or mx+1 - ad\nif gj then gi('free')end\nelseif k then\nlocal bf=string.sub(i,1,-7)\nif fl(bf,tonumber(c('HGET',e,bf)or 0))>0 then\nii(ej)\nreturn ay('upgrade',g)\nend\nend\nif gq()then\nii(ej)\nay('refused',g)\nreturn hg({'busy',al,l,0,-1,0})\nend\nlocal at,aq=mh(ej)\nreturn{'busy',al,l,at,kx,aq}";

const forceLock_ =
  "local e,n,i,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local o";

const forceStored_ =
  "local fi=c('GET',KEYS[2])\nif fi then return{'forced',ARGV[1],tonumber(fi)}end";

const forceLookAtLock_ =
  "local function mm()\no=ca()\nif r then cm()end\nend";

const forceForced_ =
  "local function kt(em)\nav('SET',KEYS[2],em,'PX',ARGV[2])\ns('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],em}\nend";

const forceTellHolders_ =
  "local function mr()\nlocal ag=o[9] and '* ' or ''\nfor q=1,#o,2 do ag=ag .. o[q] .. ' ' end\naz(ARGV[5],ag .. 'lost')\nend";

const stateKeep_ =
  "local function ex(f,aa,gh)\nif h('PEXPIRE',f,aa,'GT')==0 and(gh or cb[e])then h('PEXPIRE',f,aa,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local fp=60000\nlocal function fe()\nreturn ap or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gl,de,ej=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function dg()\nif c('PTTL',e)<0 or not pcall(ca)then return false end\nif string.find(i,':write$')then return r=='write' end\nreturn(r=='plain')==(de=='')\nend\nlocal function dk(cy)\nif k and v=='' and not cy then return nil end\nlocal cl=v~='' and string.sub(v,2)or cy or ''\nlocal j=(w=='' or w==cl)and c('HGET',e,i)or nil\nif j and not bu()and not dg()then return nil end\nreturn j\nend";

const readHoldsSetLife_ =
  "local function ll(bf,au,aa)\nlocal f=dp(bf,au)\ncu[f]=aa or -2\nif aa then h('SET',f,'1','PX',aa)else h('DEL',f)end\nend";

const readHoldsLiveWithReaders_ =
  "local function iv(dh)\nif dh>dv then return true end\nlocal bx,bz=0,0\nlocal cx=c('HGETALL',e)\nfor q=2,#cx,2 do bz=bz+(tonumber(cx[q])or 0)end\nif bz>dv then return true end\nfor q=1,#cx,2 do\nbx=math.max(bx,fl(cx[q],tonumber(cx[q+1])or 0))\nend\nif bx>0 then\nh('PEXPIRE',e,bx)\nelse\nh('DEL',e)\nend\nreturn bx>0\nend";

const readHoldsTimeoutKeys_ =
  "local function mf(j)\nlocal aw={}\nfor au=1,math.min(j,dv)do aw[au]=dp(i,au)end\nreturn aw\nend";

const rwQueueWakeNext_ =
  "local function lq(dr)\npcall(gi,dr)\nend";

const rwQueueGiveUp_ =
  "local function ht()\nif ej~='' then ii(ej)end\nend";

const endFirst_ =
  "local bn,hz,g,ek=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal ar=ek=='' and '' or ' ' .. ek";

const fairReadWriteFreed_ =
  "local function em()\nlq('free')\naz(gl,'0')\nend";

const readsShortenLock_ =
  "local function kv(gx,dh)\nif gx<c('PTTL',e)- gg or c('HGET',e,'mode')=='write' then return end\nif not iv(dh or c('HLEN',e))then em()end\nend\nlocal function ly(bz)\nlocal aw,dh=mf(bz),c('HLEN',e)\nif dh==2 then\nh('DEL',e,unpack(aw))\nreturn em()\nend\nlocal gx=fl(i,bz)\nh('HDEL',e,i)\ns('HSET',e,i,j or 1)\nkv(gx,dh)\npcall(h,'DEL',unpack(aw))\nend";

const readsEndLast_ =
  "local function ev()\nly(1)\nend";

const readsEndOne_ =
  "local function hs(ia,j,gk)\nlocal lg=dw(i,j)\nlocal au,gx,dy=jq(j,jp(ARGV[7] - ia))\ngk()\nh('HINCRBY',e,i,-1)\nll(i,j)\nif au<j and lg>0 and(dy or lg>gx)then\nll(i,au,lg)\nelseif au<j and dy then\nll(i,au)\nend\nkv(gx)\nend";

const endEndHold_ =
  "local function hr(cy,ie)\nlocal fv,fu=true,nil\nif not k then\nfv,fu=pcall(c,'HGET',e,i)\nend\nif fu=='1' then\nlocal p,m=pcall(h,'SET',n,'|-released' .. ar,'PX',g,'GET')\nif p and m then s('SET',n,m,'PX',g)end\nif p and not m then s('UNLINK',n)end\nif p and(m and string.sub(m,1,2)=='|+' or not m and(bn and ie or dg()))then\nev(true)\nreturn bh('released')\nend\nif p and not m then return ay('taken',fp)end\nif p then\nlocal dz=g+c('PTTL',e)\nh('SET',n,m,'PX',dz)\ns('SET',n,m,'PX',dz)\nend\nend\ncp()\nlocal bi,hy=cv()\nif bi and ar~='' and hy~=ek and(bi[3]=='released' or string.find(bi[3],'^still'))then\nreturn bh('released-elsewhere')\nend\nif bi then return bi end\nlocal j=(fv or fe())and dk(bn and cy)\nif not j then\nlocal t=ck(c('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ay(t,fe()and g or fp)\nht()\nreturn d\nend\nif tonumber(j)>1 then\nlocal t='still:' .. j - 1\nhs(hz,tonumber(j),function()\nay(t,g,ar)\nend)\nif k then pcall(ex,n,g)end\nreturn bh(t)\nend\nlocal d=ay('released',g,ar)\nev()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return hr(ARGV[4])";

const exclusiveEndOne_ =
  "local function hs(ia,bj,gk)\ndl(e,ia)\ngk()\nh('HINCRBY',e,i,-1)\nend";

const fairReadWriteFreed_2 =
  "local function em(dr)\nlq(dr)\naz(gl,'1')\nend";

const writesEndLast_ =
  "local function ev()\nlocal dh,dr=c('HLEN',e),'free'\nif dh==2 then\nh('DEL',e)\nelse\nh('HSET',e,'mode','read')\ns('HSET',e,'mode','write')\nh('HDEL',e,i)\ns('HSET',e,i,j or 1)\nif iv(dh)then dr='read' end\nend\nem(dr)\nend";

const exclusiveBegin_ =
  "local function eh(ac)\nh('HINCRBY',e,i,1)\ns('UNLINK',e)\nh('PEXPIRE',e,ac)\ns('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function et(bj,g)\nlocal l=c('PTTL',e)\nif k then h('PEXPIRE',k,g+l,'GT')end\nreturn l\nend\nlocal function fb()\nreturn r=='plain'\nend\nlocal fm=1000\nlocal function fd(bj,l)\nlocal j=h('HINCRBY',e,i,1)\ns('HINCRBY',e,i,-1)\nreturn j,l\nend";

const waitersMAILBOX_ =
  "local fc=ef .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cc(aj,...)\naz(dq(aj),table.concat({...},' '))\nend";

const queueQueue_ =
  "local as,cs,be=KEYS[3],KEYS[4],KEYS[5]\nlocal ct=15000\nlocal dm=2000\nlocal fo=100\nlocal kw=10\nlocal iz=false\nlocal function ep(y,f,di)\nfor q=1,#di,dm do\nh(y,f,unpack(di,q,math.min(q+dm - 1,#di)))\nend\nend\nlocal function ed()\nreturn c('ZDIFF',2,cs,be,'WITHSCORES')\nend\nlocal function hv()\nlocal ci=c('LINDEX',as,-1)\nreturn ci,tonumber(ci and c('ZSCORE',cs,ci)or nil)\nend";

const queueLeave_ =
  "local function fk(fx,dn)\nlocal bw=c('LRANGE',as,0,fo)\nlocal jl=#bw>fo\nlocal gr=jl and ed()or c('ZRANGE',cs,0,-1,'WITHSCORES')\nlocal gt,ci,eu={},nil,nil\nfor q=1,#gr,2 do\ngt[gr[q]]=gr[q+1]\nend\nif jl then\nci,eu=hv()\nbw=(#gr>0 or dn>kw)and c('LRANGE',as,0,-1)\nend\nlocal gs,cz,ei,he=0,{},{},{}\nfor bj,x in ipairs(bw or{})do\nif fx[x] then\ngs=gs+ff\ntable.insert(ei,x)\nelse\ntable.insert(he,x)\nif gs>0 and gt[x] then\ntable.insert(cz,ak(gt[x] - gs))\ntable.insert(cz,x)\nend\nend\nend\nif not bw then\nfor x in pairs(fx)do\nif h('LREM',as,0,x)>0 then table.insert(ei,x)end\nend\nelseif #ei==1 then\nh('LREM',as,0,ei[1])\nelseif #ei>1 then\nh('DEL',as)\nep('RPUSH',as,he)\nend\nep('ZREM',cs,ei)\nif eu then\nlocal ji=eu - #ei*ff\nci,eu=hv()\nif eu and eu>ji and not gt[ci] then\ntable.insert(cz,ak(ji))\ntable.insert(cz,ci)\nend\nend\nep('ZADD',cs,cz)\nif bw and #he==0 then h('DEL',be)end\nend\nlocal function kn()\nlocal gu=c('ZRANGEBYSCORE',be,'-inf',ak(ad - ct))\nif #gu==0 then return end\nlocal fx={}\nfor bj,x in ipairs(gu)do\nfx[x]=true\nend\nfk(fx,#gu)\nep('ZREM',be,gu)\niz=true\nend\nlocal function lf()\nwhile true do\nlocal co=c('LINDEX',as,0)\nif not co then return false end\nif not ad then dd()end\nlocal ao=tonumber(c('ZSCORE',be,co)or nil)\nif ao and ao>ad then\nlocal fq={}\nfor bj,x in ipairs(c('ZRANGEBYSCORE',be,'(' .. ak(ad),'+inf'))do\ntable.insert(fq,ak(ad))\ntable.insert(fq,x)\nend\nav('ZADD',be,fq[1],fq[2])\nep('ZADD',be,fq)\nao=ad\nend\nlocal ey=not ao and tonumber(c('ZSCORE',cs,co)or nil)\nlocal jt=ao and ao+ct or ey or 0\nif jt>ad then return co,jt,ao~=nil end\nif ao then\nkn()\nelse\nh('LPOP',as)\nh('ZREM',cs,co)\niz=true\nend\nend\nend\nlocal function ks(bn)\nlocal fz=h('ZPOPMIN',cs,fo+1)\nlocal m,cz,l={},{},false\nfor q=#fz,1,-1 do table.insert(m,fz[q])end\nif #fz>0 then s('ZADD',cs,unpack(m))end\nlocal function hx(di)\nfor q=2,#di,2 do\nif di[q - 1]==bn then\nl=true\nelse\ntable.insert(cz,ak(di[q] - ff))\ntable.insert(cz,di[q - 1])\nend\nend\nend\nhx(fz)\nif #fz>2*fo then\nif not l then h('ZREM',cs,bn)end\nhx(ed())\nhx({hv()})\nend\nep('ZADD',cs,cz)\nif #cz==0 and c('EXISTS',as)==0 then h('DEL',be)end\nend\nlocal function kb(x)\nif KEYS.locked then return end\nlocal b=redis.pcall('GET',(string.gsub(bg(x),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(b)=='string' and b or nil\nend\nlocal function kc(du,...)\nlocal aj=string.match(du or '','^~?(' .. fc .. ') ')\nif aj then cc(aj,...)end\nreturn aj\nend\nlocal function ky(ee,x,du)\nif not kc(du,'try',x,0)then az(ee .. x,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local pt=30000\nlocal ps=86400000\nlocal function nz()\nlocal af=eb()\nbl(ks,i)\nreturn af\nend\nlocal function oh(ey)\nlocal ox=ey - ad+ff+ct\nif c('PTTL',be)<ox then h('PEXPIRE',be,ak(ox))end\nend\nlocal function qm(at,qa,cz)\nwhile true do\nlocal o=c('LRANGE',as,at+1,at+fo)\nfor bj,x in ipairs(o)do\nif c('ZSCORE',be,x)then return end\nlocal ey=c('ZSCORE',cs,x)\nif ey then\ntable.insert(cz,ak(ey+qa))\ntable.insert(cz,x)\nend\nend\nif #o<fo then return end\nat=at+fo\nend\nend\nlocal pc=false\nlocal function af()\nlocal la=c('EXISTS',e,n,k or n)\nif la==0 then\nlocal co=h('LPOP',as)\nif not co then\ns('EXISTS',as)\nreturn eb()\nend\ns('LPUSH',as,co)\nif co==i then return nz()end\nh('LPUSH',as,co)\nelse\nlocal jm=not k and la==1\nif not jm then cp()end\nlocal af=not(jm and ARGV[6]=='2')and gc()\nif af then return af end\nend\nlocal l=cm()\ndd()\nlocal at=c('LPOS',as,i)\nlocal gv=at and h('ZADD',be,ak(ad),i)==1\nif gv then oh(ad+(at+1)*ff)end\nkn()\nlocal co,oc\nif l==-2 then\nco,oc=lf()\nend\nif l==-2 and not co then\nh('DEL',be)\nreturn eb()\nend\nif l==-2 and co==i then\nh('LPOP',as)\ns('LPUSH',as,i)\nreturn nz()\nend\nif iz then\nat=c('LPOS',as,i)\nif l==-2 then ky(ARGV[10],co,kb(co))end\nend\nif gq()then\nif at then\nfk({[i]=true},1)\nh('ZREM',be,i)\nend\nay('refused',g)\nreturn hg({'busy',al,l,at and at+1 or 0,-1})\nend\nlocal ah=at and tonumber(c('ZSCORE',cs,i)or nil)\nif ah and ah<ad - ps then ah=nil end\nlocal ey=ah\nif not at then\nlocal kr=c('LINDEX',as,-1)\ney=(kr and c('ZSCORE',cs,kr)or ad+math.max(l,0))+ff\nat=h('RPUSH',as,i)- 1\npc=true\nh('ZADD',be,ak(ad),i)\nend\nlocal ob=ad+(at+1)*ff\nif not ey or ey<ob - ff+pt then ey=ob end\nif ey~=ah then\nlocal cz={ak(ey),i}\nif ah and not gv then qm(at,ey - ah,cz)end\nep('ZADD',cs,cz)\noh(ey)\nend\nreturn{'busy',al,l,at+1,l==-2 and oc+1 - ad or l}\nend";

const waitersIsHeard_ =
  "local function hf(aj,z)\naj=dq(aj)\nlocal cq=redis.pcall('PUBSUB','NUMSUB',aj,z or aj)\nreturn cq.err~=nil or cq[2]~=0,cq[4]\nend";

const waitersDated_ =
  "local function mw(b)\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. ak(ad).. ' '))\nend";

const waitersIsCluster_ =
  "local function od()\nlocal ml=redis.pcall('INFO','cluster')\nreturn type(ml)=='string' and string.find(ml,'cluster_enabled:1',1,true)~=nil\nend\nlocal function nw()\nlocal p,nx=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn p and nx=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function on(b,cq)\nb=mw(b)\nif cq~='1' or string.find(b,'^~')then return b end\nlocal ol=nw()and hf(string.match(b,'^%S+'))and not od()\nreturn(ol and '' or '~').. b\nend";

const waitersSECRET_ =
  "local io=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local jh=20";

const waitersTellGranted_ =
  "local function js(aj,dc,...)\nlocal b='granted ' .. table.concat({...},' ')\ncc(aj,b,string.sub(redis.sha1hex(dc .. b .. dc),1,jh))\nend";

const waitersSTANDINGMS_ =
  "local ip=150000\nlocal im='^(~?)(' .. fc .. ') (%S+) (' .. io .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op]k?)(.*)$'\nlocal il=15\nlocal dt,hn=0,false\nlocal eo=false\nlocal function gy(b,z)\nlocal am,aj,i,dc,ac,g,ib,t,an=string.match(b,im)\nif not am or string.find(an,'^[^\\n]')or math.max(#ac,#g)>il then return end\nif ad - ib>=ip then return end\neo=false\nif am=='' or z then\nlocal ez=string.sub(t,2,2)\nlocal go,dk=hf(aj,z)\nif am=='~' then\neo=go and ez~='p' and dk==0\nelse\nif not go then return end\ndt,hn=z and ez~='p' and dk or 0,ez=='o'\nend\nend\nif KEYS.locked and string.sub(t,3)~='k' then\nam,eo='~',false\nend\nreturn am,aj,i,dc,ac,g,t,an\nend";

const waitersStanding_ =
  "local ch,fj=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal es=160000\nlocal function fh()\nh('SET',fj,'1','PX',es)\nend";

const waitersCALLEDMS_ =
  "local ge=65\nlocal iq=30\nlocal hh=50\nlocal ao=0\nlocal function gp(at,db,aa)\nlocal b=c('LINDEX',ch,at)\nif not b then return false end\nlocal aj,i=string.match(b,'^~?(' .. fc .. ') (%S+)')\nif aj then cc(aj,db,i,aa)end\nreturn true\nend\nlocal function hl(db,aa)\nif gp(0,db,aa)then fh()end\nend";

const waitersIsOpen_ =
  "local function hm(i)\nreturn KEYS.locked or c('EXISTS',bg(i))==0\nend\nlocal function hi(aa,z)\nif not ad then dd()end\nwhile ao<hh do\nao=ao+1\nlocal b=c('LINDEX',ch,0)\nif not b then return end\nlocal am,aj,i=gy(b,z)\nif dt>0 then aa=iq end\nlocal en=am and hm(i)\nif en and(am=='' or aa>0)then\nfh()\ncc(aj,aa==0 and 'try' or 'next',i,aa)\nif aa==0 or am=='~' or dt>0 then gp(1,'next',aa+ge)end\nreturn\nend\nh('LPOP',ch)\nif en then\ncc(aj,'try',i,0)\naa=ge\nend\nend\nhl(aa==0 and 'try' or 'next',aa)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local je=5000\nlocal jg=50\nlocal function jk(am,i,ac,g,an)\nif not KEYS.locked and am=='' then\nif not h('SET',bg(i),'|+' .. an,'PX',g,'NX')then return end\ns('UNLINK',bg(i))\nend\nlocal cw=math.min(tonumber(ac),am=='' and je or jg)\nh('HINCRBY',e,i,1)\ns('UNLINK',e)\nh('PEXPIRE',e,cw)\ns('UNLINK',e)\nreturn cw\nend";

const waitersWithGrant_ =
  "local function jv(d,cr)\nif not cr then return d end\ntable.insert(d,'granted')\nfor bj,ju in ipairs(cr)do table.insert(d,ju)end\nreturn d\nend";

const queueTellNext_ =
  "local function lp(ee,cw)\nlocal x=c('LINDEX',as,0)\nif not x or kc(kb(x),'next',x,cw)then return end\nif c('ZSCORE',be,x)then return end\nh('ZADD',cs,'XX','LT',ak(ad+cw+ff),x)\naz(ee .. x,'0')\nend\nlocal function nb(ee,x,du)\nlocal am,aj,i,dc,ac,g,bj,an=gy(du)\nif am~='' or i~=x then return end\nlocal cw=jk(am,i,ac,g,an)\nif not cw then return end\nh('LPOP',as)\nks(i)\njs(aj,dc,i,ak(ad),cw,ak(ad),0,0)\npcall(lp,ee,cw)\nreturn{i,cw}\nend\nlocal function md(ee,gw)\nlocal co,du\nlocal p,cr=bl(function()\nlocal bj,is\nco,bj,is=lf()\ndu=is and kb(co)\nreturn du and nb(ee,co,du)\nend)\nlocal bu=p and cr or(not p and redis.pcall('EXISTS',e)==1)\nif bu then\nif gw==2 then pcall(fh)end\nreturn p and cr\nend\nif co then pcall(ky,ee,co,du)end\nif gw==2 then pcall(hi,0)end\nend";

const stateTimeouts_ =
  "local de=''";

const fenceMarkKey_ =
  "local nr,al,cf=KEYS[1],ARGV[1],ARGV[2]\nlocal function px(am)\nif not am then return true end\nif not string.find(am,'^%d+$')then error('the mark of this resource is no number')end\nreturn #am<#cf or(#am==#cf and am<=cf)\nend\nlocal function qe(am,da)\nif am==cf then return false end\nlocal bc=c('TIME')\nif tonumber(cf)<=(bc[1]+60)*1e6+bc[2] then return false end\nlocal ax=tonumber(c('GET',da)or '')\nreturn not ax or ax<tonumber(cf)\nend\nlocal function qo(am)\nif am~=cf then h('SET',nr,cf)end\nend";

const grantLooked_ =
  "local ig\nlocal function iu(iw)\nif iw or KEYS.locked then\nlocal dg,o=pcall(ca)\nif not dg or j then return end\nig=o\nend\nif r==false then return -2 end\nreturn c('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function jm()\nreturn c('EXISTS',n)==0\nend";

const grantRefuseNew_ =
  "local function li(l)\nif not l or l<0 then return end\nlocal gv\nif gq()then\ngv=av('SET',n,'|-refused','PX',g,'NX')\nelse\ngv=jm()\nend\nif gv then return{'busy',al,l}end\nend";

const waitersMOST_ =
  "local dm='9223372036854775807'";

const fencedTokenKey_ =
  "local da=KEYS[3]";

const waitersReadToken_ =
  "local function ka()\nlocal ax=c('GET',da)\nreturn ax~='' and ax\nend\nlocal function jz(b)\nreturn string.find(b,'^%d+$')and(#b<#dm or(#b==#dm and b<=dm))\nend\nlocal function ih(ax,hq)\nlocal cf=hq[1] .. string.format('%06d',hq[2])\nax=ax or ''\nlocal hu=#ax<#cf or(#ax==#cf and ax<cf)\nif hu then h('SET',da,cf)else h('INCR',da)end\nif ax=='' then s('UNLINK',da)else s('SET',da,ax)end\nreturn hu and cf or c('GET',da)\nend";

const fencedWithToken_ =
  "local function km(af,cf)\ntable.insert(af,cf)\nreturn af\nend\nlocal function jn()\nlocal ax=ka()\nif ax and not jz(ax)then ai(da)end\nreturn ax\nend\nlocal function mq(ax)\nif ax==dm then ai(da)end\nlocal cf=ih(ax,c('TIME'))\nreturn km(eb(),cf)\nend\nlocal function ow()\nlocal oy,ax=pcall(jn)\nlocal af=oy and ax~=dm and ic()\nreturn af and km(af,ih(ax,c('TIME')))\nend\nlocal function oq()\ncp()\nlocal ax=k and v=='' and jn()\nlocal af=gc()\nif af and af[1]=='held' then km(af,ax or jn()or ih(nil,c('TIME')))end\nreturn af,ax\nend";

const fencedQuickAnswer_ =
  "local function iy()\nif k then return c('EXISTS',e,n,k)==0 and mq(jn())end\nlocal l=iu(ARGV[6]~='2')\nreturn l==-2 and ow()or li(l)\nend\nlocal function jw()\nlocal af,ax=oq()\nif af then return af end\nlocal l=cm()\nif l==-2 then\nif not k then ax=jn()end\nreturn mq(ax)\nend\nif gq()then ay('refused',g)end\nreturn{'busy',al,l}\nend\nlocal function af()\nreturn hg(iy()or jw())\nend";

const lockHashIsRandom_ =
  "local function of(u)\nreturn string.find(u,':%d%d%d%d%d%d%d%d%d%d%d%d+$')~=nil\nend";

const standIsOurs_ =
  "local is=0\nlocal function jm()\nlocal o=ig or c('HRANDFIELD',e,2,'WITHVALUES')\nlocal hd={n}\nif #o==2 and not KEYS.locked then table.insert(hd,bg(o[1]))end\nif o[1]==i then return false end\nlocal dj,ed=unpack(c('MGET',unpack(hd)))\nlocal kq=#o==2 and of(o[1])\nif ed then kq=string.sub(ed,1,1)~='!' end\nis=kq and 1 or 0\nreturn not dj\nend";

const waitersLeaveList_ =
  "local function kp(i)\nfor bj,b in ipairs(c('LRANGE',ch,0,-1))do\nif string.match(b,'^%S+ (%S+)')==i then h('LREM',ch,0,b)end\nend\nend\nlocal function jd(i,b)\nif KEYS.locked then\npcall(kp,i)\nelseif(b or '')~='' then\npcall(h,'LREM',ch,0,b)\nend\nend";

const standMarked_ =
  "local function qk(b)\nlocal cq=ARGV[12]~='' and redis.pcall('PUBSUB','NUMSUB',ARGV[12])\nif not cq or cq.err then return b end\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(cq[2]==0 and 'o' or 'p')))\nend\nlocal function os()\ndd()\nlocal b=qk(on(ARGV[10],ARGV[11]))\nlocal at=ARGV[9]~='' and c('LPOS',ch,ARGV[9])\nif at then\nh('LSET',ch,at,b)\nelse\nh('RPUSH',ch,b)\nend\nh('PEXPIRE',ch,es)\nfh()\nreturn b\nend";

const standAnswerOrStand_ =
  "local function py()\nif KEYS.locked and ci then jd(i)end\nlocal d=af()\nif d[1]=='busy' and not ci then\nif ARGV[10]=='' then return d end\nlocal p,b=pcall(os)\nif p then\ntable.insert(d,ad)\ntable.insert(d,b)\ntable.insert(d,is)\nend\nelseif not(KEYS.locked and ci)then\njd(i,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local ik=60000\nlocal ms=64";

const stealRob_ =
  "local function nj(u,l)\nlocal ed=bg(u)\nlocal g=math.max(l+ik,c('PTTL',ed))\nlocal ij='!' .. kd .. '|'\nlocal m=h('SET',ed,ij .. '-' .. kd,'PX',g,'GET')\nif m then s('SET',ed,m,'PX',g)else s('UNLINK',ed)end\nlocal ag=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not ag then return end\nh('SET',ed,ij .. ag,'PX',g)\ns('SET',ed,m,'PX',g)\nend\nlocal function nk(l,nm)\nlocal lk={}\nfor bj,u in ipairs(c('HRANDFIELD',e,ms+1))do\nif u~='mode' or r=='plain' then\nnj(u,l)\ntable.insert(lk,u)\nend\nend\nh('UNLINK',e)\nlocal hd=table.concat(lk,' ')\naz(nn,hd .. ' ' .. kd)\nlocal af=nm()\ntable.insert(af,hd)\nreturn af\nend";

const stealQuickAnswer_ =
  "local function iy()\nif k then return c('EXISTS',e,n,k)==0 and lo()end\nlocal l=iu(true)\nif l==-2 then return nl()end\nif l and l>=0 and c('EXISTS',n)==0 then return lm(l)end\nend";

const stealFullAnswer_ =
  "local function jw()\nlocal af=ah()\nif af then return af end\nlocal l=cm()\nif l==-2 then return lo()end\nreturn lm(l)\nend\nlocal function af()\nreturn iy()or jw()\nend";

const inspectSubscriptions_ =
  "local function ou(ee)\nlocal cq=redis.pcall('PUBSUB','NUMSUB',unpack(ee))\nif cq.err then return -1 end\nlocal ln=0\nfor q=2,#cq,2 do ln=ln+cq[q] end\nreturn ln\nend";

const lockHashLONGESTVALUE_ =
  "local nu=500\nlocal function ok(f)\nlocal el=redis.pcall('GETRANGE',f,0,nu)\nif type(el)~='string' then return nil end\nreturn string.match(el,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function qi(hc,nd)\nreturn 'light\\n' .. hc .. ' ' .. nd\nend";

const inspectLONGESTSTATE_ =
  "local pv=700\nlocal function qv(aw)\nlocal me=#aw>0 and c('MGET',unpack(aw))or{}\nfor q=1,#aw do me[q]=string.sub(me[q] or '',1,pv)end\nreturn me\nend";

const inspectMOSTBYTES_ =
  "local nv=50000\nlocal function nc(b)\nlocal bj,oo=string.gsub(b,'[^%w:{}_./ -]','')\nreturn #b+5*oo+3\nend";

const permitsCount_ =
  "local function j(b)\nreturn tonumber(gm(b))\nend";

const permitsPermits_ =
  "local fg,gf,al=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local bc=c('TIME')\nlocal ad=bc[1]*1000+math.floor(bc[2]/1000)\nlocal mj=1000";

const lockQuickAnswer_ =
  "local function iy()\nif k then return c('EXISTS',e,n,k)==0 and eb()end\nlocal l=iu(ARGV[6]~='2')\nreturn l==-2 and ic()or li(l)\nend\nlocal function jw()\ncp()\nlocal af=gc()\nif af then return af end\nlocal l=cm()\nif l==-2 then return eb()end\nif gq()then ay('refused',g)end\nreturn{'busy',al,l}\nend\nlocal function af()\nreturn hg(iy()or jw())\nend";

const holdBlock_ =
  "cp()\nlocal bi=cv()\nif bi then return bi end\nlocal j=dk()\nif not j then return ay(ck('lost'),ARGV[4])end\nreturn{'counted',al,tonumber(j),et(tonumber(j))}";

const waitersTokenKey_ =
  "local da";

const waitersChainSince_ =
  "local ir,hk,hj\nlocal lx=1000\nlocal lv=2000\nlocal ke=99\nlocal function mg()\nda='redisson_lock_token:' .. string.match(ch,'^[^:]+:[^:]*:standing:(.*)$')\nif KEYS.locked and not KEYS.locked[da] then return false end\nlocal p,ax=pcall(ka)\nreturn p and(not ax or(jz(ax)and ax~=dm)),ax\nend\nlocal function lz(am,aj,i,dc,ac,g,t,an)\nlocal kf,ax=true,nil\nlocal ki=string.find(t,'^t')\nif ki then\nkf,ax=mg()\nend\nif not kf then return cc(aj,'try',i,0)end\nlocal cw=jk(am,i,ac,g,an)\nif not cw then return end\nlocal cf=ki and ih(ax,bc)or nil\nif am=='~' then\ncc(aj,'try',i,0)\nelse\njs(aj,dc,i,ak(ad),cw,ak(ir),hk,hj,cf)\nend\nreturn{i,cw,cf}\nend\nlocal function kj(z)\naz(z,'1000000')\naz(z,'0')\nend\nlocal function it(z)\nkj(z)\npcall(hi,0,z)\nend\nlocal function kh(b,lh)\nreturn math.min(math.max(tonumber(b)or 0,0),lh)\nend\nlocal function ma()\nif dt==0 or not hn then return false end\nlocal kl=c('LLEN',ch)+2\nreturn hk*dt>=math.max(kl+dt,hj*kl)\nend\nlocal function mc(z,hc,ja,ix,jb)\nif not ad then dd()end\nir=math.min(tonumber(hc)or ad,ad)\nhk=kh(ja,ke - 1)+1\nhj=kh(ix,ke)\nlocal mb=hj>hk and lv or lx\nif ad - ir>=mb then return it(z)end\nwhile ao<hh do\nao=ao+1\nlocal b=h('LPOP',ch)\nif not b then\naz(z,'0')\nreturn\nend\nlocal am,aj,i,dc,ac,g,t,an=gy(b,z)\nif am=='' and ma()then\nh('LPUSH',ch,b)\nreturn it(z)\nend\nlocal en=am=='~' and hm(i)\nif en and not eo then\nkj(z)\ncc(aj,'try',i,0)\nhi(ge)\nreturn\nend\nlocal cr=(am=='' or en)and lz(am,aj,i,dc,ac,g,t,an)\nif cr then\njd(i)\npcall(hl,'next',cr[2])\nif dt>0 and jb~='1' then az(z,'1')end\nreturn am=='' and cr or nil\nend\nend\nit(z)\nend\nlocal function em(z,gw,hc,ja,ix,jb)\nao=0\nif gw==2 then\nlocal p,cr=bl(mc,z,hc,ja,ix,jb)\nif p then return cr end\nif redis.pcall('EXISTS',e)==1 then return end\nend\naz(z,'0')\nend";

const holdRenew_ =
  "local function ni(ac,g,dz,oi,lj)\nlocal bi=cv()\nif bi then return nil,bi end\nlocal j=dk()\nif not j then return nil,ay(ck('lost'),g)end\ndl(e,ac)\nif lj then lj(tonumber(j))end\nif k then\nif ap then\nex(n,dz)\nelse\nbs(string.sub(v,2).. '|',dz)\nend\nex(k,dz,lj)\nelseif KEYS.locked and not ap then\nbs('|+',dz)\nelseif oi then\nex(n,dz)\nend\nreturn tonumber(j)\nend";

const readHoldsRenewSlot_ =
  "local function qq(j,dj,ac)\nlocal au=1\nif j>1 then au=jq(j,dj)end\nlocal f=dp(i,au)\nif not dl(f,ac)then h('SET',f,'1','PX',ac,'NX')end\ncu[f]=nil\nend";

const lockHashLock_ =
  "local e,n,i,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "ca()\nlocal l=cm()";

const ownerAnswer_ =
  "local function af(ew)\nreturn{'done',al,tonumber(ew)}\nend\nlocal function p(ew)\nav('SET',k,ew,'PX',ARGV[4])\ns('UNLINK',k)\nreturn af(ew)\nend";

const ownerHeldCount_ =
  "local function jx(jy)\nca()\nif r and(r=='plain')~=jy then ai(e)end\nif r then cm()end\nreturn j and tonumber(j)\nend";

const ownerENDED_ =
  "local ho='released-elsewhere'\nlocal ik=60000\nlocal function kz(ld)\nlocal g=math.max(c('PTTL',e)+ik,c('PTTL',n))\nav('SET',n,'!' .. ho .. '|-' .. ho,'PX',g)\nif ap then s('SET',n,bv,'PX',g)else s('UNLINK',n)end\nlocal le=ld()\naz(ARGV[6],i .. ' ' .. ho)\nreturn le\nend";

const ownerBlock_ =
  "cp()";

const ownerEndReads_ =
  "local function qc()\nif v~='' then return af(v)end\nlocal bz=jx(false)\nif not bz then return p(0)end\nlocal d=p(1)\nkz(function()\nly(tonumber(bz))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function qr()\np(1)\nreturn{'done',al,1,w}\nend";

const permitsGiveBack_ =
  "local function na(dn,z,eq,my,...)\nlocal eg=av('INCRBY',fg,dn)\ns('INCRBY',fg,-dn)\nmy(...)\nif eg>=eq then az(z,ak(eg))end\nend";

const permitsSweep_ =
  "local function ov(eg,z)\nlocal ko,gz=unpack(c('ZRANGE',gf,0,0,'WITHSCORES'))\nif ko and #ko~=16 then error('NOT_A_LOCK 2')end\nif not ko or tonumber(gz)>ad then return eg end\nlocal lb=c('ZCOUNT',gf,'-inf',ak(ad))\nlocal dn=math.min(lb,mj)\nna(dn,z,1,h,'ZREMRANGEBYRANK',gf,0,dn - 1)\nreturn eg+lb\nend";

const permitExpirableRecord_ =
  "local k,z,g=KEYS[3],ARGV[2],ARGV[4]\nlocal mu=setmetatable({},{\n__index=function(fa,ab)\nfa[ab]=string.char(tonumber(ab,16))\nreturn fa[ab]\nend,\n})\nlocal hb,fa={},string.gsub(ARGV[3],'..',mu)\nlocal function l()\nlocal eq,dn=math.huge,0\nfor bj,gz in ipairs(c('ZMSCORE',gf,unpack(hb)))do\neq=math.min(eq,gz and gz - ad or 0)\nif gz then dn=dn+1 end\nend\nreturn eq,dn\nend";

const permitExpirableEnded_ =
  "local function bh(t)\nreturn{'ended',al,t}\nend\nlocal function gk(t)\nlocal m=av('SET',k,'-' .. t,'PX',g,'GET')\nif m then s('SET',k,m,'PX',g)else s('UNLINK',k)end\nreturn bh(t)\nend\nlocal function cv(am)\nif am and string.sub(am,1,1)=='-' then return bh(string.sub(am,2))end\nend";

const permitExpirableScored_ =
  "local function qt(ac)\nlocal di,gz={},ak(ad+ac)\nfor bj,ql in ipairs(hb)do\ntable.insert(di,gz)\ntable.insert(di,ql)\nend\nreturn unpack(di)\nend";

const permitExpirableLostEnd_ =
  "local function nq()\nreturn cv(c('GET',k))or gk('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#fa,16 do\ntable.insert(hb,string.sub(fa,q,q+15))\nend";

const readWriteTimeouts_ =
  "local de=ARGV[9]\nlocal kd,nn=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function lm(l)\nif r=='plain' then ai(e)end\nreturn nk(l,eb)\nend\nlocal nl,lo=ic,eb";

const readWriteKnown_ =
  "local function ah()\ncp()\nreturn gc()\nend";

const readWriteBlock_ =
  "return af()";

const semaphoreKey_ =
  "local f,k,al,g=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bh(t)\nreturn{'ended',al,t}\nend\nlocal function ay(t)\nav('SET',k,'-' .. t,'PX',g)\ns('UNLINK',k)\nreturn bh(t)\nend\nlocal el,am=unpack(c('MGET',f,k))\nlocal function fg()\nreturn gm(el or c('GET',f))\nend";

const semaphoreTaken_ =
  "local nt=am and string.match(am,'^%+(%d+)$')\nif am and not nt then return bh(string.sub(am,2))end";

const semaphoreNotify_ =
  "local function qn(z,fg)\nif fg>=0 then az(z,fg)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "38973b645181eb1cc5fa4dffed328462d11dd9f7", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not el then return p(0,av)end\nlocal l=el - 1\nlocal d=p(math.max(l,0),av)\nh('DECR',f)\nif l>0 then return d end\ns('INCR',f)\nh('DEL',f)\nif l==0 then az(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "50db09916996f9644576f2a1e549fe1b8defd566", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not el then return p(0,av)end\nlocal d=p(1,av)\nh('DEL',f)\naz(ARGV[3],'1')\naz(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-read", "099b79458a4e1d013d228eea4475c1d057ec9b9d", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/acquire-write", "8bf319f06a11af4139042d6bca52e19e0a5b1a65", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "5ea011eb27607c66b23ff98cbc068152e0ffc8b4", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "mm()\nlocal gl=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if r=='plain' then ai(e)end\nif r~=ARGV[6] then return kt(0)end\nlocal d=kt(1)\nh('DEL',e)\npcall(gi,'free')\naz(gl,r=='write' and '1' or '0')\nmr()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ script("fair-read-write/release-read", "8f3327bda5b63dfdc1e09be2fee25d188f3cac32", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("fair-read-write/release-write", "bb3a3319cee629a80bd98cb3cc65d8354786e8f3", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "44bf729da31ca13eb2cc70cc66503a4724d8e3c7", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal ff=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return af()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "cb4dc773779fbecd3ac4b8db4e566c722164dc49", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal ff=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local es=ct+5000\nlocal sa=100\nlocal function sl(at)\nlocal kg=c('HRANDFIELD',e)\nlocal ij=kg and c('GET',bg(kg))\nif not ij or string.sub(ij,1,1)=='!' or at>sa then return 0 end\nif at==1 then return 1 end\nfor bj,ao in ipairs(c('ZMSCORE',be,unpack(c('LRANGE',as,0,at - 2))))do\nif not ao then return 0 end\nend\nreturn 1\nend\nlocal function os(at)\nlocal b=on(ARGV[12],ARGV[13])\nlocal m=h('SET',KEYS[6],b,'PX',es,'GET')\nreturn b,m==ARGV[11] and not pc and 1 or sl(at)\nend\nlocal d=af()\nif d[1]~='busy' or ci or KEYS.locked then return d end\nlocal p,b,kq=pcall(os,d[4])\nif p then\nfor bj,ju in ipairs({ad,b,kq})do table.insert(d,ju)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "baf645f2c94ed407e82a36ee05c0d4c17cdf4b50", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "mm()\nlocal ff=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if r=='read' or r=='write' then ai(e)end\nif not r then return kt(0)end\nlocal d=kt(1)\nlocal cr=md(ARGV[3],h('DEL',e,fj))\nmr()\nreturn jv(d,cr)", END);

export const fairPass: LuaScript = /* @__PURE__ */ script("fair/pass", "c9cadb03d11cad6190fb8e232910759768325db6", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[9] and KEYS[7]\nlocal ff=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cr\nlocal oe=false\nlocal function ev()\nh('DEL',e)\noe=true\nend\nlocal function ht()\nif c('EXISTS',e)==0 then cr=md(ARGV[9])end\nend", endEndHold_, "local d=hr(ARGV[4])\nif not oe then return jv(d,cr)end\nlocal p,qf=bl(function()\nif c('LINDEX',as,0)~=ARGV[11] then return false end\nif not h('SET',KEYS[6],'|+' .. ARGV[14],'PX',ARGV[13],'NX')then return false end\ns('UNLINK',KEYS[6])\nh('HINCRBY',e,ARGV[11],1)\ns('UNLINK',e)\nh('PEXPIRE',e,ARGV[12])\nreturn true\nend)\nif p and qf then\nbl(function()\nh('LPOP',as)\nks(ARGV[11])\nend)\ntable.insert(d,'held')\nreturn d\nend\nreturn jv(d,md(ARGV[9],1+h('DEL',fj)))", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "8d4a66e9bdb3771d9d4ea75c791616e616dedccd", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal ff=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cr\nlocal function ev()\ncr=md(ARGV[9],h('DEL',e,fj))\nend\nlocal function ht()\nif ARGV[11]=='1' and c('LPOS',as,i)then\nfk({[i]=true},1)\nh('ZREM',be,i)\nend\nif c('EXISTS',e)==0 then cr=md(ARGV[9])end\nend", endEndHold_, "local d=hr(ARGV[4])\nreturn jv(d,cr)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "f33657dbbdb4ab3b7593de34e1b36b2884460a2b", BEGIN, fenceMarkKey_, "local am=c('GET',nr)\nif not px(am)then return{'fenced',al,0}end\nif qe(am,KEYS[2])then return{'ahead',al}end\nqo(am)\nreturn{'fenced',al,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "7a14923d251dffa597fe43a478c57109504209ef", BEGIN, stateWrite_, fenceMarkKey_, "local k,sp,g,el=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal am,p=unpack(c('MGET',nr,k))\nif p=='1' then return{'fenced',al,1}end\nif p=='ahead' then return{'ahead',al}end\nif p then return{'withdrawn',al}end\nif not am then am=c('GET',nr)end\nif not px(am)then return{'fenced',al,0}end\nif not el then\nav('SET',k,'0','PX',g)\nreturn{'withdrawn',al}\nend\nif qe(am,KEYS[4])then\nh('SET',k,'ahead','PX',g)\nreturn{'ahead',al}\nend\nh('SET',sp,el,'GET')\nqo(am)\nh('SET',k,'1','PX',g)\nreturn{'fenced',al,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "b8bcadb91f73f3c935fb7d94e0ffc67ac2adaf83", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn af()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "7af460556fc7e4b78a18008887c7f88f8ef68cf4", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, waitersLeaveList_, fencedWithToken_, fencedQuickAnswer_, standMarked_, standAnswerOrStand_, "k=nil\nreturn py()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "54346b27921aa9000b0675e061a7665d20202c0c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal kd,nn=ARGV[9],ARGV[10]", stealRob_, "local nl,ah=ow,oq\nlocal function lo()\nreturn mq(jn())\nend\nlocal function lm(l)\nif r~='plain' then ai(e)end\nlocal ax=jn()\nif ax==dm then ai(da)end\nreturn nk(l,function()\nreturn mq(ax)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return af()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "75a67cab1466a4c49741a38221f85ae7a3994bc2", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal re='!' .. ARGV[9] .. '|'\nlocal b=c('GET',KEYS[3])\nlocal l=b and(string.sub(b,1,1)=='=' or string.sub(b,1,#re)==re)and c('PTTL',KEYS[3])or 0\nlocal function lc()\nreturn{'found',al,b,l}\nend\nif l>0 then\nif h('SET',n,'|-lost','PX',g,'NX')then return lc()end\nelseif c('EXISTS',e,n)==0 then\nreturn eb()\nend\ncp()\nlocal af=gc()\nif af and af[1]=='ended' and l>0 then return lc()end\nif af then return af end\nlocal sn=cm()\nif ci then ay('refused',g)end\nreturn{'busy',al,sn,c('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "f3d9af93e8b8df9a6af9c79e0a2a5fc284be0595", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, endFirst_, "k=nil\nlocal function ev(ta)\nlocal qh,m=false,nil\nif ta then\nqh,m=pcall(h,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qh and m then s('SET',KEYS[3],m,'PX',ARGV[11])end\nif qh and not m then s('UNLINK',KEYS[3])end\nlocal gw=h('DEL',e,fj)\naz(ARGV[9],'1')\nif gw==2 then pcall(hi,0)end\nend\nlocal function ht()end", endEndHold_, "return hr(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "3b99aac43775b316291edb8f9114cb0b4f1de389", BEGIN, onceCounter_, inspectSubscriptions_, "local aq=gm(c('GET',KEYS[1]))\nlocal l=c('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],aq and 1 or 0,tonumber(aq or 0),l,ou({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "f591a7abdf2aff8ba04b691bd2451f55df4050d0", BEGIN, lockHashMode_, "local e,n,i,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local de=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local mt=100\nlocal sd=4\nlocal sc=tonumber(ARGV[6])\nlocal al,as,be,og=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(ca)then\nlocal kg,hc,nd=ok(e)\nif not kg then ca()end\nlocal l=cm()\nreturn{'lock',al,'light',l,1,1,0,0,0,0,kg,1,l,qi(hc,nd)}\nend\nlocal l=cm()\nlocal function tk()\nlocal cx,cq,dh={},{},0\nif not r then return cx,cq,dh end\ndh=c('HLEN',e)-(r=='plain' and 0 or 1)\nlocal mv,ah='0',{}\nif r~='plain' then ah['mode']=true end\nfor bj=1,sd do\nlocal lu=c('HSCAN',e,mv,'COUNT',2*mt)\nmv=lu[1]\nlocal o=lu[2]\nfor q=1,#o,2 do\nif #cx<mt and not ah[o[q]] then\nif not bk(o[q+1])then ai(e)end\nah[o[q]]=true\ntable.insert(cx,o[q])\ntable.insert(cq,tonumber(o[q+1]))\nend\nend\nif mv=='0' or #cx==mt then break end\nend\nreturn cx,cq,dh\nend\nlocal qp=0\nlocal function tg(bf,bz)\nif qp+bz>sc then return l end\nqp=qp+bz\nlocal bx=0\nfor au=1,bz do\nbx=math.max(bx,c('PTTL',dp(bf,au)))\nend\nreturn math.min(bx,l)\nend\nlocal function tq(dh,ot)\nlocal rl=dh>1 and c('PTTL',ot)or -1\nif rl<0 then return l end\nreturn math.max(math.min(l,rl - ARGV[4]),0)\nend\nlocal function sx(u,bz,dh,ot)\nif r=='plain' then return l end\nif string.find(u,':write$')then return tq(dh,ot)end\nreturn tg(u,bz)\nend\nlocal function tl()\nif c('EXISTS',as,KEYS[6])==0 then return{},0 end\nlocal np=c('TYPE',as).ok\nif np=='list' then return c('LRANGE',as,0,mt - 1),c('LLEN',as)end\nif np~='none' then ai(as)end\nas,be=KEYS[6],KEYS[7]\nif c('TYPE',as).ok~='zset' then ai(as)end\nreturn c('ZRANGE',as,0,mt - 1),c('ZCARD',as)\nend\nlocal function ti(bw)\nif #bw==0 then return{}end\nlocal ao=redis.pcall('ZMSCORE',be,unpack(bw))\nlocal bc=c('TIME')\nlocal ad=bc[1]*1000+math.floor(bc[2]/1000)\nlocal di={}\nfor q=1,#bw do\nlocal ci=tonumber(ao[q] or nil)\ndi[q]=ci and math.max(ad - ci,0)or -1\nend\nreturn di\nend\nlocal cx,cq,dh=tk()\nlocal ns={}\nfor q,u in ipairs(cx)do ns[q]=bg(u)end\nlocal mp=qv(ns)\nlocal bw,tp=tl()\nlocal tj=ti(bw)\nlocal ee={unpack(ARGV,7)}\nif as==KEYS[3] then\nfor bj,x in ipairs(bw)do table.insert(ee,ARGV[5] .. x)end\nend\nlocal jc=redis.pcall('LLEN',og)\nlocal d={'lock',al,r or 'free',l,dh,0,tp,0}\ntable.insert(d,type(jc)=='number' and jc or 0)\ntable.insert(d,ou(ee))\nlocal fa=0\nlocal function cc(ru,ku,b,...)\nfa=fa+nc(ku)+nc(b)+30\nif fa>nv then return end\nd[ru]=d[ru]+1\nfor bj,bd in ipairs({ku,...})do table.insert(d,bd)end\nend\nfor q,u in ipairs(cx)do\ncc(6,u,mp[q],cq[q],sx(u,cq[q],dh,ns[q]),mp[q])\nend\nfor q,x in ipairs(bw)do cc(8,x,'',tj[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "b54b46a2f10401879473b0ed093cd0244529de5b", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local mt=100\nlocal pw=922337203685477\nlocal function sw(fa)\nreturn(string.gsub(fa,'.',function(so)\nreturn string.format('%02x',string.byte(so))\nend))\nend\nlocal b=c('GET',fg)\nlocal eg=b and j(b)\nlocal lb=c('ZCOUNT',gf,'-inf',ak(ad))\nlocal pe=c('ZCARD',gf)- lb\nlocal ag=c('ZRANGE',gf,'(' .. ak(ad),'+inf','BYSCORE','LIMIT',0,mt,'WITHSCORES')\nlocal d={'permits',al,b and 1 or 0,(eg or 0)+(b and lb or 0),pe}\ntable.insert(d,ou({ARGV[2]}))\ntable.insert(d,c('PTTL',fg))\ntable.insert(d,#ag/2)\nfor q=1,#ag,2 do\nif #ag[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gz=tonumber(ag[q+1])\ntable.insert(d,sw(ag[q]))\ntable.insert(d,gz>=pw and -1 or gz - ad)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "77daa9a987732cbb4466a54230b19778b6e03a84", BEGIN, inspectMOSTBYTES_, "local mv,pq,mi=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal dm=1000\nlocal pu=1000\nlocal dn,qb=math.min(dm,mi),nv\nlocal lc,rh={},false\nlocal function sh(aw,me)\nfor bj,f in ipairs(me)do\nif redis.pcall('GETRANGE',f,0,3)=='lh1 ' then table.insert(aw,f)end\nend\nend\nlocal function fd(aw)\nlocal fa,o=0,{}\nfor bj,f in ipairs(aw)do\nif #f<=pu then\nfa=fa+nc(f)\ntable.insert(o,f)\nend\nend\nif fa>qb and(#lc>0 or dn>1)then return false end\nqb=qb - fa\nfor bj,f in ipairs(o)do table.insert(lc,f)end\nreturn true\nend\nlocal function rr(np)\nreturn redis.pcall('SCAN',mv,'MATCH',ARGV[3],'COUNT',dn,'TYPE',np)\nend\nrepeat\nlocal lu=rr('hash')\nif lu.err then return{'refused',ARGV[1],lu.err}end\nif ARGV[6]=='1' then sh(lu[2],rr('string')[2])end\npq=pq - dn\nif #lc+#lu[2]>mi and dn>mi - #lc then\ndn=mi - #lc\nelseif fd(lu[2])then\nmv,dn,rh=lu[1],dm,lu[1]=='0'\nelseif #lc>0 then\npq=0\nelse\ndn=math.floor(dn/2)\nend\nuntil rh or #lc>=mi or pq<=0\nreturn{'scanned',ARGV[1],mv,unpack(lc)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "6a60cb169b59cc94765ec13ec9c2a36df91398d8", BEGIN, lockHashMode_, "local e,n\nlocal i,w,v='','',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local pu=1000\nlocal rz=5\nlocal function tf(o)\nlocal bn=1\nfor q=1,#o,2 do\nlocal rg=r~='plain' and o[q]=='mode'\nif rg and bn==q then\nbn=q+2\nelseif not rg and string.find(o[q],':write$')then\nbn=q\nend\nend\nreturn o[bn],o[bn+1]\nend\nlocal function sy(o)\nif r=='plain' then return 1 end\nlocal dn=#o/2\nif dn==rz then dn=c('HLEN',e)end\nreturn dn - 1\nend\nlocal oz={'',-2,0,'',0}\nlocal function sr(f)\nlocal kg,hc,nd=ok(f)\nlocal l=kg and c('PTTL',f)or -2\nif l<=0 then return oz end\nlocal np='light'\nreturn{np,l,1,kg,1},qi(hc,nd)\nend\nlocal function sq(f,ot)\ne,n=f,ot\nlocal fe,o=pcall(ca)\nif not fe then return sr(f)end\nif not r then return oz end\nlocal l=c('PTTL',e)\nlocal u,bz=tf(o)\nif l<=0 or not u or #u>pu then return oz end\nreturn{r,l,sy(o),u,tonumber(bz)}\nend\nlocal pg={}\nlocal function om(lt,la)\nif #lt==0 then return end\nla=la or c('EXISTS',unpack(lt))\nif la==0 then return end\nif 4*la<#lt then\nlocal rn=math.floor(#lt/2)\nlocal m,si={unpack(lt,1,rn)},{unpack(lt,rn+1)}\nlocal rd=c('EXISTS',unpack(m))\nom(m,rd)\nreturn om(si,la - rd)\nend\nfor bj,di in ipairs(lt)do\nlocal pf=redis.pcall('LLEN',di)\nif type(pf)~='number' then pf=redis.pcall('ZCARD',di)end\npg[di]=type(pf)=='number' and pf or 0\nend\nend\nlocal qz,ns,qj,rp,rq,lt={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal f,as,qs,og=unpack(KEYS,4*q - 3,4*q)\nlocal mz\nmz,qj[q]=sq(f,ARGV[q+1])\nqz[q],ns[q]=mz,bg(mz[4])\nif mz~=oz and not qj[q] then\ntable.insert(rp,as)\ntable.insert(rq,qs)\ntable.insert(lt,og)\nend\nend\nlocal mp=qv(ns)\nom(rp)\nom(rq)\nom(lt)\nlocal d,fa={'summaries',ARGV[1]},0\nfor q,mz in ipairs(qz)do\nlocal ij=qj[q] or mp[q]\nfa=fa+nc(mz[4])+nc(ij)+50\nif q>1 and fa>nv then return d end\nfor bj,st in ipairs(mz)do table.insert(d,st)end\ntable.insert(d,ij)\nlocal bj,as,qs,og=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(pg[as] or 0)+(pg[qs] or 0))\ntable.insert(d,pg[og] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "160e214533ee1f1f994262308d98487295f31c37", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return af()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "8c913494d1a7318f21ad455de75aea23e170d83f", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function bd(tn)\nfor q=1,#KEYS,2 do\ne,n=KEYS[q],KEYS[q+1]\nlocal af=tn(q)\nif af then return af end\nend\nend\nlocal function rw()\nbd(function()\neb()\nend)\nreturn{'held',al,1,tonumber(ac)}\nend\nif c('EXISTS',unpack(KEYS))==0 then return rw()end\nlocal oj,pb,he\nlocal bi=bd(function(q)\ncp()\nlocal af=gc()\nif af and af[1]=='ended' then return af end\nif af then\nlocal l=af[4]<0 and tonumber(ac)or af[4]\noj=math.min(l,oj or l)\nelse\nhe=true\nlocal l=cm()\nif l~=-2 and not pb then pb={'busy',al,l,(q+1)/2}end\nend\nend)\nif bi then return bi end\nif oj and he then return bh('lost')end\nif oj then return{'held',al,1,oj}end\nif not pb then return rw()end\nif ci then\nbd(function()\nh('SET',n,'|-refused','PX',g)\nend)\nend\nreturn pb", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "9db6f6f324e5468057b68566f2f6ed74950b26f9", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, waitersLeaveList_, standMarked_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn py()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "f528b3bea4b342e1a486211ea2630c515d8b7e0a", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, "local function et()\nif k then h('PEXPIRE',k,ARGV[4]+c('PTTL',e),'GT')end\nreturn c('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "fb59ce63e846dcf2129cde877dc365417bf97ab0", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local dg=pcall(mm)\nlocal kg=not dg and ok(e)\nif kg then\ncm()\no={kg}\nlocal d=kt(1)\nh('DEL',e)\nmr()\nreturn d\nend\nif not dg then mm()end\nif r=='read' or r=='write' then ai(e)end\nif not r then return kt(0)end\nlocal d=kt(1)\nlocal cr=em(ARGV[3],h('DEL',e,fj))\nmr()\nreturn jv(d,cr)", END);

export const lockLookStanding: LuaScript = /* @__PURE__ */ script("lock/look-standing", "45f39e57bd0d0d22634448252d7d6082ca048683", BEGIN, stateLock_, lockHashStateKeyOf_, lockHashIsRandom_, waitersNow_, "dd()\nlocal es=160000\nlocal d,mp={'looked',ARGV[1],ad},{}\nfor q=2,#KEYS,4 do\ntable.insert(mp,KEYS[q])\nend\nlocal ah=c('MGET',unpack(mp))\nlocal function ni(ch,fj,jc,du)\nlocal at=c('LPOS',ch,jc)\nif at then\nh('LSET',ch,at,du)\nelse\nh('RPUSH',ch,du)\nend\nh('PEXPIRE',ch,es)\nh('SET',fj,'1','PX',es)\nend\nlocal function is()\nlocal u,sj=unpack(c('HRANDFIELD',e,2))\nif sj then return false end\nreturn of(u)or(not KEYS.locked and c('EXISTS',bg(u))==1)\nend\nlocal function sv(i)\nreturn KEYS.locked and redis.pcall('HEXISTS',e,i)==1\nend\nfor pj=1,#mp do\nlocal q=4*pj\ne,n=KEYS[q - 3],KEYS[q - 2]\nlocal jc,du=ARGV[2*pj],ARGV[2*pj+1]\ni=string.match(du~='' and du or jc,'^%S+ (%S+)')\nlocal l=(ah[pj] or sv(i))and -2 or c('PTTL',e)\nlocal kq=true\nif l>=0 and du~='' then\npcall(ni,KEYS[q - 1],KEYS[q],jc,du)\nlocal p,af=pcall(is)\nkq=not p or af\nend\ntable.insert(d,l)\ntable.insert(d,kq and 1 or 0)\nend\nreturn d", END);

export const lockPass: LuaScript = /* @__PURE__ */ script("lock/pass", "a2370e296900f5c6e2ae30cf93201a840e89dd56", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[6] and KEYS[4]\nlocal oe=false\nlocal function ev()\nh('DEL',e)\noe=true\nend\nlocal function ht()end", endEndHold_, "local d=hr(ARGV[4],(ARGV[15] or '')~='')\nif not oe then return d end\nlocal p,qf=bl(function()\nif not h('SET',KEYS[3],'|+' .. ARGV[13],'PX',ARGV[12],'NX')then return false end\ns('UNLINK',KEYS[3])\nh('HINCRBY',e,ARGV[10],1)\ns('UNLINK',e)\nh('PEXPIRE',e,ARGV[11])\nreturn true\nend)\njd(ARGV[10],ARGV[14])\nif p and qf then\ntable.insert(d,'held')\nreturn d\nend\nlocal gw=1+h('DEL',fj)\nreturn jv(d,em(ARGV[9],gw,ARGV[15],ARGV[16],ARGV[17],ARGV[18]))", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "5dfb3e4be321f380f7333c5a75b77da7b9770699", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function sk(b)\nlocal ij=KEYS.locked and bg(string.match(b,'^%S+ (%S+)'))\nif ij and not(KEYS.locked[ij] and c('EXISTS',ij)==0)then return end\ndd()\nh('RPUSH',ch,mw(b))\nh('PEXPIRE',ch,es)\nend\nlocal cr\nlocal function ev()\nlocal gw=h('DEL',e,fj)\nif(ARGV[14] or '')~='' and pcall(sk,ARGV[14])then gw=2 end\ncr=em(ARGV[9],gw,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function ht()\njd(i)\nend", endEndHold_, "if not bn then jd(i,ARGV[15])end\nlocal d=hr(ARGV[4],(ARGV[10] or '')~='')\nreturn jv(d,cr)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "16f2eee562fae9945b8e613766096483f18ebeab", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal z\nlocal function ev()\nem(z,h('DEL',e,fj))\nend\nlocal function ht()end", endEndHold_, "local ph=(#ARGV - 8)/2\nlocal rb=ARGV[4]=='1' and 3*ph or 2*ph\nlocal mo,op={'ends',al},nil\nfor q=1,ph do\ne,n=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*ph+q] end\nch,fj=KEYS[rb+2*q - 1],KEYS[rb+2*q]\nz=ARGV[2*q+8]\nlocal p,d=bl(hr,ARGV[2*q+7])\nif p then\ntable.insert(mo,d[3])\nelse\nop=d.err or d\nif string.find(op,'^WRONGTYPE')then op='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif op then error(op,0)end\nreturn mo", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "dc554da0a2af92c4c4f3d52fa135f4776590e8cc", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, holdRenew_, "cp()\nif not ap then an=ARGV[7] end\nlocal j,bi=ni(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bi or{'renewed',al,j}", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ script("lock/renew-many", "e9fc20e63d79f355873e6b222a3fe4aa6068f5db", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local de", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, "local function th()\nlocal rc,er=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal bz=(#ARGV - 3)/6\nlocal pz,pn={},0\nfor q=1,bz do\ntable.insert(pz,KEYS[2*q])\nend\nfor q=2*bz+1,#KEYS do\ntable.insert(pz,KEYS[q])\nend\nlocal rj=c('MGET',unpack(pz))\nlocal mo={'renewals',ARGV[1]}\nfor q=1,bz do\nlocal ac,g,qd\ni,by,ac,g,qd,de=unpack(ARGV,6*q - 2,6*q+3)\ne,n,k=KEYS[2*q - 1],KEYS[2*q],nil\nif qd=='1' then\npn=pn+1\nk=KEYS[2*bz+pn]\nend\nbt(rj[q],k and rj[bz+pn])\nlocal qu=de~=''\nlocal dj=qu and jp(er)\nlocal l=rc and not qu and c('PTTL',e)\nif l and k then l=math.min(l,c('PTTL',n)- er,c('PTTL',k)- er)end\nlocal j,bi\nif l and l>rc then\nbi=cv()or not dk()and ay(ck('lost'),g)\nelse\nl=tonumber(ac)\nj,bi=ni(ac,g,l+er,qd=='2',qu and function(bz)\nqq(bz,dj,ac)\nend)\nend\ntable.insert(mo,bi and bi[3] or l)\nend\nreturn mo\nend\nreturn th()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "c7985a1bd2340162f5f78e317816c216af0efdb7", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(j or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "fe65ea93a0b629445222bae5abe33ff883d894a0", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local kd,nn=ARGV[9],ARGV[10]", stealRob_, "local function lm(l)\nif r~='plain' then ai(e)end\nreturn nk(l,eb)\nend\nlocal nl,lo=ic,eb", stealQuickAnswer_, "local function ah()\ncp()\nreturn gc()\nend", stealFullAnswer_, "return af()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "a29706090968572925326f1e8752e514ad67b48e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(true)then return p(0)end\nlocal d=p(1)\nlocal cr=kz(function()\nreturn em(ARGV[5],h('DEL',e,fj))\nend)\nreturn jv(d,cr)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "3836363277b4f2aed93d616ba3ab6ad675a7c381", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal ff=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(true)then return p(0)end\nlocal d=p(1)\nlocal cr=kz(function()\nreturn md(ARGV[5],h('DEL',e,fj))\nend)\nreturn jv(d,cr)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ script("owner/release-queued-reads", "e3eca18f95319da28a9a2761b2ef44f931c0bcea", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gl,de,ej=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function em()\nlq('free')\naz(gl,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qc()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ script("owner/release-queued-writes", "ee19c1be3b77276aed1ea01513d1c2245dbeba04", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gl,de,ej=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function em(dr)\nlq(dr)\naz(gl,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(false)then return p(0)end\nlocal d=p(1)\nkz(ev)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ script("owner/release-reads", "c9b1e8e0fb692e4a24f736c3c66154e5e24fbc82", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local de=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function em()\naz(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return qc()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ script("owner/release-writes", "ae608e4d78abebaf13a7a4faaefe535f1af04f9e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local de=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function em()\naz(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(false)then return p(0)end\nlocal d=p(1)\nkz(ev)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "6b22b3962cfe0d2c05a7838ee21fb4f2e421b471", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nif not jx(ARGV[7]=='0')then return p(0)end\ndl(e,ARGV[5])\nex(n,ARGV[6])\nreturn qr()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ script("owner/renew-reads", "6c8bb74cd51d9054d497385edd383679a6626f81", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local de=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nlocal bz=jx(false)\nif not bz then return p(0)end\ndl(e,ARGV[5])\nex(n,ARGV[6])\nfor au=1,bz do\nlocal f=dp(i,au)\nif not dl(f,ARGV[5])then h('SET',f,'1','PX',ARGV[5],'NX')end\nend\nreturn qr()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "c43889645948975ba98bae2a33c3216417754ba3", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ac,ci=ARGV[5],ARGV[6]=='1'\nlocal pw=922337203685477\nlocal b,am=unpack(c('MGET',fg,k))\nlocal bi=cv(am)\nif bi then return bi end\nb=b or c('GET',fg)\nlocal eg=b and j(b)or 0\nif am then\nlocal ls=l()\nreturn ls>0 and{'held',al,ls,eg}or nq()\nend\nif not b then return gk('unset')end\neg=ov(eg,z)\nif eg<#hb then\nif ci then gk('refused')end\nlocal bn=c('ZRANGE',gf,'(' .. ak(ad),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',al,bn and tonumber(bn)<pw and bn - ad or -1,eg}\nend\nh('SET',k,'+','PX',g)\ns('UNLINK',k)\nlocal pa=h('ZADD',gf,'NX',qt(ac))\nif pa==#hb then s('ZREM',gf,unpack(hb))end\nh('DECRBY',fg,pa)\nlocal rx=c('PTTL',fg)\nif rx>0 then h('PEXPIRE',gf,rx)end\nlocal ls=pa==#hb and tonumber(ac)or l()\nif ls<=0 then return nq()end\nreturn{'held',al,ls,eg - pa}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "6799c38168be10f7f382f40bdf68c7edb0c6b9c7", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local eg=c('GET',fg)\nlocal ls,dn=l()\nif eg then j(eg)end\nif dn==0 then return nq()end\nlocal d=gk(ls>0 and 'released' or 'lost')\nif eg then\nna(dn,z,0,h,'ZREM',gf,unpack(hb))\nelse\nh('ZREM',gf,unpack(hb))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "aad30dcb31ac2845e090f7883456d4a48e1fd41e", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function af(aq)\nreturn{'done',al,tonumber(aq)}\nend\nlocal fi=c('GET',k)\nif fi then return af(fi)end\nlocal eg=c('GET',fg)\nfi=l()>0 and '1' or '0'\nif eg and fi=='1' then ov(j(eg),z)end\nav('SET',k,fi,'PX',g)\ns('UNLINK',k)\nif fi=='1' then\nfor q=4,#KEYS do\nlocal m=h('SET',KEYS[q],'-released','PX',g,'GET')\nif m then s('SET',KEYS[q],m,'PX',g)else s('UNLINK',KEYS[q])end\nend\nif eg then\nh('INCRBY',fg,#hb)\ns('INCRBY',fg,-#hb)\nend\nh('ZREM',gf,unpack(hb))\nif eg then az(z,#hb)end\nend\nreturn af(fi)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "f1a2e37f5a0bef2c245af29cdb515fb2971d51b0", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ls,ac=l(),ARGV[5]\nif ls<=0 then return nq()end\nif ac then av('ZADD',gf,'XX','GT',qt(ac))end\nreturn{'leased',al,ls}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "9a75643c7bc650952eaf04a7bf165a0f8dbb8bf2", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local gf,z,aq,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal eg=el\nif eg and t=='try' then return p(0,av)end\nlocal pe=c('ZRANDMEMBER',gf,3)\nfor bj,ko in ipairs(pe)do\nif #ko~=16 then error('NOT_A_LOCK 3')end\nend\nlocal pi=tonumber(aq)\nif eg and t=='set' then pi=aq - eg - c('ZCARD',gf)end\nif pi==0 and eg then return p(1,av)end\nlocal d=p(1,h)\nh('INCRBY',f,string.format('%.0f',pi))\nif not eg and #pe>0 then\ns('UNLINK',f)\nh('DEL',gf)\nend\nif t~='add' or pi>0 then az(z,aq)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "dedefc8d9841746e31d483a37f5c4b6192da7c84", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local eg=c('GET',fg)\nlocal kk=eg and ov(j(eg),ARGV[2])\nreturn{'permits',al,kk or 0,c('ZCOUNT',gf,'(' .. ak(ad),'+inf'),kk and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ script("read-write/acquire-read", "9a85785ee380c37ed344b0e82ba201928b99feef", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local de=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return eb()end\nelse\nlocal l=iu(true)\nlocal af\nif l and(not r or(r=='read' and l>=0))then\naf=ic()\nelse\naf=li(l)\nend\nif af then return hg(af)end\nend\ncp()\noa()\nlocal af=gc()\nif af then return af end\nlocal l=cm()\nif l==-2 then return eb()end\nif r=='read' or(r=='write' and c('HEXISTS',e,i .. ':write')==1)then return eb()end\nif gq()then ay('refused',g)end\nreturn hg({'busy',al,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ script("read-write/acquire-write", "822f89637925392417f14c5f1a0634b9da72d991", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, "local de=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return eb()end\nelse\nlocal l=iu(ARGV[6]~='2')\nlocal af=l==-2 and ic()or li(l)\nif af then return hg(af)end\nend\ncp()\nlocal af=gc()\nif af then return af end\nlocal l=cm()\nif l==-2 then return eb()end\nlocal bf=string.sub(i,1,-7)\nif k and fl(bf,tonumber(c('HGET',e,bf)or 0))>0 then return ay('upgrade',g)end\nif gq()then ay('refused',g)end\nreturn hg({'busy',al,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ script("read-write/check-read", "807b6557e050e4c0f09cf55e8611ce2d3340963a", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local de=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function et(j)\nreturn nh(j,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "eb25b3c0a29b5530ba8f5998969f5017f2eb53b4", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function et()\nreturn lr(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "e5298637a9e9a4142566136ea25213c28addb6f3", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "mm()\nif r=='plain' then ai(e)end\nif r~=ARGV[6] then return kt(0)end\nlocal d=kt(1)\nh('DEL',e)\naz(ARGV[3],r=='write' and '1' or '0')\nmr()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ script("read-write/release-read", "63fd5a8ebbb1f6a967c5dcca15ebf6e84172465c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local de=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function em()\naz(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function ht()end", readsEndOne_, endEndHold_, "return hr(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ script("read-write/release-write", "76f860b67d00848491931e73cb88b97e02e5bde8", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, "local de=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function em()\naz(ARGV[9],'1')\nend", writesEndLast_, "local function ht()end", endEndHold_, "return hr(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ script("read-write/renew-read", "d4c350cdb1e944b9f291f38ec78e2a9a0f9186cd", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local de=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cp()\nlocal dj=jp(ARGV[5] - ARGV[4])\nlocal j,bi=ni(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(bz)\nqq(bz,dj,ARGV[4])\nend)\nif bi then return bi end\nreturn{'renewed',al,j}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "90c496cca79bd0d9379a2caf8b7fe1cdd9f6270f", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local tc=r==ARGV[3] or(r=='write' and ARGV[3]=='read' and c('HLEN',e)>2)\nreturn{'status',ARGV[1],tc and l or -2,tonumber(j or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "67ae22a5b6034501dda1a35b69e817da4e1332d6", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "85cf9069ef8e286697fa7e0423190ca3d152a41b", BEGIN, waitersNow_, waitersDigits_, "local e,am,al,i,qw=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,ar,pk=string.match(c('GET',am)or '','^(%d+) (%S+) (.*)$')\ndd()\nif pk==qw and ar==i then return{'spends',al,0}end\nif c('HEXISTS',e,i)==0 then return{'ended',al,'lost'}end\nif pk~=qw then\nh('SET',am,ak(ad).. ' ' .. i .. ' ' .. qw)\nreturn{'spends',al,0}\nend\nlocal rt=math.max(0,ad - q)\nreturn{rt<tonumber(ARGV[4])and 'spends' or 'spent',al,rt}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "6b1fb020abaa9c1b3109f20acdcabab70451f4bd", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gm(c('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "f5455ab3ec6509409a8ee2b6e32581049a6c7021", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local aq,ry=ARGV[3],ARGV[6]\nif el then return p(0,av)end\nlocal d=p(1,h)\nif ry then h('SET',f,aq,'PX',ry)else h('SET',f,aq)end\naz(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "47ff8bdd4e8c8b41e6c690a617af5eac6fb8a3c5", BEGIN, stateWrite_, "local k,al=KEYS[1],ARGV[1]\nlocal sz=av('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',al,(sz or c('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "448e7f4c891e0134c3e297b782c84eb8e2ff6cb8", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local mi=ARGV[3]\nel=fg()\nif nt then return{'held',al,tonumber(el or 0)}end\nif not el then return ay('unset')end\nif tonumber(el)>=tonumber(mi)then\nh('SET',k,'+' .. mi,'PX',g)\ns('UNLINK',k)\nreturn{'held',al,h('DECRBY',f,mi)}\nend\nif ARGV[4]=='1' then ay('refused')end\nreturn{'busy',al,tonumber(el)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "c2cb54af8defac1c4421ed1b12b2533d3dcaf47f", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local fg=(el or 0)+ARGV[3]\nlocal d=p(fg,av)\nh('INCRBY',f,ARGV[3])\nqn(ARGV[4],fg)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "85e9d155e86932772acb369fe1e8ea6ea35bef72", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not nt then return ay('free')end\nlocal tb=fg()\nlocal d=ay('released')\ns('SET',k,am,'PX',g)\nif tb then qn(ARGV[3],av('INCRBY',f,nt))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "dac0ad8b7900e2f57b7fd585a0919cd646b55664", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not el then return p(0,av)end\nlocal d=p(el,h)\nh('DECRBY',f,el)\nreturn d", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "72c1fc7f0762e707c5d147893600cc80621de72e", BEGIN, "local sg=86400000\nlocal function tm(f,kg)\nlocal ax,pk=string.match(c('GET',f)or '','^(%d+) (.*)$')\nif pk==kg then return ax end\nlocal bc=c('TIME')\nlocal cf=bc[1] .. string.format('%06d',bc[2])\nif ax and(#ax>#cf or(#ax==#cf and ax>=cf))then\nlocal m,ss,td=string.match(ax,'^(%d-)(%d)(9*)$')\ncf=m ..(ss+1).. string.rep('0',#td)\nend\nh('SET',f,cf .. ' ' .. kg,'PX',sg)\nreturn cf\nend\nlocal function km(av)\nreturn function(aw,bm)\nlocal f=table.remove(aw)\nlocal d=av(aw,bm)\nif d[1]=='held' then table.insert(d,tm(f,bm[2]))end\nreturn d\nend\nend\nlocal sb=10000\nlocal hd,pm=KEYS[1],ARGV[2]\nlocal pr={}\nlocal function te(e,n,sm)\nif sm=='2' then return end\ntable.insert(pr,string.match(n,'^[^:]+:([^:]*:)').. string.sub(e,#pm+1))\nend\nlocal function ri()\nif #pr==0 then return end\nlocal rs,hb=c('TIME')[1],{}\nfor bj,ku in ipairs(pr)do\ntable.insert(hb,rs - rs % 60 .. '000')\ntable.insert(hb,ku)\nend\npr={}\nif h('ZADD',hd,unpack(hb))>0 then h('ZREMRANGEBYRANK',hd,0,-sb - 1)end\nend\nlocal mn={}\nmn['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nmn['fair-read-write/acquire-write']=km(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nmn['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nmn['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nmn['read-write/steal-write']=km(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nmn['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gl=KEYS[1],ARGV[2]", rwQueueTell_, "local bw,ib={unpack(ARGV,3)},{}\ndd()\nfor bj,x in ipairs(bw)do\ntable.insert(ib,ak(ad))\ntable.insert(ib,x)\nend\nav('ZADD',be,'XX',unpack(ib))\nif c('PTTL',be)<lw then\nfor bj,f in ipairs({as,dx,be})do h('PEXPIRE',f,es)end\nend\nlocal l=c('PTTL',e)\nlocal r=l==-2 and 'free' or c('HGET',e,'mode')or 'plain'\nlocal bj,bn=gn(as)\nlocal bj,no=gn(dx)\nif gj and(r=='free' or r=='read')then gi(r)end\nlocal d={'touched',ARGV[1],r,l,bn or 0,no or 0}\nfor bj,aq in ipairs(c('ZMSCORE',as,unpack(bw)))do table.insert(d,tonumber(aq or 0))end\nreturn d\nend\nmn['web-locks/snapshot']=function(KEYS,ARGV)\nlocal hd,pm,m,ci,ng=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal qy=100\nlocal se=500\nlocal ct=15000\nlocal bc=c('TIME')\nlocal ad=bc[1]*1000+math.floor(bc[2]/1000)\nlocal function su(e)\nlocal cx,pl={},1\nfor bj,u in ipairs(c('HKEYS',e))do\nif u=='mode' then\npl=0\nelse\ntable.insert(cx,u)\nend\nend\nreturn cx,pl\nend\nlocal function to(e,co,rf,lh)\nlocal rv=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal as,be=ARGV[6] .. co .. ARGV[7] .. rv,ARGV[6] .. co .. ARGV[8] .. rv\nlocal bw=c('ZRANGE',as,rf,rf+lh - 1)\nif #bw==0 then return{},0 end\nlocal rm={}\nfor q,ao in ipairs(c('ZMSCORE',be,unpack(bw)))do\nif tonumber(ao or 0)>ad - ct then table.insert(rm,bw[q])end\nend\nreturn rm,#bw\nend\nlocal pp=0\nif m~='' then\nif c('ZSCORE',hd,ci)==m then\npp=c('ZRANK',hd,ci)+(ng>0 and 0 or 1)\nelse\npp,ng=c('ZCOUNT',hd,'-inf','(' .. m),0\nend\nend\nlocal d,po={'page',ARGV[1],'','',0},se\nlocal jc=c('ZRANGE',hd,pp,pp+qy - 1,'WITHSCORES')\nfor q=1,#jc,2 do\nlocal co,ku=string.match(jc[q],'^([^:]*):(.*)$')\nlocal kq,cx,pl=pcall(su,pm .. ku)\nlocal ro,bw,j=pcall(to,pm .. ku,co,ng,po)\ncx,bw,j=kq and cx or{},ro and bw or{},ro and j or 0\nif #cx+j+ng==0 then\nh('ZREM',hd,jc[q])\nelse\nif ng>0 then cx={}end\nfor bj,bd in ipairs({ku,kq and pl or 0,#cx,#bw})do table.insert(d,bd)end\nfor bj,bd in ipairs(cx)do table.insert(d,bd)end\nfor bj,bd in ipairs(bw)do table.insert(d,bd)end\npo=po - j\nif po<=0 then\nd[3],d[4],d[5]=jc[q+1],jc[q],ng+j\nreturn d\nend\nend\nng=0\nend\nif #jc==2*qy then d[3],d[4]=jc[#jc],jc[#jc - 1] end\nreturn d\nend\nlocal sf={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal mo={'batch',ARGV[1]}\nlocal pd,mk=2,3\nwhile ARGV[mk] do\nlocal ku,rk,ra=ARGV[mk],ARGV[mk+1],ARGV[mk+2]\nlocal aw,bm={},{ARGV[1]}\nfor q=pd,pd+rk - 1 do table.insert(aw,KEYS[q])end\nfor q=mk+3,mk+2+ra do table.insert(bm,ARGV[q])end\nif sf[ku] then te(aw[1],aw[2],bm[6])end\nif ku=='web-locks/snapshot' then pcall(ri)end\nlocal d=bo(mn[ku],aw,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(mo,d)\npd,mk=pd+rk,mk+3+ra\nend\npcall(ri)\nreturn mo", END);
