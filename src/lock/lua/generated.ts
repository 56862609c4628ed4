// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local c=redis.call\nlocal a={}\nlocal function g(y,...)\nlocal d=redis.call(y,...)\na[#a+1]={}\nreturn d\nend\nlocal function r(...)\na[#a]={...}\nend\nlocal function ay(z,bq)\nredis.pcall('PUBLISH',z,bq)\nif #a>0 then a[#a]={}end\nend\nlocal function bl(ae,...)\nlocal m=#a\nlocal p,d=pcall(ae,...)\nif p then\nif #a>m then a[#a]={}end\nreturn true,d\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,d,#a==m\nend\nlocal function bo(ae,av,bm)\nlocal p,d,bp=bl(ae,av,bm)\nif p then return d end\nlocal b=type(d)=='table' and d.err or d\nif not string.find(b,'^%u+ ')then b='ERR ' .. b end\nreturn{err=b ..(bp and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bo(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function au(y,j,...)\nlocal p,d=pcall(g,y,j,...)\nif p then return d end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn g(y,j,...)\nend";

const onceCounter_ =
  "local function gj(b)\nif not b then return false end\nif #b>16 or not(b=='0' or string.find(b,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn b\nend";

const onceKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function af(ao)\nreturn{'done',al,tonumber(ao)}\nend\nlocal function p(ao,ki)\nki('SET',k,ao,'PX',f)\nr('UNLINK',k)\nreturn af(ao)\nend";

const onceValue_ =
  "local ej,fe=unpack(c('MGET',j,k))\nif fe then return af(fe)end\nej=gj(ej or c('GET',j))";

const stateLock_ =
  "local e,n,k,al,h,bx=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]";

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
  "local function bg(u)\nlocal m=string.match(n,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(n,#m+#h+1)\nend";

const lockHashIsOwner_ =
  "local function cd(u)\nif string.find(string.gsub(u,':write$',''),cc)then return true end\nif KEYS.locked and(u~=h or h=='')then error('KEY_NOT_LOCKED')end\nlocal ag=c('GET',bg(u))\nreturn ag and(string.sub(ag,1,1)~='|' or string.sub(ag,1,2)=='|+')\nend";

const lockHashIsCount_ =
  "local function bk(b)\nreturn #b<=6 and string.find(b,'^[1-9]%d*$')~=nil\nend\nlocal function ai(j)\nfor as,bd in ipairs(KEYS)do\nif bd==j then error('NOT_A_LOCK ' .. as)end\nend\nend";

const lockHashTimeLeft_ =
  "local function ck()\nlocal l=c('PTTL',e)\nif l==-1 then ai(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function bz()\nlocal o=c('HRANDFIELD',e,5,'WITHVALUES')\nt,i=#o>0 and 'plain',o[1]==h and o[2]\nif #o>2 then\nt,i=unpack(c('HMGET',e,'mode',h))\nif h=='mode' then i=false end\nif(t~='read' and t~='write')or(i and not bk(i))then ai(e)end\nend\nlocal ah=i and bt()\nfor q=1,#o,2 do\nif o[q]~='mode' or t=='plain' then\nif not bk(o[q+1])then ai(e)end\nah=ah or cd(o[q])\nend\nend\nif t and not ah then ai(e)end\nreturn o\nend";

const grantLeaseMs_ =
  "local ab,f,fw=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local ei=ARGV[6]=='3'\nlocal cf=ei or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal dc,eg,gi=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function dk(bf,at)\nreturn dc .. bf .. ':rwlock_timeout:' .. at\nend";

const readsBegin_ =
  "local function ee(ab)\nlocal l=t and c('PTTL',e)or -2\nif t=='write' then\ng('HSET',e,h,1)\nelse\ng('HSET',e,'mode','read',h,1)\nend\nif l==-2 then r('UNLINK',e)else r('HDEL',e,h)end\ng('SET',dk(h,1),'1','PX',ab)\nr('UNLINK',dk(h,1))\nif l<tonumber(ab)then g('PEXPIRE',e,ab)end\nend";

const grantTake_ =
  "local function dz()\nif k then\ng('SET',k,'+' .. bx,'PX',f)\nr('UNLINK',k)\nan=ARGV[8]\nca(bx .. '|' .. az,f)\nelse\ng('SET',n,'|+' .. ARGV[8],'PX',f)\nr('UNLINK',n)\nend\nee(ab)\nreturn{'held',al,1,tonumber(ab),k and bx or ''}\nend";

const readHoldsOwnLeft_ =
  "local function jn(eo)\nlocal l=k and c('PTTL',k)\nreturn l and(l==-1 and math.huge or l - eo)\nend";

const readHoldsLives_ =
  "local cs={}\nlocal function du(bf,at)\nlocal j=dk(bf,at)\ncs[j]=cs[j] or c('PTTL',j)\nreturn cs[j]\nend";

const readHoldsSCRIPTMS_ =
  "local gc=10";

const readHoldsOWNMS_ =
  "local je=5";

const readHoldsSlotOf_ =
  "local function jo(i,dh)\nif not k then return 1,du(h,1),true end\nlocal q,l,dw=1,math.huge,false\nlocal jh=az=='+' and w=='' and i>1\nfor at=i,jh and 2 or 1,-1 do\nlocal bd=du(h,at)\nlocal fp=bd>dh - gc\nlocal jm=bd<l and(at>1 or l>dh+je or bd<l - gc)\nif(fp and not dw)or(fp==dw and jm)then\nq,l,dw=at,bd,fp\nend\nend\nreturn q,l,dw\nend";

const readHoldsReadLeft_ =
  "local function ne(i,eo)\nlocal dh=jn(eo)\nlocal bj,l=jo(i,dh)\nlocal en=dh or math.huge\nfor bj,bd in ipairs({l,c('PTTL',e)})do\nif bd~=-1 then en=math.min(en,bd)end\nend\nreturn en==math.huge and -1 or math.max(en,0)\nend";

const readsHoldLeft_ =
  "local function eq(i,f)\nreturn ne(i,f - ARGV[4])\nend\nlocal function ex()\nreturn t=='read' or t=='write'\nend\nlocal fi=64\nlocal function ez(ab,bj,f)\nlocal i=g('HINCRBY',e,h,1)\nr('HINCRBY',e,h,-1)\ng('SET',dk(h,i),'1','PX',ab)\nr('UNLINK',dk(h,i))\ng('PEXPIRE',k,f)\nreturn i,tonumber(ab)\nend";

const grantSettled_ =
  "local function fy()\nlocal bi=ct()\nif bi then return bi end\nlocal ah=not k or v~=''\nbz()\nif i and ah then\nlocal cj=string.sub(v,2)\nif w~='' and w~=cj then return ax(ci('lost'),f)end\nreturn{'held',al,tonumber(i),eq(tonumber(i),f),cj}\nend\nif i and ex()then\nif fw then return ax('reentered',f)end\nif tonumber(i)>=fi then return ax('crowded',f)end\nlocal l=ck()\nif string.sub(w,1,1)=='!' then w=bx end\nlocal dd=math.max(l,tonumber(ab))\ng('SET',k,'+' .. w,'PX',f+dd)\nr('UNLINK',k)\nca(w .. '|' .. az,f)\nlocal by,ad=ez(ab,dd,f)\nif l<dd then g('PEXPIRE',e,ab)end\nreturn{'held',al,by,ad,w}\nend\nif v~='' or(aq and not k)then return ax(ci('lost'),f)end\nend";

const grantWithHolder_ =
  "local function hd(af)\nif not ei or af[1]~='busy' then return af end\nlocal u,fx=unpack(c('HRANDFIELD',e,2))\nif u=='mode' and fx then u=fx end\nif u then\ntable.insert(af,u)\ntable.insert(af,c('GET',bg(u))or '')\nend\nreturn af\nend";

const waitersNow_ =
  "local ac,bc\nlocal function db()\nbc=c('TIME')\nac=bc[1]*1000+math.floor(bc[2]/1000)\nend";

const waitersDigits_ =
  "local function aj(ao)\nreturn string.format('%.0f',ao)\nend";

const waitersHEAD_ =
  "local ec='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dl(dy)\nreturn 'leasehound:' .. dy\nend";

const readHoldsMOSTWALKED_ =
  "local ds=80\nlocal function fh(bf,i)\nif i>ds then return math.max(c('PTTL',e),0)end\nlocal bw=0\nfor at=1,i do\nbw=math.max(bw,du(bf,at))\nend\nreturn bw\nend";

const rwQueueQueue_ =
  "local ar,dv,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cr=15000";

const rwQueueKEPTMS_ =
  "local ep=60000\nlocal lt=45000";

const rwQueueMOSTDROPPED_ =
  "local fj=64\nlocal gx=256\nlocal gf=false\nlocal hm='^' .. ec .. ':wake:[%w-]+$'\nlocal function fs(x)\nreturn string.sub(x,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fg(x)\nif g('ZREM',ar,x)==0 then return false end\ng('ZREM',be,x)\nif fs(x)then g('ZREM',dv,x)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function fz(x,bc)\nlocal am=tonumber(bc or 0)\nif am<=ac then return am end\ng('ZADD',be,aj(ac),x)\nreturn ac\nend\nlocal function gk(fu,fn)\nlocal br=c('ZRANGE',fu,0,0,'WITHSCORES')\nif #br==0 then return false end\nif br[1]==fn then return fn end\nif not ac then db()end\nlocal am=fz(br[1],c('ZSCORE',be,br[1]))\nif am>ac - cr then return br[1],tonumber(br[2]),am+cr end\nbr=c('ZRANGE',fu,0,fj - 1,'WITHSCORES')\nlocal bv,fo,dp={},{},nil\nfor q=1,#br,2 do table.insert(bv,br[q])end\nlocal ia=c('ZMSCORE',be,unpack(bv))\nfor q,x in ipairs(bv)do\nam=fz(x,ia[q])\nif am>ac - cr then\ndp=q\nbreak\nend\ntable.insert(fo,x)\nend\ngf=true\nfor bj,j in ipairs({ar,dv,be})do g('ZREM',j,unpack(fo))end\nif dp then return bv[dp],tonumber(br[2*dp]),am+cr end\nreturn #bv==fj and 'more'\nend";

const rwQueueTell_ =
  "local function cb(x,cz,ao)\nlocal cg=string.match(x,'^.|[^|]*|([^|]*)|')\nif string.find(cg,'^%d%d%d%d%d%d$')then\nay(gi,cz .. cg .. ao)\nelseif string.find(cg,hm)then\nay(dl(cg),cz .. ao .. ' ' .. e)\nend\nreturn cg\nend\nlocal function ge(dm)\nlocal bn,ao=gk(ar)\nif not bn or bn=='more' then return end\nif fs(bn)then\nif dm=='free' then cb(bn,'2',aj(ao))end\nreturn\nend\nlocal m=c('ZRANGE',dv,0,0,'WITHSCORES')[2]\nlocal ag={}\nfor bj,bf in ipairs(c('ZRANGE',ar,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,gx))do\nlocal cg=string.match(bf,'^.|[^|]*|([^|]*)|')\nif not ag[cg] then ag[cb(bf,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function lm(m)\nlocal nc=c('ZRANGE',ar,gx - 1,gx - 1,'WITHSCORES')\nif nc[1] and(not m or tonumber(nc[2])<m)then\ncb(nc[1],'3',m and aj(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function ie(x)\nif not fg(x)then return end\nlocal ht=c('HGET',e,'mode')\nif ht~='write' then ge(ht and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function me(x)\nif not ac then db()end\nlocal as,ao=c('ZRANK',ar,x),0\nif not as then\nlocal ko=c('ZRANGE',ar,-1,-1,'WITHSCORES')\nao=(tonumber(ko[2])or 0)+1\ng('ZADD',ar,aj(ao),x)\nif fs(x)then g('ZADD',dv,aj(ao),x)end\nas=c('ZCARD',ar)- 1\nend\ng('ZADD',be,aj(ac),x)\nif ao>0 or c('PTTL',be)<lt then\nfor bj,j in ipairs({ar,dv,be})do g('PEXPIRE',j,ep)end\nend\nreturn as+1,ao\nend";

const readsForgetOutlived_ =
  "local function nx()\nif not k or aq or v~='' then return end\nbz()\nif not i or not ex()or fh(h,tonumber(i))>0 then return end\nck()\ng(c('HLEN',e)==2 and 'DEL' or 'HDEL',e,h)\nend";

const fairReadWriteBlock_2 =
  "if c('EXISTS',unpack(KEYS))==0 then return dz()end\nlocal function nv(qd,m)\nlocal af=dz()\npcall(function()\nif qd and fg(eg)and not gf then lm(m)end\nif gf then ge('read')end\nend)\nreturn af\nend\ncn()\nnx()\nlocal af=fy()\nif af then\nif k then pcall(ie,eg)end\nreturn af\nend\nif k and t=='write' and c('HEXISTS',e,h .. ':write')==1 then return nv(true,0)end\nlocal l=ck()\nlocal dm=l==-2 and 'free' or t=='read' and 'read'\nlocal ku=l\nif dm then\nlocal nb=tonumber(c('ZSCORE',ar,eg)or nil)\nlocal nl,ao,mu=gk(dv)\nif not nl or(nb and ao and ao>nb)then return nv(nb,ao)end\nku=nl=='more' and 0 or mu+1 - ac\nif gf then ge(dm)end\nend\nif cf then\nie(eg)\nax('refused',f)\nreturn hd({'busy',al,l,0,-1,0})\nend\nlocal as,ao=me(eg)\nreturn{'busy',al,l,as,ku,ao}";

const writesBegin_ =
  "local function ee(ab)\ng('HSET',e,'mode','write',h,1)\nr('UNLINK',e)\ng('PEXPIRE',e,ab)\nr('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function lo(f,eo)\nlocal l=c('PTTL',e)\nif not k then return l end\nlocal jp=c('PTTL',n)\nif jp~=-1 then\nlocal dh=jp - eo\nl=math.max(l==-1 and dh or math.min(l,dh),0)\nend\ng('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function eq(bj,f)\nreturn lo(f,f - ARGV[4])\nend\nlocal function ex()\nreturn t=='write'\nend\nlocal fi=1000\nlocal function ez(ab)\nlocal i=g('HINCRBY',e,h,1)\nr('HINCRBY',e,h,-1)\nreturn i,tonumber(ab)\nend";

const grantTakeNew_ =
  "local function hz()\nif not g('SET',n,'|+' .. ARGV[8],'PX',f,'NX')then return end\nr('UNLINK',n)\nee(ab)\nreturn{'held',al,1,tonumber(ab),''}\nend";

const fairReadWriteWasAnswered_ =
  "local qu=ARGV[6]=='2'\nlocal function ix()\nlocal l=c('PTTL',e)\nif l>=0 and c('EXISTS',n)==0 then\nlocal as,ao=me(eg)\nreturn{'busy',al,l,as,l,ao}\nend\nif l~=-2 then return end\nlocal bn=c('ZRANGE',ar,0,0)[1]\nlocal af=(not bn or bn==eg)and hz()\nif af and bn then pcall(fg,eg)end\nreturn af\nend\nif qu and not k then\nlocal af=ix()\nif af then return af end\nelseif c('EXISTS',unpack(KEYS))==0 then\nreturn dz()\nend\ncn()\nlocal af=fy()\nif af then\nif k then pcall(ie,eg)end\nreturn af\nend\nlocal l=ck()\nlocal ku=l\nif l==-2 then\nlocal bn,bj,mu=gk(ar,eg)\nif not bn or bn==eg then\naf=dz()\nif bn then pcall(fg,eg)end\nreturn af\nend\nku=bn=='more' and 0 or mu+1 - ac\nif gf then ge('free')end\nelseif k then\nlocal bf=string.sub(h,1,-7)\nif fh(bf,tonumber(c('HGET',e,bf)or 0))>0 then\nie(eg)\nreturn ax('upgrade',f)\nend\nend\nif cf then\nie(eg)\nax('refused',f)\nreturn hd({'busy',al,l,0,-1,0})\nend\nlocal as,ao=me(eg)\nreturn{'busy',al,l,as,ku,ao}";

const forceLock_ =
  "local e,n,h,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local o";

const forceStored_ =
  "local fe=c('GET',KEYS[2])\nif fe then return{'forced',ARGV[1],tonumber(fe)}end";

const forceLookAtLock_ =
  "local function mj()\no=bz()\nif t then ck()end\nend";

const forceForced_ =
  "local function kq(ek)\nau('SET',KEYS[2],ek,'PX',ARGV[2])\nr('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],ek}\nend";

const forceTellHolders_ =
  "local function mo()\nlocal ag=o[9] and '* ' or ''\nfor q=1,#o,2 do ag=ag .. o[q] .. ' ' end\nay(ARGV[5],ag .. 'lost')\nend";

const stateExtended_ =
  "local el,dn={},{}";

const stateKeep_ =
  "local function eu(j,ad,gd)\nif g('PEXPIRE',j,ad,'GT')==0 and(gd or dn[e])then g('PEXPIRE',j,ad,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local fl=60000\nlocal function fa()\nreturn aq or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gi,dc,eg=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function de()\nif c('PTTL',e)<0 or not pcall(bz)then return false end\nif string.find(h,':write$')then return t=='write' end\nreturn(t=='plain')==(dc=='')\nend\nlocal function dt(cw)\nif k and v=='' and not cw then return nil end\nlocal cj=v~='' and string.sub(v,2)or cw or ''\nlocal i=(w=='' or w==cj)and c('HGET',e,h)or nil\nif i and not bt()and not de()then return nil end\nreturn i\nend";

const readHoldsSetLife_ =
  "local function li(bf,at,ad)\nlocal j=dk(bf,at)\ncs[j]=ad or -2\nif ad then g('SET',j,'1','PX',ad)else g('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function iu(df)\nif df>ds then return true end\nlocal bw,by=0,0\nlocal cv=c('HGETALL',e)\nfor q=2,#cv,2 do by=by+(tonumber(cv[q])or 0)end\nif by>ds then return true end\nfor q=1,#cv,2 do\nbw=math.max(bw,fh(cv[q],tonumber(cv[q+1])or 0))\nend\nif bw>0 then\ng('PEXPIRE',e,bw)\nelse\ng('DEL',e)\nend\nreturn bw>0\nend";

const readHoldsTimeoutKeys_ =
  "local function mc(i)\nlocal av={}\nfor at=1,math.min(i,ds)do av[at]=dk(h,at)end\nreturn av\nend";

const rwQueueWakeNext_ =
  "local function ln(dm)\npcall(ge,dm)\nend";

const rwQueueGiveUp_ =
  "local function hq()\nif eg~='' then ie(eg)end\nend";

const endFirst_ =
  "local bn,hw,f,eh=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal ap=eh=='' and '' or ' ' .. eh";

const fairReadWriteFreed_ =
  "local function ek()\nln('free')\nay(gi,'0')\nend";

const readsShortenLock_ =
  "local function ks(gu,df)\nif gu<c('PTTL',e)- gc or c('HGET',e,'mode')=='write' then return end\nif not iu(df or c('HLEN',e))then ek()end\nend\nlocal function lv(by)\nlocal av,df=mc(by),c('HLEN',e)\nif df==2 then\ng('DEL',e,unpack(av))\nreturn ek()\nend\nlocal gu=fh(h,by)\ng('HDEL',e,h)\nr('HSET',e,h,i or 1)\nks(gu,df)\npcall(g,'DEL',unpack(av))\nend";

const readsEndLast_ =
  "local function es()\nlv(1)\nend";

const readsEndOne_ =
  "local function hp(hx,i,gg)\nlocal ld=du(h,i)\nlocal at,gu,dw=jo(i,jn(ARGV[7] - hx))\ngg()\ng('HINCRBY',e,h,-1)\nli(h,i)\nif at<i and ld>0 and(dw or ld>gu)then\nli(h,at,ld)\nelseif at<i and dw then\nli(h,at)\nend\nks(gu)\nend";

const endEndHold_ =
  "local function ho(cw,ib)\nlocal fr,fq=true,nil\nif not k then\nfr,fq=pcall(c,'HGET',e,h)\nend\nif fq=='1' then\nlocal p,m=pcall(g,'SET',n,'|-released' .. ap,'PX',f,'GET')\nif p and m then r('SET',n,m,'PX',f)end\nif p and not m then r('UNLINK',n)end\nif p and(m and string.sub(m,1,2)=='|+' or not m and(bn and ib or de()))then\nes(true)\nreturn bh('released')\nend\nif p and not m then return ax('taken',fl)end\nif p then\nlocal dx=f+c('PTTL',e)\ng('SET',n,m,'PX',dx)\nr('SET',n,m,'PX',dx)\nend\nend\ncn()\nlocal bi,hv=ct()\nif bi and ap~='' and hv~=eh and(bi[3]=='released' or string.find(bi[3],'^still'))then\nreturn bh('released-elsewhere')\nend\nif bi then return bi end\nlocal i=(fr or fa())and dt(bn and cw)\nif not i then\nlocal s=ci(c('EXISTS',e)==1 and 'taken' or 'free')\nlocal d=ax(s,fa()and f or fl)\nhq()\nreturn d\nend\nif tonumber(i)>1 then\nlocal s='still:' .. i - 1\nhp(hw,tonumber(i),function()\nax(s,f,ap)\nend)\nif k then pcall(eu,n,f)end\nreturn bh(s)\nend\nlocal d=ax('released',f,ap)\nes()\nreturn d\nend";

const fairReadWriteBlock_4 =
  "return ho(ARGV[4])";

const stateExtend_ =
  "local function gh(j,ad)\nif g('PEXPIRE',j,ad,'GT')==1 then return true end\nif not el[j] and g('PEXPIRE',j,ad,'NX')==1 then dn[j]=true end\nel[j]=true\nreturn dn[j]\nend";

const exclusiveEndOne_ =
  "local function hp(hx,bj,gg)\ngh(e,hx)\ngg()\ng('HINCRBY',e,h,-1)\nend";

const fairReadWriteFreed_2 =
  "local function ek(dm)\nln(dm)\nay(gi,'1')\nend";

const writesEndLast_ =
  "local function es()\nlocal df,dm=c('HLEN',e),'free'\nif df==2 then\ng('DEL',e)\nelse\ng('HSET',e,'mode','read')\nr('HSET',e,'mode','write')\ng('HDEL',e,h)\nr('HSET',e,h,i or 1)\nif iu(df)then dm='read' end\nend\nek(dm)\nend";

const exclusiveBegin_ =
  "local function ee(ab)\ng('HINCRBY',e,h,1)\nr('UNLINK',e)\ng('PEXPIRE',e,ab)\nr('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function eq(bj,f)\nlocal l=c('PTTL',e)\nif k then g('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function ex()\nreturn t=='plain'\nend\nlocal fi=1000\nlocal function ez(bj,l)\nlocal i=g('HINCRBY',e,h,1)\nr('HINCRBY',e,h,-1)\nreturn i,l\nend";

const grantIsLast_ =
  "local function iq()\nif ei and KEYS.locked then error('KEY_NOT_LOCKED')end\nreturn cf\nend";

const waitersMAILBOX_ =
  "local ey=ec .. ':mailbox:' .. string.rep('%x',32)";

const waitersTell_ =
  "local function cb(ak,...)\nay(dl(ak),table.concat({...},' '))\nend";

const queueQueue_ =
  "local ar,cq,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cr=15000\nlocal di=2000\nlocal fk=100\nlocal kt=10\nlocal iy=false\nlocal function em(y,j,dg)\nfor q=1,#dg,di do\ng(y,j,unpack(dg,q,math.min(q+di - 1,#dg)))\nend\nend\nlocal function ea()\nreturn c('ZDIFF',2,cq,be,'WITHSCORES')\nend\nlocal function hs()\nlocal cf=c('LINDEX',ar,-1)\nreturn cf,tonumber(cf and c('ZSCORE',cq,cf)or nil)\nend";

const queueLeave_ =
  "local function fg(ft,dj)\nlocal bv=c('LRANGE',ar,0,fk)\nlocal jj=#bv>fk\nlocal gn=jj and ea()or c('ZRANGE',cq,0,-1,'WITHSCORES')\nlocal gp,cf,er={},nil,nil\nfor q=1,#gn,2 do\ngp[gn[q]]=gn[q+1]\nend\nif jj then\ncf,er=hs()\nbv=(#gn>0 or dj>kt)and c('LRANGE',ar,0,-1)\nend\nlocal go,cx,ef,hb=0,{},{},{}\nfor bj,x in ipairs(bv or{})do\nif ft[x] then\ngo=go+fb\ntable.insert(ef,x)\nelse\ntable.insert(hb,x)\nif go>0 and gp[x] then\ntable.insert(cx,aj(gp[x] - go))\ntable.insert(cx,x)\nend\nend\nend\nif not bv then\nfor x in pairs(ft)do\nif g('LREM',ar,0,x)>0 then table.insert(ef,x)end\nend\nelseif #ef==1 then\ng('LREM',ar,0,ef[1])\nelseif #ef>1 then\ng('DEL',ar)\nem('RPUSH',ar,hb)\nend\nem('ZREM',cq,ef)\nif er then\nlocal jg=er - #ef*fb\ncf,er=hs()\nif er and er>jg and not gp[cf] then\ntable.insert(cx,aj(jg))\ntable.insert(cx,cf)\nend\nend\nem('ZADD',cq,cx)\nif bv and #hb==0 then g('DEL',be)end\nend\nlocal function kl()\nlocal gq=c('ZRANGEBYSCORE',be,'-inf',aj(ac - cr))\nif #gq==0 then return end\nlocal ft={}\nfor bj,x in ipairs(gq)do\nft[x]=true\nend\nfg(ft,#gq)\nem('ZREM',be,gq)\niy=true\nend\nlocal function lc()\nwhile true do\nlocal cm=c('LINDEX',ar,0)\nif not cm then return false end\nif not ac then db()end\nlocal am=tonumber(c('ZSCORE',be,cm)or nil)\nif am and am>ac then\nlocal fm={}\nfor bj,x in ipairs(c('ZRANGEBYSCORE',be,'(' .. aj(ac),'+inf'))do\ntable.insert(fm,aj(ac))\ntable.insert(fm,x)\nend\nau('ZADD',be,fm[1],fm[2])\nem('ZADD',be,fm)\nam=ac\nend\nlocal ev=not am and tonumber(c('ZSCORE',cq,cm)or nil)\nlocal jr=am and am+cr or ev or 0\nif jr>ac then return cm,jr,am~=nil end\nif am then\nkl()\nelse\ng('LPOP',ar)\ng('ZREM',cq,cm)\niy=true\nend\nend\nend\nlocal function kp(bn)\nlocal fv=g('ZPOPMIN',cq,fk+1)\nlocal m,cx,l={},{},false\nfor q=#fv,1,-1 do table.insert(m,fv[q])end\nif #fv>0 then r('ZADD',cq,unpack(m))end\nlocal function hu(dg)\nfor q=2,#dg,2 do\nif dg[q - 1]==bn then\nl=true\nelse\ntable.insert(cx,aj(dg[q] - fb))\ntable.insert(cx,dg[q - 1])\nend\nend\nend\nhu(fv)\nif #fv>2*fk then\nif not l then g('ZREM',cq,bn)end\nhu(ea())\nhu({hs()})\nend\nem('ZADD',cq,cx)\nif #cx==0 and c('EXISTS',ar)==0 then g('DEL',be)end\nend\nlocal function jz(x)\nif KEYS.locked then return end\nlocal b=redis.pcall('GET',(string.gsub(bg(x),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(b)=='string' and b or nil\nend\nlocal function ka(dr,...)\nlocal ak=string.match(dr or '','^~?(' .. ey .. ') ')\nif ak then cb(ak,...)end\nreturn ak\nend\nlocal function kv(eb,x,dr)\nif not ka(dr,'try',x,0)then ay(eb .. x,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local pq=30000\nlocal pp=86400000\nlocal function nw()\nlocal af=dz()\nbl(kp,h)\nreturn af\nend\nlocal function oe(ev)\nlocal ou=ev - ac+fb+cr\nif c('PTTL',be)<ou then g('PEXPIRE',be,aj(ou))end\nend\nlocal function qj(as,px,cx)\nwhile true do\nlocal o=c('LRANGE',ar,as+1,as+fk)\nfor bj,x in ipairs(o)do\nif c('ZSCORE',be,x)then return end\nlocal ev=c('ZSCORE',cq,x)\nif ev then\ntable.insert(cx,aj(ev+px))\ntable.insert(cx,x)\nend\nend\nif #o<fk then return end\nas=as+fk\nend\nend\nlocal oz=false\nlocal function af()\nlocal kx=c('EXISTS',e,n,k or n)\nif kx==0 then\nlocal cm=g('LPOP',ar)\nif not cm then\nr('EXISTS',ar)\nreturn dz()\nend\nr('LPUSH',ar,cm)\nif cm==h then return nw()end\ng('LPUSH',ar,cm)\nelse\nlocal jk=not k and kx==1\nif not jk then cn()end\nlocal af=not(jk and ARGV[6]=='2')and fy()\nif af then return af end\nend\nlocal l=ck()\ndb()\nlocal as=c('LPOS',ar,h)\nlocal gr=as and g('ZADD',be,aj(ac),h)==1\nif gr then oe(ac+(as+1)*fb)end\nkl()\nlocal cm,nz\nif l==-2 then\ncm,nz=lc()\nend\nif l==-2 and not cm then\ng('DEL',be)\nreturn dz()\nend\nif l==-2 and cm==h then\ng('LPOP',ar)\nr('LPUSH',ar,h)\nreturn nw()\nend\nif iy then\nas=c('LPOS',ar,h)\nif l==-2 then kv(ARGV[10],cm,jz(cm))end\nend\nif iq()then\nif as then\nfg({[h]=true},1)\ng('ZREM',be,h)\nend\nax('refused',f)\nreturn hd({'busy',al,l,as and as+1 or 0,-1})\nend\nlocal ah=as and tonumber(c('ZSCORE',cq,h)or nil)\nif ah and ah<ac - pp then ah=nil end\nlocal ev=ah\nif not as then\nlocal ko=c('LINDEX',ar,-1)\nev=(ko and c('ZSCORE',cq,ko)or ac+math.max(l,0))+fb\nas=g('RPUSH',ar,h)- 1\noz=true\ng('ZADD',be,aj(ac),h)\nend\nlocal ny=ac+(as+1)*fb\nif not ev or ev<ny - fb+pq then ev=ny end\nif ev~=ah then\nlocal cx={aj(ev),h}\nif ah and not gr then qj(as,ev - ah,cx)end\nem('ZADD',cq,cx)\noe(ev)\nend\nreturn{'busy',al,l,as+1,l==-2 and nz+1 - ac or l}\nend";

const waitersIsHeard_ =
  "local function hc(ak,z)\nak=dl(ak)\nlocal co=redis.pcall('PUBSUB','NUMSUB',ak,z or ak)\nreturn co.err~=nil or co[2]~=0,co[4]\nend";

const waitersDated_ =
  "local function mt(b)\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ )0 ','%1' .. aj(ac).. ' '))\nend";

const waitersIsCluster_ =
  "local function oa()\nlocal mi=redis.pcall('INFO','cluster')\nreturn type(mi)=='string' and string.find(mi,'cluster_enabled:1',1,true)~=nil\nend\nlocal function nt()\nlocal p,nu=pcall(function()\nreturn redis.sha1hex('')\nend)\nreturn p and nu=='da39a3ee5e6b4b0d3255bfef95601890afd80709'\nend\nlocal function ok(b,co)\nb=mt(b)\nif co~='1' or string.find(b,'^~')then return b end\nlocal oi=nt()and hc(string.match(b,'^%S+'))and not oa()\nreturn(oi and '' or '~').. b\nend";

const waitersSECRET_ =
  "local ik=string.rep('%x',32)";

const waitersSEALDIGITS_ =
  "local jf=20";

const waitersTellGranted_ =
  "local function jq(ak,da,...)\nlocal b='granted ' .. table.concat({...},' ')\ncb(ak,b,string.sub(redis.sha1hex(da .. b .. da),1,jf))\nend";

const waitersSTANDINGMS_ =
  "local il=150000\nlocal ij='^(~?)(' .. ey .. ') (%S+) (' .. ik .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op]k?)(.*)$'\nlocal ii=15\nlocal dq,hk=0,false\nlocal function gv(b,z)\nlocal ba,ak,h,da,ab,f,hy,s,an=string.match(b,ij)\nif not ba or string.find(an,'^[^\\n]')or math.max(#ab,#f)>ii then return end\nif ac - hy>=il then return end\nif ba=='' then\nlocal gs=string.sub(s,2,2)\nlocal ip,dt=hc(ak,z)\nif not ip then return end\ndq,hk=z and gs~='p' and dt or 0,gs=='o'\nend\nif KEYS.locked and string.sub(s,3)~='k' then ba='~' end\nreturn ba,ak,h,da,ab,f,s,an\nend";

const waitersStanding_ =
  "local ch,ff=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal ep=160000\nlocal function fd()\ng('SET',ff,'1','PX',ep)\nend";

const waitersCALLEDMS_ =
  "local ga=65\nlocal im=30\nlocal he=50\nlocal am=0\nlocal function gl(as,cz,ad)\nlocal b=c('LINDEX',ch,as)\nif not b then return false end\nlocal ak,h=string.match(b,'^~?(' .. ey .. ') (%S+)')\nif ak then cb(ak,cz,h,ad)end\nreturn true\nend\nlocal function hi(cz,ad)\nif gl(0,cz,ad)then fd()end\nend";

const waitersIsOpen_ =
  "local function hj(h)\nreturn KEYS.locked or c('EXISTS',bg(h))==0\nend\nlocal function hf(ad,z)\nif not ac then db()end\nwhile am<he do\nam=am+1\nlocal b=c('LINDEX',ch,0)\nif not b then return end\nlocal ba,ak,h=gv(b,z)\nif dq>0 then ad=im end\nlocal gm=ba and hj(h)\nif gm and(ba=='' or ad>0)then\nfd()\ncb(ak,ad==0 and 'try' or 'next',h,ad)\nif ad==0 or ba=='~' or dq>0 then gl(1,'next',ad+ga)end\nreturn\nend\ng('LPOP',ch)\nif gm then\ncb(ak,'try',h,0)\nad=ga\nend\nend\nhi(ad==0 and 'try' or 'next',ad)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local jd=5000\nlocal function ji(h,ab,f,an)\nif not KEYS.locked then\nif not g('SET',bg(h),'|+' .. an,'PX',f,'NX')then return end\nr('UNLINK',bg(h))\nend\nlocal cu=math.min(tonumber(ab),jd)\ng('HINCRBY',e,h,1)\nr('UNLINK',e)\ng('PEXPIRE',e,cu)\nr('UNLINK',e)\nreturn cu\nend";

const waitersWithGrant_ =
  "local function jt(d,cp)\nif not cp then return d end\ntable.insert(d,'granted')\nfor bj,js in ipairs(cp)do table.insert(d,js)end\nreturn d\nend";

const queueTellNext_ =
  "local function lm(eb,cu)\nlocal x=c('LINDEX',ar,0)\nif not x or ka(jz(x),'next',x,cu)then return end\nif c('ZSCORE',be,x)then return end\ng('ZADD',cq,'XX','LT',aj(ac+cu+fb),x)\nay(eb .. x,'0')\nend\nlocal function my(eb,x,dr)\nlocal ba,ak,h,da,ab,f,bj,an=gv(dr)\nif ba~='' or h~=x then return end\nlocal cu=ji(h,ab,f,an)\nif not cu then return end\ng('LPOP',ar)\nkp(h)\njq(ak,da,h,aj(ac),cu,aj(ac),0,0)\npcall(lm,eb,cu)\nreturn{h,cu}\nend\nlocal function ma(eb,gt)\nlocal cm,dr\nlocal p,cp=bl(function()\nlocal bj,ir\ncm,bj,ir=lc()\ndr=ir and jz(cm)\nreturn dr and my(eb,cm,dr)\nend)\nlocal bt=p and cp or(not p and redis.pcall('EXISTS',e)==1)\nif bt then\nif gt==2 then pcall(fd)end\nreturn p and cp\nend\nif cm then pcall(kv,eb,cm,dr)end\nif gt==2 then pcall(hf,0)end\nend";

const stateTimeouts_ =
  "local dc=''";

const fenceMarkKey_ =
  "local no,al,ce=KEYS[1],ARGV[1],ARGV[2]\nlocal function pu(ba)\nif not ba then return true end\nif not string.find(ba,'^%d+$')then error('the mark of this resource is no number')end\nreturn #ba<#ce or(#ba==#ce and ba<=ce)\nend\nlocal function qb(ba,cy)\nif ba==ce then return false end\nlocal bc=c('TIME')\nif tonumber(ce)<=(bc[1]+60)*1e6+bc[2] then return false end\nlocal aw=tonumber(c('GET',cy)or '')\nreturn not aw or aw<tonumber(ce)\nend\nlocal function ql(ba)\nif ba~=ce then g('SET',no,ce)end\nend";

const grantLooked_ =
  "local ic\nlocal function it(iv)\nif iv or KEYS.locked then\nlocal de,o=pcall(bz)\nif not de or i then return end\nic=o\nend\nif t==false then return -2 end\nreturn c('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function jk()\nreturn c('EXISTS',n)==0\nend";

const grantRefuseNew_ =
  "local function lf(l)\nif not l or l<0 then return end\nlocal gr\nif iq()then\ngr=au('SET',n,'|-refused','PX',f,'NX')\nelse\ngr=jk()\nend\nif gr then return{'busy',al,l}end\nend";

const waitersMOST_ =
  "local di='9223372036854775807'";

const fencedTokenKey_ =
  "local cy=KEYS[3]";

const waitersReadToken_ =
  "local function jy()\nlocal aw=c('GET',cy)\nreturn aw~='' and aw\nend\nlocal function jx(b)\nreturn string.find(b,'^%d+$')and(#b<#di or(#b==#di and b<=di))\nend\nlocal function id(aw,hn)\nlocal ce=hn[1] .. string.format('%06d',hn[2])\naw=aw or ''\nlocal hr=#aw<#ce or(#aw==#ce and aw<ce)\nif hr then g('SET',cy,ce)else g('INCR',cy)end\nif aw=='' then r('UNLINK',cy)else r('SET',cy,aw)end\nreturn hr and ce or c('GET',cy)\nend";

const fencedWithToken_ =
  "local function kk(af,ce)\ntable.insert(af,ce)\nreturn af\nend\nlocal function jl()\nlocal aw=jy()\nif aw and not jx(aw)then ai(cy)end\nreturn aw\nend\nlocal function mn(aw)\nif aw==di then ai(cy)end\nlocal ce=id(aw,c('TIME'))\nreturn kk(dz(),ce)\nend\nlocal function ot()\nlocal ov,aw=pcall(jl)\nlocal af=ov and aw~=di and hz()\nreturn af and kk(af,id(aw,c('TIME')))\nend\nlocal function on()\ncn()\nlocal aw=k and v=='' and jl()\nlocal af=fy()\nif af and af[1]=='held' then kk(af,aw or jl()or id(nil,c('TIME')))end\nreturn af,aw\nend";

const fencedQuickAnswer_ =
  "local function ix()\nif k then return c('EXISTS',e,n,k)==0 and mn(jl())end\nlocal l=it(ARGV[6]~='2')\nreturn l==-2 and ot()or lf(l)\nend\nlocal function ju()\nlocal af,aw=on()\nif af then return af end\nlocal l=ck()\nif l==-2 then\nif not k then aw=jl()end\nreturn mn(aw)\nend\nif iq()then ax('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function af()\nreturn hd(ix()or ju())\nend";

const lockHashIsRandom_ =
  "local function oc(u)\nreturn string.find(u,':%d%d%d%d%d%d%d%d%d%d%d%d+$')~=nil\nend";

const standIsOurs_ =
  "local ir=0\nlocal function jk()\nlocal o=ic or c('HRANDFIELD',e,2,'WITHVALUES')\nlocal ha={n}\nif #o==2 and not KEYS.locked then table.insert(ha,bg(o[1]))end\nlocal dh,ea=unpack(c('MGET',unpack(ha)))\nlocal kn=ea and string.sub(ea,1,1)~='!'\nif #o==2 and KEYS.locked then kn=oc(o[1])end\nir=kn and 1 or 0\nreturn not dh\nend";

const waitersLeaveList_ =
  "local function jb(h)\nfor bj,b in ipairs(c('LRANGE',ch,0,-1))do\nif string.match(b,'^%S+ (%S+)')==h then g('LREM',ch,0,b)end\nend\nend";

const standMarked_ =
  "local function qh(b)\nlocal co=ARGV[12]~='' and redis.pcall('PUBSUB','NUMSUB',ARGV[12])\nif not co or co.err then return b end\nreturn(string.gsub(b,'^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-','%1' ..(co[2]==0 and 'o' or 'p')))\nend\nlocal function oo()\ndb()\nlocal b=qh(ok(ARGV[10],ARGV[11]))\nlocal as=ARGV[9]~='' and c('LPOS',ch,ARGV[9])\nif as then\ng('LSET',ch,as,b)\nelse\ng('RPUSH',ch,b)\nend\ng('PEXPIRE',ch,ep)\nfd()\nreturn b\nend";

const standAnswerOrStand_ =
  "local function pv()\nif KEYS.locked and cf then pcall(jb,h)end\nlocal d=af()\nif d[1]=='busy' and not cf then\nif ARGV[10]=='' then return d end\nlocal p,b=pcall(oo)\nif p then\ntable.insert(d,ac)\ntable.insert(d,b)\ntable.insert(d,ir)\nend\nelseif KEYS.locked then\nif not cf then pcall(jb,h)end\nelseif ARGV[9]~='' then\npcall(g,'LREM',ch,0,ARGV[9])\nend\nreturn d\nend";

const stealBEYONDLEASEMS_ =
  "local ih=60000\nlocal mp=64";

const stealRob_ =
  "local function ng(u,l)\nlocal ea=bg(u)\nlocal f=math.max(l+ih,c('PTTL',ea))\nlocal ig='!' .. kb .. '|'\nlocal m=g('SET',ea,ig .. '-' .. kb,'PX',f,'GET')\nif m then r('SET',ea,m,'PX',f)else r('UNLINK',ea)end\nlocal ag=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not ag then return end\ng('SET',ea,ig .. ag,'PX',f)\nr('SET',ea,m,'PX',f)\nend\nlocal function nh(l,nj)\nlocal lh={}\nfor bj,u in ipairs(c('HRANDFIELD',e,mp+1))do\nif u~='mode' or t=='plain' then\nng(u,l)\ntable.insert(lh,u)\nend\nend\ng('UNLINK',e)\nlocal ha=table.concat(lh,' ')\nay(nk,ha .. ' ' .. kb)\nlocal af=nj()\ntable.insert(af,ha)\nreturn af\nend";

const stealQuickAnswer_ =
  "local function ix()\nif k then return c('EXISTS',e,n,k)==0 and ll()end\nlocal l=it(true)\nif l==-2 then return ni()end\nif l and l>=0 and c('EXISTS',n)==0 then return lj(l)end\nend";

const stealFullAnswer_ =
  "local function ju()\nlocal af=ah()\nif af then return af end\nlocal l=ck()\nif l==-2 then return ll()end\nreturn lj(l)\nend\nlocal function af()\nreturn ix()or ju()\nend";

const inspectSubscriptions_ =
  "local function oq(eb)\nlocal co=redis.pcall('PUBSUB','NUMSUB',unpack(eb))\nif co.err then return -1 end\nlocal lk=0\nfor q=2,#co,2 do lk=lk+co[q] end\nreturn lk\nend";

const lockHashLONGESTVALUE_ =
  "local nr=500\nlocal function oh(j)\nlocal ej=redis.pcall('GETRANGE',j,0,nr)\nif type(ej)~='string' then return nil end\nreturn string.match(ej,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function qf(gz,na)\nreturn 'light\\n' .. gz .. ' ' .. na\nend";

const inspectLONGESTSTATE_ =
  "local ps=700\nlocal function qs(av)\nlocal mb=#av>0 and c('MGET',unpack(av))or{}\nfor q=1,#av do mb[q]=string.sub(mb[q] or '',1,ps)end\nreturn mb\nend";

const inspectMOSTBYTES_ =
  "local ns=50000\nlocal function mz(b)\nlocal bj,ol=string.gsub(b,'[^%w:{}_./ -]','')\nreturn #b+5*ol+3\nend";

const permitsCount_ =
  "local function i(b)\nreturn tonumber(gj(b))\nend";

const permitsPermits_ =
  "local fc,gb,al=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local bc=c('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal mg=1000";

const lockQuickAnswer_ =
  "local function ix()\nif k then return c('EXISTS',e,n,k)==0 and dz()end\nlocal l=it(ARGV[6]~='2')\nreturn l==-2 and hz()or lf(l)\nend\nlocal function ju()\ncn()\nlocal af=fy()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dz()end\nif iq()then ax('refused',f)end\nreturn{'busy',al,l}\nend\nlocal function af()\nreturn hd(ix()or ju())\nend";

const holdBlock_ =
  "cn()\nlocal bi=ct()\nif bi then return bi end\nlocal i=dt()\nif not i then return ax(ci('lost'),ARGV[4])end\nreturn{'counted',al,tonumber(i),eq(tonumber(i))}";

const waitersTokenKey_ =
  "local cy";

const waitersChainSince_ =
  "local io,hh,hg\nlocal lu=1000\nlocal ls=2000\nlocal kc=99\nlocal function md()\ncy='redisson_lock_token:' .. string.match(ch,'^[^:]+:[^:]*:standing:(.*)$')\nif KEYS.locked and not KEYS.locked[cy] then return false end\nlocal p,aw=pcall(jy)\nreturn p and(not aw or(jx(aw)and aw~=di)),aw\nend\nlocal function lw(ak,h,da,ab,f,s,an)\nlocal kd,aw=true,nil\nlocal kg=string.find(s,'^t')\nif kg then\nkd,aw=md()\nend\nif not kd then return cb(ak,'try',h,0)end\nlocal cu=ji(h,ab,f,an)\nif not cu then return end\nlocal ce=kg and id(aw,bc)or nil\njq(ak,da,h,aj(ac),cu,aj(io),hh,hg,ce)\nreturn{h,cu,ce}\nend\nlocal function kh(z)\nay(z,'1000000')\nay(z,'0')\nend\nlocal function is(z)\nkh(z)\npcall(hf,0,z)\nend\nlocal function kf(b,le)\nreturn math.min(math.max(tonumber(b)or 0,0),le)\nend\nlocal function lx()\nif dq==0 or not hk then return false end\nlocal kj=c('LLEN',ch)+2\nreturn hh*dq>=math.max(kj+dq,hg*kj)\nend\nlocal function lz(z,gz,iz,iw,ja)\nif not ac then db()end\nio=math.min(tonumber(gz)or ac,ac)\nhh=kf(iz,kc - 1)+1\nhg=kf(iw,kc)\nlocal ly=hg>hh and ls or lu\nif ac - io>=ly then return is(z)end\nwhile am<he do\nam=am+1\nlocal b=g('LPOP',ch)\nif not b then\nay(z,'0')\nreturn\nend\nlocal ba,ak,h,da,ab,f,s,an=gv(b,z)\nif ba=='' and lx()then\ng('LPUSH',ch,b)\nreturn is(z)\nend\nif ba=='~' and hj(h)then\nkh(z)\ncb(ak,'try',h,0)\nhf(ga)\nreturn\nend\nlocal cp=ba=='' and lw(ak,h,da,ab,f,s,an)\nif cp then\nif KEYS.locked then pcall(jb,h)end\npcall(hi,'next',cp[2])\nif dq>0 and ja~='1' then ay(z,'1')end\nreturn cp\nend\nend\nis(z)\nend\nlocal function ek(z,gt,gz,iz,iw,ja)\nam=0\nif gt==2 then\nlocal p,cp=bl(lz,z,gz,iz,iw,ja)\nif p then return cp end\nif redis.pcall('EXISTS',e)==1 then return end\nend\nay(z,'0')\nend";

const holdRenew_ =
  "local function nf(ab,f,dx,of,lg)\nlocal bi=ct()\nif bi then return nil,bi end\nlocal i=dt()\nif not i then return nil,ax(ci('lost'),f)end\ngh(e,ab)\nif lg then lg(tonumber(i))end\nif k then\nif aq then\neu(n,dx)\nelse\nca(string.sub(v,2).. '|',dx)\nend\neu(k,dx,lg)\nelseif KEYS.locked and not aq then\nca('|+',dx)\nelseif of then\neu(n,dx)\nend\nreturn tonumber(i)\nend";

const readHoldsRenewSlot_ =
  "local function qn(i,dh,ab)\nlocal at=1\nif i>1 then at=jo(i,dh)end\nlocal j=dk(h,at)\nif not gh(j,ab)then g('SET',j,'1','PX',ab,'NX')end\ncs[j]=nil\nend";

const lockHashLock_ =
  "local e,n,h,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "bz()\nlocal l=ck()";

const ownerAnswer_ =
  "local function af(et)\nreturn{'done',al,tonumber(et)}\nend\nlocal function p(et)\nau('SET',k,et,'PX',ARGV[4])\nr('UNLINK',k)\nreturn af(et)\nend";

const ownerHeldCount_ =
  "local function jv(jw)\nbz()\nif t and(t=='plain')~=jw then ai(e)end\nif t then ck()end\nreturn i and tonumber(i)\nend";

const ownerENDED_ =
  "local hl='released-elsewhere'\nlocal ih=60000\nlocal function kw(la)\nlocal f=math.max(c('PTTL',e)+ih,c('PTTL',n))\nau('SET',n,'!' .. hl .. '|-' .. hl,'PX',f)\nif aq then r('SET',n,bu,'PX',f)else r('UNLINK',n)end\nlocal lb=la()\nay(ARGV[6],h .. ' ' .. hl)\nreturn lb\nend";

const ownerBlock_ =
  "cn()";

const ownerEndReads_ =
  "local function pz()\nif v~='' then return af(v)end\nlocal by=jv(false)\nif not by then return p(0)end\nlocal d=p(1)\nkw(function()\nlv(tonumber(by))\nend)\nreturn d\nend";

const ownerRenewed_ =
  "local function qo()\np(1)\nreturn{'done',al,1,w}\nend";

const permitsGiveBack_ =
  "local function mx(dj,z,en,mv,...)\nlocal ed=au('INCRBY',fc,dj)\nr('INCRBY',fc,-dj)\nmv(...)\nif ed>=en then ay(z,aj(ed))end\nend";

const permitsSweep_ =
  "local function os(ed,z)\nlocal km,gw=unpack(c('ZRANGE',gb,0,0,'WITHSCORES'))\nif km and #km~=16 then error('NOT_A_LOCK 2')end\nif not km or tonumber(gw)>ac then return ed end\nlocal ky=c('ZCOUNT',gb,'-inf',aj(ac))\nlocal dj=math.min(ky,mg)\nmx(dj,z,1,g,'ZREMRANGEBYRANK',gb,0,dj - 1)\nreturn ed+ky\nend";

const permitExpirableRecord_ =
  "local k,z,f=KEYS[3],ARGV[2],ARGV[4]\nlocal mr=setmetatable({},{\n__index=function(ew,aa)\new[aa]=string.char(tonumber(aa,16))\nreturn ew[aa]\nend,\n})\nlocal gy,ew={},string.gsub(ARGV[3],'..',mr)\nlocal function l()\nlocal en,dj=math.huge,0\nfor bj,gw in ipairs(c('ZMSCORE',gb,unpack(gy)))do\nen=math.min(en,gw and gw - ac or 0)\nif gw then dj=dj+1 end\nend\nreturn en,dj\nend";

const permitExpirableEnded_ =
  "local function bh(s)\nreturn{'ended',al,s}\nend\nlocal function gg(s)\nlocal m=au('SET',k,'-' .. s,'PX',f,'GET')\nif m then r('SET',k,m,'PX',f)else r('UNLINK',k)end\nreturn bh(s)\nend\nlocal function ct(ba)\nif ba and string.sub(ba,1,1)=='-' then return bh(string.sub(ba,2))end\nend";

const permitExpirableScored_ =
  "local function qq(ab)\nlocal dg,gw={},aj(ac+ab)\nfor bj,qi in ipairs(gy)do\ntable.insert(dg,gw)\ntable.insert(dg,qi)\nend\nreturn unpack(dg)\nend";

const permitExpirableLostEnd_ =
  "local function nn()\nreturn ct(c('GET',k))or gg('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#ew,16 do\ntable.insert(gy,string.sub(ew,q,q+15))\nend";

const readWriteTimeouts_ =
  "local dc=ARGV[9]\nlocal kb,nk=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function lj(l)\nif t=='plain' then ai(e)end\nreturn nh(l,dz)\nend\nlocal ni,ll=hz,dz";

const readWriteKnown_ =
  "local function ah()\ncn()\nreturn fy()\nend";

const readWriteBlock_ =
  "return af()";

const semaphoreKey_ =
  "local j,k,al,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bh(s)\nreturn{'ended',al,s}\nend\nlocal function ax(s)\nau('SET',k,'-' .. s,'PX',f)\nr('UNLINK',k)\nreturn bh(s)\nend\nlocal ej,ba=unpack(c('MGET',j,k))\nlocal function fc()\nreturn gj(ej or c('GET',j))\nend";

const semaphoreTaken_ =
  "local nq=ba and string.match(ba,'^%+(%d+)$')\nif ba and not nq then return bh(string.sub(ba,2))end";

const semaphoreNotify_ =
  "local function qk(z,fc)\nif fc>=0 then ay(z,fc)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "7fc3b96b82c60fcbe0afc955a7846c84f8d6d8a1", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ej then return p(0,au)end\nlocal l=ej - 1\nlocal d=p(math.max(l,0),au)\ng('DECR',j)\nif l>0 then return d end\nr('INCR',j)\ng('DEL',j)\nif l==0 then ay(ARGV[3],'0')end\nreturn d", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "c97737e9f87c4beb8609f33ddcc97581816f5329", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ej then return p(0,au)end\nlocal d=p(1,au)\ng('DEL',j)\nay(ARGV[3],'1')\nay(ARGV[3],'0')\nreturn d", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-read", "0fb8b10d0494f6347a777ead1d8d150c9085abf5", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-write", "1bdf768b230b2b0c5bb4dfd8544c2b9fb2dbd221", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "cadf192adf56bfc9081ff4717b470d572ae33607", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "mj()\nlocal gi=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if t=='plain' then ai(e)end\nif t~=ARGV[6] then return kq(0)end\nlocal d=kq(1)\ng('DEL',e)\npcall(ge,'free')\nay(gi,t=='write' and '1' or '0')\nmo()\nreturn d", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-read", "3abcfb78295242d2b1de328e84b4bf23dd936a09", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-write", "9845e511744e6add6dd97071e00b1aa306453670", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "f97a0faf7d540f662a994659072321e1b8ea6508", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, queueQueue_, "k=KEYS[6]\nlocal fb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return af()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "67d4460e1becf7b8be7488bc2f463efb0f9e0160", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantIsLast_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersTell_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal fb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local ep=cr+5000\nlocal rx=100\nlocal function si(as)\nlocal ke=c('HRANDFIELD',e)\nlocal ig=ke and c('GET',bg(ke))\nif not ig or string.sub(ig,1,1)=='!' or as>rx then return 0 end\nif as==1 then return 1 end\nfor bj,am in ipairs(c('ZMSCORE',be,unpack(c('LRANGE',ar,0,as - 2))))do\nif not am then return 0 end\nend\nreturn 1\nend\nlocal function oo(as)\nlocal b=ok(ARGV[12],ARGV[13])\nlocal m=g('SET',KEYS[6],b,'PX',ep,'GET')\nreturn b,m==ARGV[11] and not oz and 1 or si(as)\nend\nlocal d=af()\nif d[1]~='busy' or cf or KEYS.locked then return d end\nlocal p,b,kn=pcall(oo,d[4])\nif p then\nfor bj,js in ipairs({ac,b,kn})do table.insert(d,js)end\nend\nreturn d", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "9a6046415744ba83bef7372cc6ce609a9dcb1800", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "mj()\nlocal fb=tonumber(ARGV[6])", queueLeave_, queueTellNext_, forceForced_, forceTellHolders_, "if t=='read' or t=='write' then ai(e)end\nif not t then return kq(0)end\nlocal d=kq(1)\nlocal cp=ma(ARGV[3],g('DEL',e,ff))\nmo()\nreturn jt(d,cp)", END);

export const fairPass: LuaScript = /* @__PURE__ */ script("fair/pass", "864b89252252b87ddebd012e497155bce96b7b24", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[9] and KEYS[7]\nlocal fb=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cp\nlocal ob=false\nlocal function es()\ng('DEL',e)\nob=true\nend\nlocal function hq()\nif c('EXISTS',e)==0 then cp=ma(ARGV[9])end\nend", endEndHold_, "local d=ho(ARGV[4])\nif not ob then return jt(d,cp)end\nlocal p,qc=bl(function()\nif c('LINDEX',ar,0)~=ARGV[11] then return false end\nif not g('SET',KEYS[6],'|+' .. ARGV[14],'PX',ARGV[13],'NX')then return false end\nr('UNLINK',KEYS[6])\ng('HINCRBY',e,ARGV[11],1)\nr('UNLINK',e)\ng('PEXPIRE',e,ARGV[12])\nreturn true\nend)\nif p and qc then\nbl(function()\ng('LPOP',ar)\nkp(ARGV[11])\nend)\ntable.insert(d,'held')\nreturn d\nend\nreturn jt(d,ma(ARGV[9],1+g('DEL',ff)))", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "891baf7b6bd8b659d25361c07e3feb6f8011e7bd", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal fb=tonumber(ARGV[10])", queueLeave_, queueTellNext_, endFirst_, "local cp\nlocal function es()\ncp=ma(ARGV[9],g('DEL',e,ff))\nend\nlocal function hq()\nif ARGV[11]=='1' and c('LPOS',ar,h)then\nfg({[h]=true},1)\ng('ZREM',be,h)\nend\nif c('EXISTS',e)==0 then cp=ma(ARGV[9])end\nend", endEndHold_, "local d=ho(ARGV[4])\nreturn jt(d,cp)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "75cf47f909d84b1b39d15e72f6bd078bb0df3ea3", BEGIN, fenceMarkKey_, "local ba=c('GET',no)\nif not pu(ba)then return{'fenced',al,0}end\nif qb(ba,KEYS[2])then return{'ahead',al}end\nql(ba)\nreturn{'fenced',al,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "1ac385af008236f40051802fe3b13d953a6f67e0", BEGIN, stateWrite_, fenceMarkKey_, "local k,sm,f,ej=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal ba,p=unpack(c('MGET',no,k))\nif p=='1' then return{'fenced',al,1}end\nif p=='ahead' then return{'ahead',al}end\nif p then return{'withdrawn',al}end\nif not ba then ba=c('GET',no)end\nif not pu(ba)then return{'fenced',al,0}end\nif not ej then\nau('SET',k,'0','PX',f)\nreturn{'withdrawn',al}\nend\nif qb(ba,KEYS[4])then\ng('SET',k,'ahead','PX',f)\nreturn{'ahead',al}\nend\ng('SET',sm,ej,'GET')\nql(ba)\ng('SET',k,'1','PX',f)\nreturn{'fenced',al,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "2e1cf5599d956246a17bc32568342a879cbc874b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn af()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "32ae3a0c767d773d685b440fccf2f380bc445e9a", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, waitersLeaveList_, fencedWithToken_, fencedQuickAnswer_, standMarked_, standAnswerOrStand_, "k=nil\nreturn pv()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "eb3d2483817a6bb461e709853019b930004d8d27", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal kb,nk=ARGV[9],ARGV[10]", stealRob_, "local ni,ah=ot,on\nlocal function ll()\nreturn mn(jl())\nend\nlocal function lj(l)\nif t~='plain' then ai(e)end\nlocal aw=jl()\nif aw==di then ai(cy)end\nreturn nh(l,function()\nreturn mn(aw)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return af()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "da5bcb83dbea67452f35de9ff0f1f7487b73afcf", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal rb='!' .. ARGV[9] .. '|'\nlocal b=c('GET',KEYS[3])\nlocal l=b and(string.sub(b,1,1)=='=' or string.sub(b,1,#rb)==rb)and c('PTTL',KEYS[3])or 0\nlocal function kz()\nreturn{'found',al,b,l}\nend\nif l>0 then\nif g('SET',n,'|-lost','PX',f,'NX')then return kz()end\nelseif c('EXISTS',e,n)==0 then\nreturn dz()\nend\ncn()\nlocal af=fy()\nif af and af[1]=='ended' and l>0 then return kz()end\nif af then return af end\nlocal sk=ck()\nif cf then ax('refused',f)end\nreturn{'busy',al,sk,c('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "9395ac75daffee8c638c28c99644e98112d715db", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersTell_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, endFirst_, "k=nil\nlocal function es(sx)\nlocal qe,m=false,nil\nif sx then\nqe,m=pcall(g,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif qe and m then r('SET',KEYS[3],m,'PX',ARGV[11])end\nif qe and not m then r('UNLINK',KEYS[3])end\nlocal gt=g('DEL',e,ff)\nay(ARGV[9],'1')\nif gt==2 then pcall(hf,0)end\nend\nlocal function hq()end", endEndHold_, "return ho(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "528b42174fb384e250d6eb528e98cb83741cabb1", BEGIN, onceCounter_, inspectSubscriptions_, "local ao=gj(c('GET',KEYS[1]))\nlocal l=c('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],ao and 1 or 0,tonumber(ao or 0),l,oq({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "e7c3e5013e6a7375e294ff31623858b34004e724", BEGIN, lockHashMode_, "local e,n,h,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local dc=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local mq=100\nlocal sa=4\nlocal rz=tonumber(ARGV[6])\nlocal al,ar,be,od=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(bz)then\nlocal ke,gz,na=oh(e)\nif not ke then bz()end\nlocal l=ck()\nreturn{'lock',al,'light',l,1,1,0,0,0,0,ke,1,l,qf(gz,na)}\nend\nlocal l=ck()\nlocal function th()\nlocal cv,co,df={},{},0\nif not t then return cv,co,df end\ndf=c('HLEN',e)-(t=='plain' and 0 or 1)\nlocal ms,ah='0',{}\nif t~='plain' then ah['mode']=true end\nfor bj=1,sa do\nlocal lr=c('HSCAN',e,ms,'COUNT',2*mq)\nms=lr[1]\nlocal o=lr[2]\nfor q=1,#o,2 do\nif #cv<mq and not ah[o[q]] then\nif not bk(o[q+1])then ai(e)end\nah[o[q]]=true\ntable.insert(cv,o[q])\ntable.insert(co,tonumber(o[q+1]))\nend\nend\nif ms=='0' or #cv==mq then break end\nend\nreturn cv,co,df\nend\nlocal qm=0\nlocal function td(bf,by)\nif qm+by>rz then return l end\nqm=qm+by\nlocal bw=0\nfor at=1,by do\nbw=math.max(bw,c('PTTL',dk(bf,at)))\nend\nreturn math.min(bw,l)\nend\nlocal function tn(df,op)\nlocal ri=df>1 and c('PTTL',op)or -1\nif ri<0 then return l end\nreturn math.max(math.min(l,ri - ARGV[4]),0)\nend\nlocal function su(u,by,df,op)\nif t=='plain' then return l end\nif string.find(u,':write$')then return tn(df,op)end\nreturn td(u,by)\nend\nlocal function ti()\nif c('EXISTS',ar,KEYS[6])==0 then return{},0 end\nlocal nm=c('TYPE',ar).ok\nif nm=='list' then return c('LRANGE',ar,0,mq - 1),c('LLEN',ar)end\nif nm~='none' then ai(ar)end\nar,be=KEYS[6],KEYS[7]\nif c('TYPE',ar).ok~='zset' then ai(ar)end\nreturn c('ZRANGE',ar,0,mq - 1),c('ZCARD',ar)\nend\nlocal function tf(bv)\nif #bv==0 then return{}end\nlocal am=redis.pcall('ZMSCORE',be,unpack(bv))\nlocal bc=c('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal dg={}\nfor q=1,#bv do\nlocal cf=tonumber(am[q] or nil)\ndg[q]=cf and math.max(ac - cf,0)or -1\nend\nreturn dg\nend\nlocal cv,co,df=th()\nlocal np={}\nfor q,u in ipairs(cv)do np[q]=bg(u)end\nlocal mm=qs(np)\nlocal bv,tm=ti()\nlocal tg=tf(bv)\nlocal eb={unpack(ARGV,7)}\nif ar==KEYS[3] then\nfor bj,x in ipairs(bv)do table.insert(eb,ARGV[5] .. x)end\nend\nlocal jc=redis.pcall('LLEN',od)\nlocal d={'lock',al,t or 'free',l,df,0,tm,0}\ntable.insert(d,type(jc)=='number' and jc or 0)\ntable.insert(d,oq(eb))\nlocal ew=0\nlocal function cb(rr,kr,b,...)\new=ew+mz(kr)+mz(b)+30\nif ew>ns then return end\nd[rr]=d[rr]+1\nfor bj,bd in ipairs({kr,...})do table.insert(d,bd)end\nend\nfor q,u in ipairs(cv)do\ncb(6,u,mm[q],co[q],su(u,co[q],df,np[q]),mm[q])\nend\nfor q,x in ipairs(bv)do cb(8,x,'',tg[q])end\nreturn d", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "f3502d0e4a19a27b7c83237066e3b5c37ecc6ebb", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local mq=100\nlocal pt=922337203685477\nlocal function st(ew)\nreturn(string.gsub(ew,'.',function(sl)\nreturn string.format('%02x',string.byte(sl))\nend))\nend\nlocal b=c('GET',fc)\nlocal ed=b and i(b)\nlocal ky=c('ZCOUNT',gb,'-inf',aj(ac))\nlocal pb=c('ZCARD',gb)- ky\nlocal ag=c('ZRANGE',gb,'(' .. aj(ac),'+inf','BYSCORE','LIMIT',0,mq,'WITHSCORES')\nlocal d={'permits',al,b and 1 or 0,(ed or 0)+(b and ky or 0),pb}\ntable.insert(d,oq({ARGV[2]}))\ntable.insert(d,c('PTTL',fc))\ntable.insert(d,#ag/2)\nfor q=1,#ag,2 do\nif #ag[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gw=tonumber(ag[q+1])\ntable.insert(d,st(ag[q]))\ntable.insert(d,gw>=pt and -1 or gw - ac)\nend\nreturn d", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "646a159a1d0e4297504fab2f49e03460b3951f11", BEGIN, inspectMOSTBYTES_, "local ms,pn,mf=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal di=1000\nlocal pr=1000\nlocal dj,py=math.min(di,mf),ns\nlocal kz,re={},false\nlocal function se(av,mb)\nfor bj,j in ipairs(mb)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(av,j)end\nend\nend\nlocal function ez(av)\nlocal ew,o=0,{}\nfor bj,j in ipairs(av)do\nif #j<=pr then\new=ew+mz(j)\ntable.insert(o,j)\nend\nend\nif ew>py and(#kz>0 or dj>1)then return false end\npy=py - ew\nfor bj,j in ipairs(o)do table.insert(kz,j)end\nreturn true\nend\nlocal function ro(nm)\nreturn redis.pcall('SCAN',ms,'MATCH',ARGV[3],'COUNT',dj,'TYPE',nm)\nend\nrepeat\nlocal lr=ro('hash')\nif lr.err then return{'refused',ARGV[1],lr.err}end\nif ARGV[6]=='1' then se(lr[2],ro('string')[2])end\npn=pn - dj\nif #kz+#lr[2]>mf and dj>mf - #kz then\ndj=mf - #kz\nelseif ez(lr[2])then\nms,dj,re=lr[1],di,lr[1]=='0'\nelseif #kz>0 then\npn=0\nelse\ndj=math.floor(dj/2)\nend\nuntil re or #kz>=mf or pn<=0\nreturn{'scanned',ARGV[1],ms,unpack(kz)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "a3fa2eb01243e04c7f3ea10621fc357138f76b84", BEGIN, lockHashMode_, "local e,n\nlocal h,w,v='','',''", lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local pr=1000\nlocal rw=5\nlocal function tc(o)\nlocal bn=1\nfor q=1,#o,2 do\nlocal rd=t~='plain' and o[q]=='mode'\nif rd and bn==q then\nbn=q+2\nelseif not rd and string.find(o[q],':write$')then\nbn=q\nend\nend\nreturn o[bn],o[bn+1]\nend\nlocal function sv(o)\nif t=='plain' then return 1 end\nlocal dj=#o/2\nif dj==rw then dj=c('HLEN',e)end\nreturn dj - 1\nend\nlocal ow={'',-2,0,'',0}\nlocal function so(j)\nlocal ke,gz,na=oh(j)\nlocal l=ke and c('PTTL',j)or -2\nif l<=0 then return ow end\nlocal nm='light'\nreturn{nm,l,1,ke,1},qf(gz,na)\nend\nlocal function sn(j,op)\ne,n=j,op\nlocal fa,o=pcall(bz)\nif not fa then return so(j)end\nif not t then return ow end\nlocal l=c('PTTL',e)\nlocal u,by=tc(o)\nif l<=0 or not u or #u>pr then return ow end\nreturn{t,l,sv(o),u,tonumber(by)}\nend\nlocal pd={}\nlocal function oj(lq,kx)\nif #lq==0 then return end\nkx=kx or c('EXISTS',unpack(lq))\nif kx==0 then return end\nif 4*kx<#lq then\nlocal rk=math.floor(#lq/2)\nlocal m,sf={unpack(lq,1,rk)},{unpack(lq,rk+1)}\nlocal ra=c('EXISTS',unpack(m))\noj(m,ra)\nreturn oj(sf,kx - ra)\nend\nfor bj,dg in ipairs(lq)do\nlocal pc=redis.pcall('LLEN',dg)\nif type(pc)~='number' then pc=redis.pcall('ZCARD',dg)end\npd[dg]=type(pc)=='number' and pc or 0\nend\nend\nlocal qw,np,qg,rm,rn,lq={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,ar,qp,od=unpack(KEYS,4*q - 3,4*q)\nlocal mw\nmw,qg[q]=sn(j,ARGV[q+1])\nqw[q],np[q]=mw,bg(mw[4])\nif mw~=ow and not qg[q] then\ntable.insert(rm,ar)\ntable.insert(rn,qp)\ntable.insert(lq,od)\nend\nend\nlocal mm=qs(np)\noj(rm)\noj(rn)\noj(lq)\nlocal d,ew={'summaries',ARGV[1]},0\nfor q,mw in ipairs(qw)do\nlocal ig=qg[q] or mm[q]\new=ew+mz(mw[4])+mz(ig)+50\nif q>1 and ew>ns then return d end\nfor bj,sq in ipairs(mw)do table.insert(d,sq)end\ntable.insert(d,ig)\nlocal bj,ar,qp,od=unpack(KEYS,4*q - 3,4*q)\ntable.insert(d,(pd[ar] or 0)+(pd[qp] or 0))\ntable.insert(d,pd[od] or 0)\nend\nreturn d", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "afe4e617c1aed1f2c489e9697876003023296f7a", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return af()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "0f71ad1fff3865bcfaaf0bc2efe50a9570c8c692", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function bd(tk)\nfor q=1,#KEYS,2 do\ne,n=KEYS[q],KEYS[q+1]\nlocal af=tk(q)\nif af then return af end\nend\nend\nlocal function rt()\nbd(function()\ndz()\nend)\nreturn{'held',al,1,tonumber(ab)}\nend\nif c('EXISTS',unpack(KEYS))==0 then return rt()end\nlocal og,oy,hb\nlocal bi=bd(function(q)\ncn()\nlocal af=fy()\nif af and af[1]=='ended' then return af end\nif af then\nlocal l=af[4]<0 and tonumber(ab)or af[4]\nog=math.min(l,og or l)\nelse\nhb=true\nlocal l=ck()\nif l~=-2 and not oy then oy={'busy',al,l,(q+1)/2}end\nend\nend)\nif bi then return bi end\nif og and hb then return bh('lost')end\nif og then return{'held',al,1,og}end\nif not oy then return rt()end\nif cf then\nbd(function()\ng('SET',n,'|-refused','PX',f)\nend)\nend\nreturn oy", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "bc2011a808896b807e03d7cadc851b5f39068095", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsRandom_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsLast_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, waitersLeaveList_, standMarked_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn pv()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "c68f2b6b3520f04b408daa466064880a30551e83", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, "local function eq()\nif k then g('PEXPIRE',k,ARGV[4]+c('PTTL',e),'GT')end\nreturn c('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "53080d25248fc5855e1b85721841ca386bd3d9a4", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local de=pcall(mj)\nlocal ke=not de and oh(e)\nif ke then\nck()\no={ke}\nlocal d=kq(1)\ng('DEL',e)\nmo()\nreturn d\nend\nif not de then mj()end\nif t=='read' or t=='write' then ai(e)end\nif not t then return kq(0)end\nlocal d=kq(1)\nlocal cp=ek(ARGV[3],g('DEL',e,ff))\nmo()\nreturn jt(d,cp)", END);

export const lockLookStanding: LuaScript = /* @__PURE__ */ script("lock/look-standing", "821eb8a7aeba06337043814a44287ab801d33c41", BEGIN, stateLock_, lockHashStateKeyOf_, lockHashIsRandom_, waitersNow_, "db()\nlocal ep=160000\nlocal d,mm={'looked',ARGV[1],ac},{}\nfor q=2,#KEYS,4 do\ntable.insert(mm,KEYS[q])\nend\nlocal ah=c('MGET',unpack(mm))\nlocal function nf(ch,ff,jc,dr)\nlocal as=c('LPOS',ch,jc)\nif as then\ng('LSET',ch,as,dr)\nelse\ng('RPUSH',ch,dr)\nend\ng('PEXPIRE',ch,ep)\ng('SET',ff,'1','PX',ep)\nend\nlocal function ir()\nlocal u,sg=unpack(c('HRANDFIELD',e,2))\nreturn not sg and(KEYS.locked and oc(u)or not KEYS.locked and c('EXISTS',bg(u))==1)\nend\nlocal function ss(h)\nreturn KEYS.locked and redis.pcall('HEXISTS',e,h)==1\nend\nfor pg=1,#mm do\nlocal q=4*pg\ne,n=KEYS[q - 3],KEYS[q - 2]\nlocal jc,dr=ARGV[2*pg],ARGV[2*pg+1]\nh=string.match(dr~='' and dr or jc,'^%S+ (%S+)')\nlocal l=(ah[pg] or ss(h))and -2 or c('PTTL',e)\nlocal kn=true\nif l>=0 and dr~='' then\npcall(nf,KEYS[q - 1],KEYS[q],jc,dr)\nlocal p,af=pcall(ir)\nkn=not p or af\nend\ntable.insert(d,l)\ntable.insert(d,kn and 1 or 0)\nend\nreturn d", END);

export const lockPass: LuaScript = /* @__PURE__ */ script("lock/pass", "f1a285616934e2d9fd80fc32820d4e1e2c34e3b2", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[6] and KEYS[4]\nlocal ob=false\nlocal function es()\ng('DEL',e)\nob=true\nend\nlocal function hq()end", endEndHold_, "local d=ho(ARGV[4],(ARGV[15] or '')~='')\nif not ob then return d end\nlocal p,qc=bl(function()\nif not g('SET',KEYS[3],'|+' .. ARGV[13],'PX',ARGV[12],'NX')then return false end\nr('UNLINK',KEYS[3])\ng('HINCRBY',e,ARGV[10],1)\nr('UNLINK',e)\ng('PEXPIRE',e,ARGV[11])\nreturn true\nend)\nif KEYS.locked then\npcall(jb,ARGV[10])\nelseif ARGV[14]~='' then\npcall(g,'LREM',ch,0,ARGV[14])\nend\nif p and qc then\ntable.insert(d,'held')\nreturn d\nend\nlocal gt=1+g('DEL',ff)\nreturn jt(d,ek(ARGV[9],gt,ARGV[15],ARGV[16],ARGV[17],ARGV[18]))", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "73a37394f596a4949cfbd340bddd367516c27e4b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function sh(b)\nlocal ig=KEYS.locked and bg(string.match(b,'^%S+ (%S+)'))\nif ig and not(KEYS.locked[ig] and c('EXISTS',ig)==0)then return end\ndb()\ng('RPUSH',ch,mt(b))\ng('PEXPIRE',ch,ep)\nend\nlocal cp\nlocal function es()\nlocal gt=g('DEL',e,ff)\nif(ARGV[14] or '')~='' and pcall(sh,ARGV[14])then gt=2 end\ncp=ek(ARGV[9],gt,ARGV[10],ARGV[11],ARGV[12],ARGV[13])\nend\nlocal function hq()\nif KEYS.locked then pcall(jb,h)end\nend", endEndHold_, "if KEYS.locked and not bn then\npcall(jb,h)\nelseif(ARGV[15] or '')~='' then\npcall(g,'LREM',ch,0,ARGV[15])\nend\nlocal d=ho(ARGV[4],(ARGV[10] or '')~='')\nreturn jt(d,cp)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "7df24ac73e5dd528b40ac6e7b2f8ff8753e2355b", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersChainSince_, endFirst_, "k=nil\nlocal z\nlocal function es()\nek(z,g('DEL',e,ff))\nend\nlocal function hq()end", endEndHold_, "local pe=(#ARGV - 8)/2\nlocal qy=ARGV[4]=='1' and 3*pe or 2*pe\nlocal ml,om={'ends',al},nil\nfor q=1,pe do\ne,n=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*pe+q] end\nch,ff=KEYS[qy+2*q - 1],KEYS[qy+2*q]\nz=ARGV[2*q+8]\nlocal p,d=bl(ho,ARGV[2*q+7])\nif p then\ntable.insert(ml,d[3])\nelse\nom=d.err or d\nif string.find(om,'^WRONGTYPE')then om='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif om then error(om,0)end\nreturn ml", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "98e137529ba49fdc50aa8f461e9a5d61c3775f90", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, holdRenew_, "cn()\nif not aq then an=ARGV[7] end\nlocal i,bi=nf(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bi or{'renewed',al,i}", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/renew-many", "ecc7bc2bed72e3d6d5a74ab8ff02321e78bf4d19", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dc", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, "local function te()\nlocal qz,eo=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal by=(#ARGV - 3)/6\nlocal pw,pk={},0\nfor q=1,by do\ntable.insert(pw,KEYS[2*q])\nend\nfor q=2*by+1,#KEYS do\ntable.insert(pw,KEYS[q])\nend\nlocal rg=c('MGET',unpack(pw))\nlocal ml={'renewals',ARGV[1]}\nfor q=1,by do\nlocal ab,f,qa\nh,bx,ab,f,qa,dc=unpack(ARGV,6*q - 2,6*q+3)\ne,n,k=KEYS[2*q - 1],KEYS[2*q],nil\nif qa=='1' then\npk=pk+1\nk=KEYS[2*by+pk]\nend\nbs(rg[q],k and rg[by+pk])\nlocal qr=dc~=''\nlocal dh=qr and jn(eo)\nlocal l=qz and not qr and c('PTTL',e)\nif l and k then l=math.min(l,c('PTTL',n)- eo,c('PTTL',k)- eo)end\nlocal i,bi\nif l and l>qz then\nbi=ct()or not dt()and ax(ci('lost'),f)\nelse\nl=tonumber(ab)\ni,bi=nf(ab,f,l+eo,qa=='2',qr and function(by)\nqn(by,dh,ab)\nend)\nend\ntable.insert(ml,bi and bi[3] or l)\nend\nreturn ml\nend\nreturn te()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "a3e71b861508c3891d30193607c5e6541a09b2d8", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(i or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "b37d50ec44683f4888d291925a185b464647868c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local kb,nk=ARGV[9],ARGV[10]", stealRob_, "local function lj(l)\nif t~='plain' then ai(e)end\nreturn nh(l,dz)\nend\nlocal ni,ll=hz,dz", stealQuickAnswer_, "local function ah()\ncn()\nreturn fy()\nend", stealFullAnswer_, "return af()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "d2a9a42cbcadd452524755d5c29da493d2525b6e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLeaveList_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersChainSince_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jv(true)then return p(0)end\nlocal d=p(1)\nlocal cp=kw(function()\nreturn ek(ARGV[5],g('DEL',e,ff))\nend)\nreturn jt(d,cp)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "1240ad0c60b238a6bf9ac6547484e7cae6e5fc92", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersSECRET_, waitersSEALDIGITS_, waitersTell_, waitersTellGranted_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersIsOpen_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal fb=tonumber(ARGV[7])", queueLeave_, queueTellNext_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jv(true)then return p(0)end\nlocal d=p(1)\nlocal cp=kw(function()\nreturn ma(ARGV[5],g('DEL',e,ff))\nend)\nreturn jt(d,cp)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-reads", "b31c7bfa84bac3d133f792262eccdecdd7180237", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gi,dc,eg=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ek()\nln('free')\nay(gi,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return pz()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-writes", "aaa201281ec2d175990a2a5883f6207e97732a3e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gi,dc,eg=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ek(dm)\nln(dm)\nay(gi,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jv(false)then return p(0)end\nlocal d=p(1)\nkw(es)\nreturn d", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-reads", "8591ca7e64ab08eec0108c6f51b981f4a7f15c69", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dc=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, "local function ek()\nay(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return pz()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-writes", "fee2969fdb6dc0ab54df6f9eacb3dc56040f3b3c", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dc=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function ek()\nay(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return af(v)end\nif not jv(false)then return p(0)end\nlocal d=p(1)\nkw(es)\nreturn d", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "846ac8f2da62577a65b88a6c3a6bea0e10a4eb92", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nif not jv(ARGV[7]=='0')then return p(0)end\ngh(e,ARGV[5])\neu(n,ARGV[6])\nreturn qo()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/renew-reads", "6cd68cbfe71458863e588a0c9243361311a1a69e", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, "local dc=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return af(v)end\nlocal by=jv(false)\nif not by then return p(0)end\ngh(e,ARGV[5])\neu(n,ARGV[6])\nfor at=1,by do\nlocal j=dk(h,at)\nif not gh(j,ARGV[5])then g('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn qo()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "644175a21b865ccea583ff2513e113e51a301eff", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ab,cf=ARGV[5],ARGV[6]=='1'\nlocal pt=922337203685477\nlocal b,ba=unpack(c('MGET',fc,k))\nlocal bi=ct(ba)\nif bi then return bi end\nb=b or c('GET',fc)\nlocal ed=b and i(b)or 0\nif ba then\nlocal lp=l()\nreturn lp>0 and{'held',al,lp,ed}or nn()\nend\nif not b then return gg('unset')end\ned=os(ed,z)\nif ed<#gy then\nif cf then gg('refused')end\nlocal bn=c('ZRANGE',gb,'(' .. aj(ac),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',al,bn and tonumber(bn)<pt and bn - ac or -1,ed}\nend\ng('SET',k,'+','PX',f)\nr('UNLINK',k)\nlocal ox=g('ZADD',gb,'NX',qq(ab))\nif ox==#gy then r('ZREM',gb,unpack(gy))end\ng('DECRBY',fc,ox)\nlocal ru=c('PTTL',fc)\nif ru>0 then g('PEXPIRE',gb,ru)end\nlocal lp=ox==#gy and tonumber(ab)or l()\nif lp<=0 then return nn()end\nreturn{'held',al,lp,ed - ox}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "960e05ab2282235e5322c0a79a3c2124fa9ca438", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local ed=c('GET',fc)\nlocal lp,dj=l()\nif ed then i(ed)end\nif dj==0 then return nn()end\nlocal d=gg(lp>0 and 'released' or 'lost')\nif ed then\nmx(dj,z,0,g,'ZREM',gb,unpack(gy))\nelse\ng('ZREM',gb,unpack(gy))\nend\nreturn d", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "100e30bf1a01db76ed9081a032144e56530e7ef0", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function af(ao)\nreturn{'done',al,tonumber(ao)}\nend\nlocal fe=c('GET',k)\nif fe then return af(fe)end\nlocal ed=c('GET',fc)\nfe=l()>0 and '1' or '0'\nif ed and fe=='1' then os(i(ed),z)end\nau('SET',k,fe,'PX',f)\nr('UNLINK',k)\nif fe=='1' then\nfor q=4,#KEYS do\nlocal m=g('SET',KEYS[q],'-released','PX',f,'GET')\nif m then r('SET',KEYS[q],m,'PX',f)else r('UNLINK',KEYS[q])end\nend\nif ed then\ng('INCRBY',fc,#gy)\nr('INCRBY',fc,-#gy)\nend\ng('ZREM',gb,unpack(gy))\nif ed then ay(z,#gy)end\nend\nreturn af(fe)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "3da5dcf1dd8a0bec1781dd38e301f7145578ac64", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local lp,ab=l(),ARGV[5]\nif lp<=0 then return nn()end\nif ab then au('ZADD',gb,'XX','GT',qq(ab))end\nreturn{'leased',al,lp}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "295e32e1a1895c97e382ee6669fb30dcdde5b244", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local gb,z,ao,s=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal ed=ej\nif ed and s=='try' then return p(0,au)end\nlocal pb=c('ZRANDMEMBER',gb,3)\nfor bj,km in ipairs(pb)do\nif #km~=16 then error('NOT_A_LOCK 3')end\nend\nlocal pf=tonumber(ao)\nif ed and s=='set' then pf=ao - ed - c('ZCARD',gb)end\nif pf==0 and ed then return p(1,au)end\nlocal d=p(1,g)\ng('INCRBY',j,string.format('%.0f',pf))\nif not ed and #pb>0 then\nr('UNLINK',j)\ng('DEL',gb)\nend\nif s~='add' or pf>0 then ay(z,ao)end\nreturn d", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "8ead48ab1f9762fed4c1ac17e46bfe318fd9a93d", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local ed=c('GET',fc)\nlocal ki=ed and os(i(ed),ARGV[2])\nreturn{'permits',al,ki or 0,c('ZCOUNT',gb,'(' .. aj(ac),'+inf'),ki and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-read", "d3f679e0e7245560407f79a7c376139533083446", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local dc=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return dz()end\nelse\nlocal l=it(true)\nlocal af\nif l and(not t or(t=='read' and l>=0))then\naf=hz()\nelse\naf=lf(l)\nend\nif af then return hd(af)end\nend\ncn()\nnx()\nlocal af=fy()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dz()end\nif t=='read' or(t=='write' and c('HEXISTS',e,h .. ':write')==1)then return dz()end\nif cf then ax('refused',f)end\nreturn hd({'busy',al,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-write", "7cb2cc0f29223b4fb12d7f69db5b5b1604e93faa", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantIsLast_, grantRefuseNew_, grantWithHolder_, "local dc=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif c('EXISTS',unpack(KEYS))==0 then return dz()end\nelse\nlocal l=it(ARGV[6]~='2')\nlocal af=l==-2 and hz()or lf(l)\nif af then return hd(af)end\nend\ncn()\nlocal af=fy()\nif af then return af end\nlocal l=ck()\nif l==-2 then return dz()end\nlocal bf=string.sub(h,1,-7)\nif k and fh(bf,tonumber(c('HGET',e,bf)or 0))>0 then return ax('upgrade',f)end\nif cf then ax('refused',f)end\nreturn hd({'busy',al,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/check-read", "ebaf78b7e6566781e4a8884ac660b2b4d86dd620", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dc=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function eq(i)\nreturn ne(i,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "6d82ab8bdaf669d44ade5241b1de4b12323f066a", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function eq()\nreturn lo(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "786ea7f649661dd08130adb035b5f9235ef483d3", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "mj()\nif t=='plain' then ai(e)end\nif t~=ARGV[6] then return kq(0)end\nlocal d=kq(1)\ng('DEL',e)\nay(ARGV[3],t=='write' and '1' or '0')\nmo()\nreturn d", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-read", "a81d4183ac9d14c2a55308ba3f190d42bfaf3e82", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dc=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, endFirst_, "local function ek()\nay(ARGV[9],'0')\nend", readsShortenLock_, readsEndLast_, "local function hq()end", readsEndOne_, endEndHold_, "return ho(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-write", "071c59da43c02114f115de22148abcac6f8d0a06", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, "local dc=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function ek()\nay(ARGV[9],'1')\nend", writesEndLast_, "local function hq()end", endEndHold_, "return ho(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/renew-read", "748b6ca90b49e36edcf991fb417593cf54d191c6", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, "local dc=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cn()\nlocal dh=jn(ARGV[5] - ARGV[4])\nlocal i,bi=nf(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(by)\nqn(by,dh,ARGV[4])\nend)\nif bi then return bi end\nreturn{'renewed',al,i}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "d9ef0c80925435da241bdc4a8eb8360804320258", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local sz=t==ARGV[3] or(t=='write' and ARGV[3]=='read' and c('HLEN',e)>2)\nreturn{'status',ARGV[1],sz and l or -2,tonumber(i or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "9a23378c78aa7c5ec61b9a98314c59cb536d498f", BEGIN, stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "297fbab6415e1002f89d66e5d7528f783faaa4a6", BEGIN, waitersNow_, waitersDigits_, "local e,ba,al,h,qt=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,ap,ph=string.match(c('GET',ba)or '','^(%d+) (%S+) (.*)$')\ndb()\nif ph==qt and ap==h then return{'spends',al,0}end\nif c('HEXISTS',e,h)==0 then return{'ended',al,'lost'}end\nif ph~=qt then\ng('SET',ba,aj(ac).. ' ' .. h .. ' ' .. qt)\nreturn{'spends',al,0}\nend\nlocal rq=math.max(0,ac - q)\nreturn{rq<tonumber(ARGV[4])and 'spends' or 'spent',al,rq}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "56e76dcbd400650ca245d718b867d5e4e19b3489", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gj(c('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "e0ca6b0559bfa035403711c27a546b1ae9686322", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local ao,rv=ARGV[3],ARGV[6]\nif ej then return p(0,au)end\nlocal d=p(1,g)\nif rv then g('SET',j,ao,'PX',rv)else g('SET',j,ao)end\nay(ARGV[4],ARGV[5])\nreturn d", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "ce5430cee5196f00195a4790cbc9bb911350137e", BEGIN, stateWrite_, "local k,al=KEYS[1],ARGV[1]\nlocal sw=au('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',al,(sw or c('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "48292462cedaf4ef73599af9279551835195150a", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local mf=ARGV[3]\nej=fc()\nif nq then return{'held',al,tonumber(ej or 0)}end\nif not ej then return ax('unset')end\nif tonumber(ej)>=tonumber(mf)then\ng('SET',k,'+' .. mf,'PX',f)\nr('UNLINK',k)\nreturn{'held',al,g('DECRBY',j,mf)}\nend\nif ARGV[4]=='1' then ax('refused')end\nreturn{'busy',al,tonumber(ej)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "a98fb40dd35aa870ce9f9c40bb52685ef119570e", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local fc=(ej or 0)+ARGV[3]\nlocal d=p(fc,au)\ng('INCRBY',j,ARGV[3])\nqk(ARGV[4],fc)\nreturn d", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "2cfa85af9ae442b31389214d0bc4b06444662384", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not nq then return ax('free')end\nlocal sy=fc()\nlocal d=ax('released')\nr('SET',k,ba,'PX',f)\nif sy then qk(ARGV[3],au('INCRBY',j,nq))end\nreturn d", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "948a661ad73a5af9396bad9d20916735f706cad7", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not ej then return p(0,au)end\nlocal d=p(ej,g)\ng('DECRBY',j,ej)\nreturn d", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "419022c149b860c2dcd956e5a11515107a599ebb", BEGIN, "local sd=86400000\nlocal function tj(j,ke)\nlocal aw,ph=string.match(c('GET',j)or '','^(%d+) (.*)$')\nif ph==ke then return aw end\nlocal bc=c('TIME')\nlocal ce=bc[1] .. string.format('%06d',bc[2])\nif aw and(#aw>#ce or(#aw==#ce and aw>=ce))then\nlocal m,sp,ta=string.match(aw,'^(%d-)(%d)(9*)$')\nce=m ..(sp+1).. string.rep('0',#ta)\nend\ng('SET',j,ce .. ' ' .. ke,'PX',sd)\nreturn ce\nend\nlocal function kk(au)\nreturn function(av,bm)\nlocal j=table.remove(av)\nlocal d=au(av,bm)\nif d[1]=='held' then table.insert(d,tj(j,bm[2]))end\nreturn d\nend\nend\nlocal ry=10000\nlocal ha,pj=KEYS[1],ARGV[2]\nlocal po={}\nlocal function tb(e,n,sj)\nif sj=='2' then return end\ntable.insert(po,string.match(n,'^[^:]+:([^:]*:)').. string.sub(e,#pj+1))\nend\nlocal function rf()\nif #po==0 then return end\nlocal rp,gy=c('TIME')[1],{}\nfor bj,kr in ipairs(po)do\ntable.insert(gy,rp - rp % 60 .. '000')\ntable.insert(gy,kr)\nend\npo={}\nif g('ZADD',ha,unpack(gy))>0 then g('ZREMRANGEBYRANK',ha,0,-ry - 1)end\nend\nlocal mk={}\nmk['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nmk['fair-read-write/acquire-write']=kk(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nmk['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, readHoldsTimeoutKeys_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndLast_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nmk['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nmk['read-write/steal-write']=kk(function(KEYS,ARGV)", stateWrite_, stateLock_, stateEpoch_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashStateKeyOf_, lockHashIsOwner_, lockHashIsCount_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nmk['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gi=KEYS[1],ARGV[2]", rwQueueTell_, "local bv,hy={unpack(ARGV,3)},{}\ndb()\nfor bj,x in ipairs(bv)do\ntable.insert(hy,aj(ac))\ntable.insert(hy,x)\nend\nau('ZADD',be,'XX',unpack(hy))\nif c('PTTL',be)<lt then\nfor bj,j in ipairs({ar,dv,be})do g('PEXPIRE',j,ep)end\nend\nlocal l=c('PTTL',e)\nlocal t=l==-2 and 'free' or c('HGET',e,'mode')or 'plain'\nlocal bj,bn=gk(ar)\nlocal bj,nl=gk(dv)\nif gf and(t=='free' or t=='read')then ge(t)end\nlocal d={'touched',ARGV[1],t,l,bn or 0,nl or 0}\nfor bj,ao in ipairs(c('ZMSCORE',ar,unpack(bv)))do table.insert(d,tonumber(ao or 0))end\nreturn d\nend\nmk['web-locks/snapshot']=function(KEYS,ARGV)\nlocal ha,pj,m,cf,nd=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal qv=100\nlocal sb=500\nlocal cr=15000\nlocal bc=c('TIME')\nlocal ac=bc[1]*1000+math.floor(bc[2]/1000)\nlocal function sr(e)\nlocal cv,pi={},1\nfor bj,u in ipairs(c('HKEYS',e))do\nif u=='mode' then\npi=0\nelse\ntable.insert(cv,u)\nend\nend\nreturn cv,pi\nend\nlocal function tl(e,cm,rc,le)\nlocal rs=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal ar,be=ARGV[6] .. cm .. ARGV[7] .. rs,ARGV[6] .. cm .. ARGV[8] .. rs\nlocal bv=c('ZRANGE',ar,rc,rc+le - 1)\nif #bv==0 then return{},0 end\nlocal rj={}\nfor q,am in ipairs(c('ZMSCORE',be,unpack(bv)))do\nif tonumber(am or 0)>ac - cr then table.insert(rj,bv[q])end\nend\nreturn rj,#bv\nend\nlocal pm=0\nif m~='' then\nif c('ZSCORE',ha,cf)==m then\npm=c('ZRANK',ha,cf)+(nd>0 and 0 or 1)\nelse\npm,nd=c('ZCOUNT',ha,'-inf','(' .. m),0\nend\nend\nlocal d,pl={'page',ARGV[1],'','',0},sb\nlocal jc=c('ZRANGE',ha,pm,pm+qv - 1,'WITHSCORES')\nfor q=1,#jc,2 do\nlocal cm,kr=string.match(jc[q],'^([^:]*):(.*)$')\nlocal kn,cv,pi=pcall(sr,pj .. kr)\nlocal rl,bv,i=pcall(tl,pj .. kr,cm,nd,pl)\ncv,bv,i=kn and cv or{},rl and bv or{},rl and i or 0\nif #cv+i+nd==0 then\ng('ZREM',ha,jc[q])\nelse\nif nd>0 then cv={}end\nfor bj,bd in ipairs({kr,kn and pi or 0,#cv,#bv})do table.insert(d,bd)end\nfor bj,bd in ipairs(cv)do table.insert(d,bd)end\nfor bj,bd in ipairs(bv)do table.insert(d,bd)end\npl=pl - i\nif pl<=0 then\nd[3],d[4],d[5]=jc[q+1],jc[q],nd+i\nreturn d\nend\nend\nnd=0\nend\nif #jc==2*qv then d[3],d[4]=jc[#jc],jc[#jc - 1] end\nreturn d\nend\nlocal sc={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal ml={'batch',ARGV[1]}\nlocal pa,mh=2,3\nwhile ARGV[mh] do\nlocal kr,rh,qx=ARGV[mh],ARGV[mh+1],ARGV[mh+2]\nlocal av,bm={},{ARGV[1]}\nfor q=pa,pa+rh - 1 do table.insert(av,KEYS[q])end\nfor q=mh+3,mh+2+qx do table.insert(bm,ARGV[q])end\nif sc[kr] then tb(av[1],av[2],bm[6])end\nif kr=='web-locks/snapshot' then pcall(rf)end\nlocal d=bo(mk[kr],av,bm)\nif d.err then d={'failed',ARGV[1],d.err}end\ntable.insert(ml,d)\npa,mh=pa+rh,mh+3+qx\nend\npcall(rf)\nreturn ml", END);
