// Generated from the .lua files by `npm run build`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}

const BEGIN =
  "local b=redis.call\nlocal a={}\nlocal function g(x,...)\nlocal c=redis.call(x,...)\na[#a+1]={}\nreturn c\nend\nlocal function r(...)\na[#a]={...}\nend\nlocal function bb(ak,bp)\nredis.pcall('PUBLISH',ak,bp)\nif #a>0 then a[#a]={}end\nend\nlocal function bk(ad,...)\nlocal m=#a\nlocal p,c=pcall(ad,...)\nif p then\nif #a>m then a[#a]={}end\nreturn true,c\nend\nwhile #a>m and a[#a][1] and pcall(redis.call,unpack(a[#a]))do\na[#a]=nil\nend\nreturn false,c,#a==m\nend\nlocal function bn(ad,bg,bm)\nlocal p,c,bo=bk(ad,bg,bm)\nif p then return c end\nlocal d=type(c)=='table' and c.err or c\nif not string.find(d,'^%u+ ')then d='ERR ' .. d end\nreturn{err=d ..(bo and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN')}\nend\nreturn bn(function(KEYS,ARGV)";
const END = "end,KEYS,ARGV)";

const stateWrite_ =
  "local function at(x,j,...)\nlocal p,c=pcall(g,x,j,...)\nif p then return c end\nredis.pcall('PEXPIRE',j,1,'GT')\nreturn g(x,j,...)\nend";

const onceCounter_ =
  "local function gh(d)\nif not d then return false end\nif #d>16 or not(d=='0' or string.find(d,'^%-?[1-9]%d*$'))then error('NOT_A_LOCK 1')end\nreturn d\nend";

const onceKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function ag(an)\nreturn{'done',aj,tonumber(an)}\nend\nlocal function p(an,jq)\njq('SET',k,an,'PX',f)\nr('UNLINK',k)\nreturn ag(an)\nend";

const onceValue_ =
  "local eh,fb=unpack(b('MGET',j,k))\nif fb then return ag(fb)end\neh=gh(eh or b('GET',j))";

const stateLock_ =
  "local e,n,k,aj,h,by=KEYS[1],KEYS[2],KEYS[3],ARGV[1],ARGV[2],ARGV[3]\nlocal w,ax,am,v='','','',''";

const stateOwnerStateExists_ =
  "local ap,bs=false,false\nlocal function br(ay,cj)\nap,bs=ay~=false,ay\nw,ax,am=string.match(ay or '|','^(.-)|([^\\n]*)(.*)$')\nv=k and(cj or '')or ax\nend";

const stateLoadState_ =
  "local function cm()\nif k then\nbr(unpack(b('MGET',n,k)))\nelse\nbr(b('GET',n))\nend\nend";

const stateLostHow_ =
  "local function ch(t)\nreturn string.match(w,'^!(.+)$')or t\nend\nlocal function bf(t)\nreturn{'ended',aj,t}\nend\nlocal function cq()\nlocal t,ao=string.match(v,'^%-(%S*) ?(.*)$')\nif t then return bf(t),ao end\nend\nlocal function bz(d,f)\nif ap then\nlocal l=b('PTTL',n)\nif l>tonumber(f)then f=l end\nend\nat('SET',n,d .. am,'PX',f)\nif ap then r('SET',n,bs,'PX',f)else r('UNLINK',n)end\nend";

const stateRememberEnd_ =
  "local function av(t,f,ao)\nlocal d='-' .. t ..(ao or '')\nif k then\nat('SET',k,d,'PX',f)\nif v=='' then r('UNLINK',k)else r('SET',k,v,'PX',f)end\nelse\nbz(w .. '|' .. d,f)\nend\nreturn bf(t)\nend";

const lockHashMode_ =
  "local s,i\nlocal function y(ai)\nreturn string.rep('%x',ai)\nend\nlocal cc='^' .. table.concat({y(8),y(4),y(4),y(4),y(12)},'%-').. ':%-?%d+$'";

const lockHashIsGranted_ =
  "local function bq()\nreturn w~='' or string.sub(v,1,1)=='+'\nend\nlocal function bi(u)\nlocal m=string.match(n,'^[^:]+:[^:]*:owner:')\nreturn m .. u .. string.sub(n,#m+#h+1)\nend\nlocal function cd(u)\nif string.find(string.gsub(u,':write$',''),cc)then return true end\nif KEYS.locked and(u~=h or h=='')then error('KEY_NOT_LOCKED')end\nlocal ae=b('GET',bi(u))\nreturn ae and(string.sub(ae,1,1)~='|' or string.sub(ae,1,2)=='|+')\nend\nlocal function bj(d)\nreturn #d<=6 and string.find(d,'^[1-9]%d*$')~=nil\nend\nlocal function ah(j)\nfor aq,az in ipairs(KEYS)do\nif az==j then error('NOT_A_LOCK ' .. aq)end\nend\nend";

const lockHashTimeLeft_ =
  "local function ck()\nlocal l=b('PTTL',e)\nif l==-1 then ah(e)end\nreturn l\nend";

const lockHashLook_ =
  "local function bx()\nlocal o=b('HRANDFIELD',e,5,'WITHVALUES')\ns,i=#o>0 and 'plain',o[1]==h and o[2]\nif #o>2 then\ns,i=unpack(b('HMGET',e,'mode',h))\nif h=='mode' then i=false end\nif(s~='read' and s~='write')or(i and not bj(i))then ah(e)end\nend\nlocal af=i and bq()\nfor q=1,#o,2 do\nif o[q]~='mode' or s=='plain' then\nif not bj(o[q+1])then ah(e)end\naf=af or cd(o[q])\nend\nend\nif s and not af then ah(e)end\nreturn o\nend";

const grantLeaseMs_ =
  "local aa,f,ft=ARGV[4],ARGV[5],ARGV[7]=='1'";

const grantTellsHolder_ =
  "local et=ARGV[6]=='3'\nlocal cf=et or ARGV[6]=='1'";

const fairReadWriteBlock_ =
  "k=KEYS[6]\nlocal cv,ef,gg=ARGV[9],ARGV[10],ARGV[11]";

const readHoldsTimeoutKey_ =
  "local function df(bc,aw)\nreturn cv .. bc .. ':rwlock_timeout:' .. aw\nend";

const readsBegin_ =
  "local function eb(aa)\nlocal l=s and b('PTTL',e)or -2\nif s=='write' then\ng('HSET',e,h,1)\nelse\ng('HSET',e,'mode','read',h,1)\nend\nif l==-2 then r('UNLINK',e)else r('HDEL',e,h)end\ng('SET',df(h,1),'1','PX',aa)\nr('UNLINK',df(h,1))\nif l<tonumber(aa)then g('PEXPIRE',e,aa)end\nend";

const grantTake_ =
  "local function dx()\nif k then\ng('SET',k,'+' .. by,'PX',f)\nr('UNLINK',k)\nam=ARGV[8]\nbz(by .. '|' .. ax,f)\nelse\ng('SET',n,'|+' .. ARGV[8],'PX',f)\nr('UNLINK',n)\nend\neb(aa)\nreturn{'held',aj,1,tonumber(aa),k and by or ''}\nend";

const readHoldsOwnLeft_ =
  "local function ig(ec)\nlocal l=k and b('PTTL',k)\nreturn l and(l==-1 and math.huge or l - ec)\nend";

const readHoldsLives_ =
  "local cn={}\nlocal function dn(bc,aw)\nlocal j=df(bc,aw)\ncn[j]=cn[j] or b('PTTL',j)\nreturn cn[j]\nend";

const readHoldsSCRIPTMS_ =
  "local fz=10";

const readHoldsOWNMS_ =
  "local ik=5";

const readHoldsSlotOf_ =
  "local function iv(i,dc)\nif not k then return 1,dn(h,1),true end\nlocal q,l,dt=1,math.huge,false\nlocal im=ax=='+' and w=='' and i>1\nfor aw=i,im and 2 or 1,-1 do\nlocal az=dn(h,aw)\nlocal fm=az>dc - fz\nlocal it=az<l and(aw>1 or l>dc+ik or az<l - fz)\nif(fm and not dt)or(fm==dt and it)then\nq,l,dt=aw,az,fm\nend\nend\nreturn q,l,dt\nend";

const readHoldsReadLeft_ =
  "local function mh(i,ec)\nlocal dc=ig(ec)\nlocal bl,l=iv(i,dc)\nlocal em=dc or math.huge\nfor bl,az in ipairs({l,b('PTTL',e)})do\nif az~=-1 then em=math.min(em,az)end\nend\nreturn em==math.huge and -1 or math.max(em,0)\nend";

const readsHoldLeft_ =
  "local function eo(i,f)\nreturn mh(i,f - ARGV[4])\nend\nlocal function ev()\nreturn s=='read' or s=='write'\nend\nlocal ff=64\nlocal function ex(aa,bl,f)\nlocal i=g('HINCRBY',e,h,1)\nr('HINCRBY',e,h,-1)\ng('SET',df(h,i),'1','PX',aa)\nr('UNLINK',df(h,i))\ng('PEXPIRE',k,f)\nreturn i,tonumber(aa)\nend";

const grantSettled_ =
  "local function fv()\nlocal bd=cq()\nif bd then return bd end\nlocal af=not k or v~=''\nbx()\nif i and af then\nlocal ci=string.sub(v,2)\nif w~='' and w~=ci then return av(ch('lost'),f)end\nreturn{'held',aj,tonumber(i),eo(tonumber(i),f),ci}\nend\nif i and ev()then\nif ft then return av('reentered',f)end\nif tonumber(i)>=ff then return av('crowded',f)end\nlocal l=ck()\nif string.sub(w,1,1)=='!' then w=by end\nlocal cz=math.max(l,tonumber(aa))\ng('SET',k,'+' .. w,'PX',f+cz)\nr('UNLINK',k)\nbz(w .. '|' .. ax,f)\nlocal ca,ac=ex(aa,cz,f)\nif l<cz then g('PEXPIRE',e,aa)end\nreturn{'held',aj,ca,ac,w}\nend\nif v~='' or(ap and not k)then return av(ch('lost'),f)end\nend";

const grantWithHolder_ =
  "local function ha(ag)\nif not et or ag[1]~='busy' then return ag end\nlocal u,fu=unpack(b('HRANDFIELD',e,2))\nif u=='mode' and fu then u=fu end\nif u then\ntable.insert(ag,u)\ntable.insert(ag,not KEYS.locked and b('GET',bi(u))or '')\nend\nreturn ag\nend";

const waitersNow_ =
  "local ab,ba\nlocal function cy()\nba=b('TIME')\nab=ba[1]*1000+math.floor(ba[2]/1000)\nend";

const waitersDigits_ =
  "local function ai(an)\nreturn string.format('%.0f',an)\nend";

const waitersHEAD_ =
  "local dz='[%w._%%-]*'";

const waitersChannelAt_ =
  "local function dl(dw)\nreturn 'leasehound:' .. dw\nend";

const readHoldsMOSTWALKED_ =
  "local dv=80\nlocal function ga(bc,i)\nif i>dv then return math.max(b('PTTL',e),0)end\nlocal bw=0\nfor aw=1,i do\nbw=math.max(bw,dn(bc,aw))\nend\nreturn bw\nend";

const rwQueueQueue_ =
  "local ar,ds,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cp=15000";

const rwQueueKEPTMS_ =
  "local en=60000\nlocal kv=45000";

const rwQueueMOSTDROPPED_ =
  "local fg=64\nlocal gu=256\nlocal gd=false\nlocal hg='^' .. dz .. ':wake:[%w-]+$'\nlocal function fp(z)\nreturn string.sub(z,1,1)=='w'\nend";

const rwQueueLeave_ =
  "local function fe(z)\nif g('ZREM',ar,z)==0 then return false end\ng('ZREM',be,z)\nif fp(z)then g('ZREM',ds,z)end\nreturn true\nend";

const rwQueueTriedAt_ =
  "local function fw(z,ba)\nlocal al=tonumber(ba or 0)\nif al<=ab then return al end\ng('ZADD',be,ai(ab),z)\nreturn ab\nend\nlocal function gi(fr,fj)\nlocal bu=b('ZRANGE',fr,0,0,'WITHSCORES')\nif #bu==0 then return false end\nif bu[1]==fj then return fj end\nif not ab then cy()end\nlocal al=fw(bu[1],b('ZSCORE',be,bu[1]))\nif al>ab - cp then return bu[1],tonumber(bu[2]),al+cp end\nbu=b('ZRANGE',fr,0,fg - 1,'WITHSCORES')\nlocal bv,fl,dp={},{},nil\nfor q=1,#bu,2 do table.insert(bv,bu[q])end\nlocal hu=b('ZMSCORE',be,unpack(bv))\nfor q,z in ipairs(bv)do\nal=fw(z,hu[q])\nif al>ab - cp then\ndp=q\nbreak\nend\ntable.insert(fl,z)\nend\ngd=true\nfor bl,j in ipairs({ar,ds,be})do g('ZREM',j,unpack(fl))end\nif dp then return bv[dp],tonumber(bu[2*dp]),al+cp end\nreturn #bv==fg and 'more'\nend";

const rwQueueTell_ =
  "local function cb(z,cw,an)\nlocal cg=string.match(z,'^.|[^|]*|([^|]*)|')\nif string.find(cg,'^%d%d%d%d%d%d$')then\nbb(gg,cw .. cg .. an)\nelseif string.find(cg,hg)then\nbb(dl(cg),cw .. an .. ' ' .. e)\nend\nreturn cg\nend\nlocal function gc(dm)\nlocal bt,an=gi(ar)\nif not bt or bt=='more' then return end\nif fp(bt)then\nif dm=='free' then cb(bt,'2',ai(an))end\nreturn\nend\nlocal m=b('ZRANGE',ds,0,0,'WITHSCORES')[2]\nlocal ae={}\nfor bl,bc in ipairs(b('ZRANGE',ar,'-inf',m and '(' .. m or '+inf','BYSCORE','LIMIT',0,gu))do\nlocal cg=string.match(bc,'^.|[^|]*|([^|]*)|')\nif not ae[cg] then ae[cb(bc,'3',m or '')]=true end\nend\nend";

const rwQueueTellNext_ =
  "local function pp(m)\nlocal mf=b('ZRANGE',ar,gu - 1,gu - 1,'WITHSCORES')\nif mf[1] and(not m or tonumber(mf[2])<m)then\ncb(mf[1],'3',m and ai(m)or '')\nend\nend";

const rwQueueQuit_ =
  "local function hx(z)\nif not fe(z)then return end\nlocal hn=b('HGET',e,'mode')\nif hn~='write' then gc(hn and 'read' or 'free')end\nend";

const rwQueueWaitOn_ =
  "local function le(z)\nif not ab then cy()end\nlocal aq,an=b('ZRANK',ar,z),0\nif not aq then\nlocal ju=b('ZRANGE',ar,-1,-1,'WITHSCORES')\nan=(tonumber(ju[2])or 0)+1\ng('ZADD',ar,ai(an),z)\nif fp(z)then g('ZADD',ds,ai(an),z)end\naq=b('ZCARD',ar)- 1\nend\ng('ZADD',be,ai(ab),z)\nif an>0 or b('PTTL',be)<kv then\nfor bl,j in ipairs({ar,ds,be})do g('PEXPIRE',j,en)end\nend\nreturn aq+1,an\nend";

const readsForgetOutlived_ =
  "local function my()\nif not k or ap or v~='' then return end\nbx()\nif not i or not ev()or ga(h,tonumber(i))>0 then return end\nck()\ng(b('HLEN',e)==2 and 'DEL' or 'HDEL',e,h)\nend";

const fairReadWriteBlock_2 =
  "if b('EXISTS',unpack(KEYS))==0 then return dx()end\nlocal function mw(pd,m)\nlocal ag=dx()\npcall(function()\nif pd and fe(ef)and not gd then pp(m)end\nif gd then gc('read')end\nend)\nreturn ag\nend\ncm()\nmy()\nlocal ag=fv()\nif ag then\nif k then pcall(hx,ef)end\nreturn ag\nend\nif k and s=='write' and b('HEXISTS',e,h .. ':write')==1 then return mw(true,0)end\nlocal l=ck()\nlocal dm=l==-2 and 'free' or s=='read' and 'read'\nlocal ka=l\nif dm then\nlocal me=tonumber(b('ZSCORE',ar,ef)or nil)\nlocal mo,an,lv=gi(ds)\nif not mo or(me and an and an>me)then return mw(me,an)end\nka=mo=='more' and 0 or lv+1 - ab\nif gd then gc(dm)end\nend\nif cf then\nhx(ef)\nav('refused',f)\nreturn ha({'busy',aj,l,0,-1,0})\nend\nlocal aq,an=le(ef)\nreturn{'busy',aj,l,aq,ka,an}";

const writesBegin_ =
  "local function eb(aa)\ng('HSET',e,'mode','write',h,1)\nr('UNLINK',e)\ng('PEXPIRE',e,aa)\nr('UNLINK',e)\nend";

const writesWriteLeft_ =
  "local function kr(f,ec)\nlocal l=b('PTTL',e)\nif not k then return l end\nlocal ix=b('PTTL',n)\nif ix~=-1 then\nlocal dc=ix - ec\nl=math.max(l==-1 and dc or math.min(l,dc),0)\nend\ng('PEXPIRE',k,f+l,'GT')\nreturn l\nend";

const writesHoldLeft_ =
  "local function eo(bl,f)\nreturn kr(f,f - ARGV[4])\nend\nlocal function ev()\nreturn s=='write'\nend\nlocal ff=1000\nlocal function ex(aa)\nlocal i=g('HINCRBY',e,h,1)\nr('HINCRBY',e,h,-1)\nreturn i,tonumber(aa)\nend";

const grantTakeNew_ =
  "local function ht()\nif not g('SET',n,'|+' .. ARGV[8],'PX',f,'NX')then return end\nr('UNLINK',n)\neb(aa)\nreturn{'held',aj,1,tonumber(aa),''}\nend";

const fairReadWriteWasAnswered_ =
  "local ps=ARGV[6]=='2'\nlocal function ih()\nlocal l=b('PTTL',e)\nif l>=0 and b('EXISTS',n)==0 then\nlocal aq,an=le(ef)\nreturn{'busy',aj,l,aq,l,an}\nend\nif l~=-2 then return end\nlocal bt=b('ZRANGE',ar,0,0)[1]\nlocal ag=(not bt or bt==ef)and ht()\nif ag and bt then pcall(fe,ef)end\nreturn ag\nend\nif ps and not k then\nlocal ag=ih()\nif ag then return ag end\nelseif b('EXISTS',unpack(KEYS))==0 then\nreturn dx()\nend\ncm()\nlocal ag=fv()\nif ag then\nif k then pcall(hx,ef)end\nreturn ag\nend\nlocal l=ck()\nlocal ka=l\nif l==-2 then\nlocal bt,bl,lv=gi(ar,ef)\nif not bt or bt==ef then\nag=dx()\nif bt then pcall(fe,ef)end\nreturn ag\nend\nka=bt=='more' and 0 or lv+1 - ab\nif gd then gc('free')end\nelseif k then\nlocal bc=string.sub(h,1,-7)\nif ga(bc,tonumber(b('HGET',e,bc)or 0))>0 then\nhx(ef)\nreturn av('upgrade',f)\nend\nend\nif cf then\nhx(ef)\nav('refused',f)\nreturn ha({'busy',aj,l,0,-1,0})\nend\nlocal aq,an=le(ef)\nreturn{'busy',aj,l,aq,ka,an}";

const forceLock_ =
  "local e,n,h,w,v=KEYS[1],ARGV[4],'','',''";

const forceSome_ =
  "local o";

const forceStored_ =
  "local fb=b('GET',KEYS[2])\nif fb then return{'forced',ARGV[1],tonumber(fb)}end";

const forceLookAtLock_ =
  "local function lj()\no=bx()\nif s then ck()end\nend";

const forceForced_ =
  "local function jw(ei)\nat('SET',KEYS[2],ei,'PX',ARGV[2])\nr('UNLINK',KEYS[2])\nreturn{'forced',ARGV[1],ei}\nend";

const forceTellHolders_ =
  "local function ln()\nlocal ae=o[9] and '* ' or ''\nfor q=1,#o,2 do ae=ae .. o[q] .. ' ' end\nbb(ARGV[5],ae .. 'lost')\nend";

const stateExtended_ =
  "local ed,dh={},{}";

const stateKeep_ =
  "local function el(j,ac,fk)\nif g('PEXPIRE',j,ac,'GT')==0 and(fk or dh[e])then g('PEXPIRE',j,ac,'NX')end\nend";

const stateNEVERGRANTEDMS_ =
  "local fc=60000\nlocal function ey()\nreturn ap or v~=''\nend";

const fairReadWriteBlock_3 =
  "k=KEYS[6]\nlocal gg,cv,ef=ARGV[9],ARGV[10],ARGV[11]";

const holdIsLock_ =
  "local function cx()\nif b('PTTL',e)<0 or not pcall(bx)then return false end\nif string.find(h,':write$')then return s=='write' end\nreturn(s=='plain')==(cv=='')\nend\nlocal function eq(cr)\nif k and v=='' and not cr then return nil end\nlocal ci=v~='' and string.sub(v,2)or cr or ''\nlocal i=(w=='' or w==ci)and b('HGET',e,h)or nil\nif i and not bq()and not cx()then return nil end\nreturn i\nend";

const readHoldsSetLife_ =
  "local function jj(bc,aw,ac)\nlocal j=df(bc,aw)\ncn[j]=ac or -2\nif ac then g('SET',j,'1','PX',ac)else g('DEL',j)end\nend";

const readHoldsLiveWithReaders_ =
  "local function id(dd)\nif dd>dv then return true end\nlocal bw,ca=0,0\nlocal ct=b('HGETALL',e)\nfor q=2,#ct,2 do ca=ca+(tonumber(ct[q])or 0)end\nif ca>dv then return true end\nfor q=1,#ct,2 do\nbw=math.max(bw,ga(ct[q],tonumber(ct[q+1])or 0))\nend\nif bw>0 then\ng('PEXPIRE',e,bw)\nelse\ng('DEL',e)\nend\nreturn bw>0\nend";

const rwQueueWakeNext_ =
  "local function kq(dm)\npcall(gc,dm)\nend";

const rwQueueGiveUp_ =
  "local function hk()\nif ef~='' then hx(ef)end\nend";

const endFirst_ =
  "local bt,hq,f,eg=ARGV[5]=='0',ARGV[6],ARGV[7],ARGV[8]\nlocal ao=eg=='' and '' or ' ' .. eg";

const fairReadWriteFreed_ =
  "local function ei()\nkq('free')\nbb(gg,'0')\nend";

const readsShortenLock_ =
  "local function jy(gr,dd)\nif gr<b('PTTL',e)- fz or b('HGET',e,'mode')=='write' then return end\nif not id(dd or b('HLEN',e))then ei()end\nend\nlocal function ek()\nlocal j,dd=df(h,1),b('HLEN',e)\nif dd==2 then\ng('DEL',e,j)\nreturn ei()\nend\nlocal gr=dn(h,1)\ng('HDEL',e,h)\nr('HSET',e,h,i or 1)\njy(gr,dd)\npcall(g,'DEL',j)\nend";

const readsEndOne_ =
  "local function hj(hr,i,gf)\nlocal kj=dn(h,i)\nlocal aw,gr,dt=iv(i,ig(ARGV[7] - hr))\ngf()\ng('HINCRBY',e,h,-1)\njj(h,i)\nif aw<i and kj>0 and(dt or kj>gr)then\njj(h,aw,kj)\nelseif aw<i and dt then\njj(h,aw)\nend\njy(gr)\nend";

const endEndHold_ =
  "local function hi(cr)\nlocal fo,fn=true,nil\nif not k then\nfo,fn=pcall(b,'HGET',e,h)\nend\nif fn=='1' then\nlocal p,m=pcall(g,'SET',n,'|-released' .. ao,'PX',f,'GET')\nif p and m then r('SET',n,m,'PX',f)end\nif p and not m then r('UNLINK',n)end\nif p and(m and string.sub(m,1,2)=='|+' or not m and cx())then\nek(true)\nreturn bf('released')\nend\nif p and not m then return av('taken',fc)end\nif p then\nlocal dr=f+b('PTTL',e)\ng('SET',n,m,'PX',dr)\nr('SET',n,m,'PX',dr)\nend\nend\ncm()\nlocal bd,hp=cq()\nif bd and ao~='' and hp~=eg and(bd[3]=='released' or string.find(bd[3],'^still'))then\nreturn bf('released-elsewhere')\nend\nif bd then return bd end\nlocal i=(fo or ey())and eq(bt and cr)\nif not i then\nlocal t=ch(b('EXISTS',e)==1 and 'taken' or 'free')\nlocal c=av(t,ey()and f or fc)\nhk()\nreturn c\nend\nif tonumber(i)>1 then\nlocal t='still:' .. i - 1\nhj(hq,tonumber(i),function()\nav(t,f,ao)\nend)\nif k then pcall(el,n,f)end\nreturn bf(t)\nend\nlocal c=av('released',f,ao)\nek()\nreturn c\nend";

const fairReadWriteBlock_4 =
  "return hi(ARGV[4])";

const stateExtend_ =
  "local function ge(j,ac)\nif g('PEXPIRE',j,ac,'GT')==1 then return true end\nif not ed[j] and g('PEXPIRE',j,ac,'NX')==1 then dh[j]=true end\ned[j]=true\nreturn dh[j]\nend";

const exclusiveEndOne_ =
  "local function hj(hr,bl,gf)\nge(e,hr)\ngf()\ng('HINCRBY',e,h,-1)\nend";

const fairReadWriteFreed_2 =
  "local function ei(dm)\nkq(dm)\nbb(gg,'1')\nend";

const writesEndLast_ =
  "local function ek()\nlocal dd,dm=b('HLEN',e),'free'\nif dd==2 then\ng('DEL',e)\nelse\ng('HSET',e,'mode','read')\nr('HSET',e,'mode','write')\ng('HDEL',e,h)\nr('HSET',e,h,i or 1)\nif id(dd)then dm='read' end\nend\nei(dm)\nend";

const exclusiveBegin_ =
  "local function eb(aa)\ng('HINCRBY',e,h,1)\nr('UNLINK',e)\ng('PEXPIRE',e,aa)\nr('UNLINK',e)\nend";

const exclusiveHoldLeft_ =
  "local function eo(bl,f)\nlocal l=b('PTTL',e)\nif k then g('PEXPIRE',k,f+l,'GT')end\nreturn l\nend\nlocal function ev()\nreturn s=='plain'\nend\nlocal ff=1000\nlocal function ex(bl,l)\nlocal i=g('HINCRBY',e,h,1)\nr('HINCRBY',e,h,-1)\nreturn i,l\nend";

const waitersMAILBOX_ =
  "local ew=dz .. ':mailbox:' .. string.rep('%x',32)\nlocal function cb(as,...)\nbb(dl(as),table.concat({...},' '))\nend";

const queueQueue_ =
  "local ar,cs,be=KEYS[3],KEYS[4],KEYS[5]\nlocal cp=15000\nlocal di=2000\nlocal fh=100\nlocal jz=10\nlocal ii=false\nlocal function ej(x,j,de)\nfor q=1,#de,di do\ng(x,j,unpack(de,q,math.min(q+di - 1,#de)))\nend\nend\nlocal function dy()\nreturn b('ZDIFF',2,cs,be,'WITHSCORES')\nend\nlocal function hm()\nlocal cf=b('LINDEX',ar,-1)\nreturn cf,tonumber(cf and b('ZSCORE',cs,cf)or nil)\nend";

const queueLeave_ =
  "local function fe(fq,dj)\nlocal bv=b('LRANGE',ar,0,fh)\nlocal ip=#bv>fh\nlocal gl=ip and dy()or b('ZRANGE',cs,0,-1,'WITHSCORES')\nlocal gn,cf,ep={},nil,nil\nfor q=1,#gl,2 do\ngn[gl[q]]=gl[q+1]\nend\nif ip then\ncf,ep=hm()\nbv=(#gl>0 or dj>jz)and b('LRANGE',ar,0,-1)\nend\nlocal gm,cu,ee,gy=0,{},{},{}\nfor bl,z in ipairs(bv or{})do\nif fq[z] then\ngm=gm+gb\ntable.insert(ee,z)\nelse\ntable.insert(gy,z)\nif gm>0 and gn[z] then\ntable.insert(cu,ai(gn[z] - gm))\ntable.insert(cu,z)\nend\nend\nend\nif not bv then\nfor z in pairs(fq)do\nif g('LREM',ar,0,z)>0 then table.insert(ee,z)end\nend\nelseif #ee==1 then\ng('LREM',ar,0,ee[1])\nelseif #ee>1 then\ng('DEL',ar)\nej('RPUSH',ar,gy)\nend\nej('ZREM',cs,ee)\nif ep then\nlocal il=ep - #ee*gb\ncf,ep=hm()\nif ep and ep>il and not gn[cf] then\ntable.insert(cu,ai(il))\ntable.insert(cu,cf)\nend\nend\nej('ZADD',cs,cu)\nif bv and #gy==0 then g('DEL',be)end\nend\nlocal function js()\nlocal go=b('ZRANGEBYSCORE',be,'-inf',ai(ab - cp))\nif #go==0 then return end\nlocal fq={}\nfor bl,z in ipairs(go)do\nfq[z]=true\nend\nfe(fq,#go)\nej('ZREM',be,go)\nii=true\nend\nlocal function ki()\nwhile true do\nlocal cl=b('LINDEX',ar,0)\nif not cl then return false end\nif not ab then cy()end\nlocal al=tonumber(b('ZSCORE',be,cl)or nil)\nif al and al>ab then\nlocal fi={}\nfor bl,z in ipairs(b('ZRANGEBYSCORE',be,'(' .. ai(ab),'+inf'))do\ntable.insert(fi,ai(ab))\ntable.insert(fi,z)\nend\nat('ZADD',be,fi[1],fi[2])\nej('ZADD',be,fi)\nal=ab\nend\nlocal es=not al and tonumber(b('ZSCORE',cs,cl)or nil)\nlocal iy=al and al+cp or es or 0\nif iy>ab then return cl,iy,al~=nil end\nif al then\njs()\nelse\ng('LPOP',ar)\ng('ZREM',cs,cl)\nii=true\nend\nend\nend\nlocal function jv(bt)\nlocal fs=g('ZPOPMIN',cs,fh+1)\nlocal m,cu,l={},{},false\nfor q=#fs,1,-1 do table.insert(m,fs[q])end\nif #fs>0 then r('ZADD',cs,unpack(m))end\nlocal function ho(de)\nfor q=2,#de,2 do\nif de[q - 1]==bt then\nl=true\nelse\ntable.insert(cu,ai(de[q] - gb))\ntable.insert(cu,de[q - 1])\nend\nend\nend\nho(fs)\nif #fs>2*fh then\nif not l then g('ZREM',cs,bt)end\nho(dy())\nho({hm()})\nend\nej('ZADD',cs,cu)\nif #cu==0 and b('EXISTS',ar)==0 then g('DEL',be)end\nend\nlocal function ji(z)\nif KEYS.locked then return end\nlocal d=redis.pcall('GET',(string.gsub(bi(z),'^([^:]+:[^:]*):owner:','%1:waiter:')))\nreturn type(d)=='string' and d or nil\nend\nlocal function jk(dq,...)\nlocal as=string.match(dq or '','^~?(' .. ew .. ') ')\nif as then cb(as,...)end\nreturn as\nend\nlocal function kb(gq,z,dq)\nif not jk(dq,'try',z,0)then bb(gq .. z,'0')end\nend";

const fairLEASTAHEADMS_ =
  "local os=30000\nlocal oq=86400000\nlocal function mx()\nlocal ag=dx()\nbk(jv,h)\nreturn ag\nend\nlocal function nf(es)\nlocal nu=es - ab+gb+cp\nif b('PTTL',be)<nu then g('PEXPIRE',be,ai(nu))end\nend\nlocal function ph(aq,oy,cu)\nwhile true do\nlocal o=b('LRANGE',ar,aq+1,aq+fh)\nfor bl,z in ipairs(o)do\nif b('ZSCORE',be,z)then return end\nlocal es=b('ZSCORE',cs,z)\nif es then\ntable.insert(cu,ai(es+oy))\ntable.insert(cu,z)\nend\nend\nif #o<fh then return end\naq=aq+fh\nend\nend\nlocal nz=false\nlocal function ag()\nlocal kd=b('EXISTS',e,n,k or n)\nif kd==0 then\nlocal cl=g('LPOP',ar)\nif not cl then\nr('EXISTS',ar)\nreturn dx()\nend\nr('LPUSH',ar,cl)\nif cl==h then return mx()end\ng('LPUSH',ar,cl)\nelse\nlocal ir=not k and kd==1\nif not ir then cm()end\nlocal ag=not(ir and ARGV[6]=='2')and fv()\nif ag then return ag end\nend\nlocal l=ck()\ncy()\nlocal aq=b('LPOS',ar,h)\nlocal gp=aq and g('ZADD',be,ai(ab),h)==1\nif gp then nf(ab+(aq+1)*gb)end\njs()\nlocal cl,na\nif l==-2 then\ncl,na=ki()\nend\nif l==-2 and not cl then\ng('DEL',be)\nreturn dx()\nend\nif l==-2 and cl==h then\ng('LPOP',ar)\nr('LPUSH',ar,h)\nreturn mx()\nend\nif ii then\naq=b('LPOS',ar,h)\nif l==-2 then kb(ARGV[10],cl,ji(cl))end\nend\nif cf then\nif aq then\nfe({[h]=true},1)\ng('ZREM',be,h)\nend\nav('refused',f)\nreturn ha({'busy',aj,l,aq and aq+1 or 0,-1})\nend\nlocal af=aq and tonumber(b('ZSCORE',cs,h)or nil)\nif af and af<ab - oq then af=nil end\nlocal es=af\nif not aq then\nlocal ju=b('LINDEX',ar,-1)\nes=(ju and b('ZSCORE',cs,ju)or ab+math.max(l,0))+gb\naq=g('RPUSH',ar,h)- 1\nnz=true\ng('ZADD',be,ai(ab),h)\nend\nlocal mz=ab+(aq+1)*gb\nif not es or es<mz - gb+os then es=mz end\nif es~=af then\nlocal cu={ai(es),h}\nif af and not gp then ph(aq,es - af,cu)end\nej('ZADD',cs,cu)\nnf(es)\nend\nreturn{'busy',aj,l,aq+1,l==-2 and na+1 - ab or l}\nend";

const waitersIsHeard_ =
  "local function gz(as)\nlocal dk=redis.pcall('PUBSUB','NUMSUB',dl(as))\nreturn dk.err~=nil or dk[2]~=0\nend";

const waitersDated_ =
  "local function lu(d)\nreturn(string.gsub(d,'^(%S+ %S+ %d+ %d+ )0 ','%1' .. ai(ab).. ' '))\nend";

const waitersIsCluster_ =
  "local function nb()\nlocal li=redis.pcall('INFO','cluster')\nreturn type(li)=='string' and string.find(li,'cluster_enabled:1',1,true)~=nil\nend\nlocal function nk(d,dk)\nd=lu(d)\nif dk~='1' or string.sub(d,1,1)=='~' then return d end\nlocal nc=gz(string.match(d,'^%S+'))and not nb()\nreturn(nc and '' or '~').. d\nend";

const waitersSTANDINGMS_ =
  "local ib=150000\nlocal ia='^(~?)(' .. ew .. ') (%S+) ([1-9]%d*) ([1-9]%d*) (%d+) ([-t])(.*)$'\nlocal hz=15\nlocal function gs(d)\nlocal bh,as,h,aa,f,hs,t,am=string.match(d,ia)\nif not bh or string.find(am,'^[^\\n]')or math.max(#aa,#f)>hz then return end\nif ab - hs>=ib or(bh=='' and not gz(as))then return end\nreturn bh,as,h,aa,f,t,am\nend";

const waitersStanding_ =
  "local da,fd=KEYS[#KEYS - 1],KEYS[#KEYS]\nlocal en=160000\nlocal function fa()\ng('SET',fd,'1','PX',en)\nend";

const waitersCALLEDMS_ =
  "local fx=65\nlocal hb=50\nlocal al=0\nlocal function gj(aq,cw,ac)\nlocal d=b('LINDEX',da,aq)\nif not d then return false end\nlocal as,h=string.match(d,'^~?(' .. ew .. ') (%S+)')\nif as then cb(as,cw,h,ac)end\nreturn true\nend\nlocal function hd(cw,ac)\nif gj(0,cw,ac)then fa()end\nend\nlocal function he(h)\nreturn KEYS.locked or b('EXISTS',bi(h))==0\nend\nlocal function hc(ac)\nif not ab then cy()end\nwhile al<hb do\nal=al+1\nlocal d=b('LINDEX',da,0)\nif not d then return end\nlocal bh,as,h=gs(d)\nlocal gk=bh and he(h)\nif gk and(bh=='' or ac>0)then\nfa()\ncb(as,ac==0 and 'try' or 'next',h,ac)\nif ac==0 or bh=='~' then gj(1,'next',ac+fx)end\nreturn\nend\ng('LPOP',da)\nif gk then\ncb(as,'try',h,0)\nac=fx\nend\nend\nhd(ac==0 and 'try' or 'next',ac)\nend";

const waitersLONGESTCONFIRMMS_ =
  "local ij=5000\nlocal function io(h,aa,f,am)\nif not g('SET',bi(h),'|+' .. am,'PX',f,'NX')then return end\nr('UNLINK',bi(h))\nlocal dg=math.min(tonumber(aa),ij)\ng('HINCRBY',e,h,1)\nr('UNLINK',e)\ng('PEXPIRE',e,dg)\nr('UNLINK',e)\nreturn dg\nend";

const waitersWithGrant_ =
  "local function ja(c,co)\nif not co then return c end\ntable.insert(c,'granted')\nfor bl,iz in ipairs(co)do table.insert(c,iz)end\nreturn c\nend";

const queueGrantFirst_ =
  "local function lz(z,dq)\nlocal bh,as,h,aa,f,bl,am=gs(dq)\nif bh~='' or h~=z then return end\nlocal dg=io(h,aa,f,am)\nif not dg then return end\ng('LPOP',ar)\njv(h)\ncb(as,'granted',h,ai(ab),dg,ai(ab))\nlocal jf=b('LINDEX',ar,0)\nif jf then jk(ji(jf),'next',jf,dg)end\nreturn{h,dg}\nend\nlocal function lb(gq,gw)\nlocal cl,dq\nlocal p,co=bk(function()\nlocal bl,iq\ncl,bl,iq=ki()\ndq=iq and ji(cl)\nreturn dq and lz(cl,dq)\nend)\nlocal bq=p and co or(not p and redis.pcall('EXISTS',e)==1)\nif bq then\nif gw==2 then pcall(fa)end\nreturn p and co\nend\nif cl then pcall(kb,gq,cl,dq)end\nif gw==2 then pcall(hc,0)end\nend";

const stateTimeouts_ =
  "local cv=''";

const fenceMarkKey_ =
  "local mr,aj,ce=KEYS[1],ARGV[1],ARGV[2]\nlocal function ow(bh)\nif not bh then return true end\nif not string.find(bh,'^%d+$')then error('the mark of this resource is no number')end\nreturn #bh<#ce or(#bh==#ce and bh<=ce)\nend\nlocal function pb(bh,db)\nif bh==ce then return false end\nlocal ba=b('TIME')\nif tonumber(ce)<=(ba[1]+60)*1e6+ba[2] then return false end\nlocal au=tonumber(b('GET',db)or '')\nreturn not au or au<tonumber(ce)\nend\nlocal function pj(bh)\nif bh~=ce then g('SET',mr,ce)end\nend";

const grantLooked_ =
  "local hv\nlocal function ic(ie)\nif ie then\nlocal cx,o=pcall(bx)\nif not cx or i then return end\nhv=o\nend\nif s==false then return -2 end\nreturn b('PTTL',e)\nend";

const grantIsUnknown_ =
  "local function ir()\nreturn b('EXISTS',n)==0\nend";

const grantRefuseNew_ =
  "local function kk(l)\nif not l or l<0 then return end\nlocal gp\nif cf then\ngp=at('SET',n,'|-refused','PX',f,'NX')\nelse\ngp=ir()\nend\nif gp then return{'busy',aj,l}end\nend";

const waitersMOST_ =
  "local di='9223372036854775807'";

const fencedTokenKey_ =
  "local db=KEYS[3]";

const waitersReadToken_ =
  "local function jg()\nlocal au=b('GET',db)\nreturn au~='' and au\nend\nlocal function je(d)\nreturn string.find(d,'^%d+$')and(#d<#di or(#d==#di and d<=di))\nend\nlocal function hw(au,hh)\nlocal ce=hh[1] .. string.format('%06d',hh[2])\nau=au or ''\nlocal hl=#au<#ce or(#au==#ce and au<ce)\nif hl then g('SET',db,ce)else g('INCR',db)end\nif au=='' then r('UNLINK',db)else r('SET',db,au)end\nreturn hl and ce or b('GET',db)\nend";

const fencedWithToken_ =
  "local function jr(ag,ce)\ntable.insert(ag,ce)\nreturn ag\nend\nlocal function is()\nlocal au=jg()\nif au and not je(au)then ah(db)end\nreturn au\nend\nlocal function lm(au)\nif au==di then ah(db)end\nlocal ce=hw(au,b('TIME'))\nreturn jr(dx(),ce)\nend\nlocal function nt()\nlocal nv,au=pcall(is)\nlocal ag=nv and au~=di and ht()\nreturn ag and jr(ag,hw(au,b('TIME')))\nend\nlocal function no()\ncm()\nlocal au=k and v=='' and is()\nlocal ag=fv()\nif ag and ag[1]=='held' then jr(ag,au or is()or hw(nil,b('TIME')))end\nreturn ag,au\nend";

const fencedQuickAnswer_ =
  "local function ih()\nif k then return b('EXISTS',e,n,k)==0 and lm(is())end\nlocal l=ic(ARGV[6]~='2')\nreturn l==-2 and nt()or kk(l)\nend\nlocal function jb()\nlocal ag,au=no()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then\nif not k then au=is()end\nreturn lm(au)\nend\nif cf then av('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function ag()\nreturn ha(ih()or jb())\nend";

const standIsOurs_ =
  "local iq=0\nlocal function ir()\nlocal o=hv or b('HRANDFIELD',e,2,'WITHVALUES')\nlocal gx={n}\nif #o==2 and not KEYS.locked then table.insert(gx,bi(o[1]))end\nlocal dc,dy=unpack(b('MGET',unpack(gx)))\niq=dy and string.sub(dy,1,1)~='!' and 1 or 0\nreturn not dc\nend";

const standStand_ =
  "local function np()\ncy()\nlocal d=nk(ARGV[10],ARGV[11])\nlocal aq=ARGV[9]~='' and b('LPOS',da,ARGV[9])\nif aq then\ng('LSET',da,aq,d)\nelse\ng('RPUSH',da,d)\nend\ng('PEXPIRE',da,en)\nfa()\nreturn d\nend";

const standAnswerOrStand_ =
  "local function ox()\nlocal c=ag()\nif c[1]=='busy' and not cf then\nlocal p,d=pcall(np)\nif p then\ntable.insert(c,ab)\ntable.insert(c,d)\ntable.insert(c,iq)\nend\nelseif ARGV[9]~='' then\npcall(g,'LREM',da,0,ARGV[9])\nend\nreturn c\nend";

const stealBEYONDLEASEMS_ =
  "local hy=60000\nlocal lp=64";

const stealRob_ =
  "local function mi(u,l)\nlocal dy=bi(u)\nlocal f=math.max(l+hy,b('PTTL',dy))\nlocal iw='!' .. jl .. '|'\nlocal m=g('SET',dy,iw .. '-' .. jl,'PX',f,'GET')\nif m then r('SET',dy,m,'PX',f)else r('UNLINK',dy)end\nlocal ae=string.match(m or '','^[^|]*|(%-[^\\n]*)')\nif not ae then return end\ng('SET',dy,iw .. ae,'PX',f)\nr('SET',dy,m,'PX',f)\nend\nlocal function mk(l,mm)\nlocal km={}\nfor bl,u in ipairs(b('HRANDFIELD',e,lp+1))do\nif u~='mode' or s=='plain' then\nmi(u,l)\ntable.insert(km,u)\nend\nend\ng('UNLINK',e)\nlocal gx=table.concat(km,' ')\nbb(mn,gx .. ' ' .. jl)\nlocal ag=mm()\ntable.insert(ag,gx)\nreturn ag\nend";

const stealQuickAnswer_ =
  "local function ih()\nif k then return b('EXISTS',e,n,k)==0 and kp()end\nlocal l=ic(true)\nif l==-2 then return ml()end\nif l and l>=0 and b('EXISTS',n)==0 then return kn(l)end\nend";

const stealFullAnswer_ =
  "local function jb()\nlocal ag=af()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return kp()end\nreturn kn(l)\nend\nlocal function ag()\nreturn ih()or jb()\nend";

const inspectSubscriptions_ =
  "local function nr(gq)\nlocal dk=redis.pcall('PUBSUB','NUMSUB',unpack(gq))\nif dk.err then return -1 end\nlocal ko=0\nfor q=2,#dk,2 do ko=ko+dk[q] end\nreturn ko\nend";

const lockHashLONGESTVALUE_ =
  "local mu=500\nlocal function ni(j)\nlocal eh=redis.pcall('GETRANGE',j,0,mu)\nif type(eh)~='string' then return nil end\nreturn string.match(eh,'^lh1 (%S+) (%d+) (.*)$')\nend";

const lockHashLightState_ =
  "local function pe(du,md)\nreturn 'light\\n' .. du .. ' ' .. md\nend";

const inspectLONGESTSTATE_ =
  "local ou=700\nlocal function pq(bg)\nlocal lc=#bg>0 and b('MGET',unpack(bg))or{}\nfor q=1,#bg do lc[q]=string.sub(lc[q] or '',1,ou)end\nreturn lc\nend";

const inspectMOSTBYTES_ =
  "local lo=50000\nlocal function mb(d)\nlocal bl,nl=string.gsub(d,'[^%w:{}_./ -]','')\nreturn #d+5*nl+3\nend";

const permitsCount_ =
  "local function i(d)\nreturn tonumber(gh(d))\nend";

const permitsPermits_ =
  "local ez,fy,aj=KEYS[1],KEYS[2],ARGV[1]";

const permitsTime_ =
  "local ba=b('TIME')\nlocal ab=ba[1]*1000+math.floor(ba[2]/1000)\nlocal lg=1000";

const lockQuickAnswer_ =
  "local function ih()\nif k then return b('EXISTS',e,n,k)==0 and dx()end\nlocal l=ic(ARGV[6]~='2')\nreturn l==-2 and ht()or kk(l)\nend\nlocal function jb()\ncm()\nlocal ag=fv()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return dx()end\nif cf then av('refused',f)end\nreturn{'busy',aj,l}\nend\nlocal function ag()\nreturn ha(ih()or jb())\nend";

const holdBlock_ =
  "cm()\nlocal bd=cq()\nif bd then return bd end\nlocal i=eq()\nif not i then return av(ch('lost'),ARGV[4])end\nreturn{'counted',aj,tonumber(i),eo(tonumber(i))}";

const waitersTokenKey_ =
  "local db";

const waitersUNTOLDMS_ =
  "local kw=1000\nlocal function ld()\ndb='redisson_lock_token:' .. string.match(da,'^[^:]+:[^:]*:standing:(.*)$')\nlocal p,au=pcall(jg)\nreturn p and(not au or(je(au)and au~=di)),au\nend\nlocal function kx(du,as,h,aa,f,t,am)\nlocal jm,au=true,nil\nif t=='t' then\njm,au=ld()\nend\nif not jm then return cb(as,'try',h,0)end\nlocal dg=io(h,aa,f,am)\nif not dg then return end\nlocal ce=t=='t' and hw(au,ba)or nil\ncb(as,'granted',h,ai(ab),dg,ai(du),ce)\nreturn{h,dg,ce}\nend\nlocal function jp(ak)\nbb(ak,'1000000')\nbb(ak,'0')\nend\nlocal function jo(ak)\njp(ak)\npcall(hc,0)\nend\nlocal function la(ak,du)\nif not ab then cy()end\ndu=math.min(tonumber(du)or ab,ab)\nif KEYS.locked or ab - du>=kw then return jo(ak)end\nwhile al<hb do\nal=al+1\nlocal d=g('LPOP',da)\nif not d then\nbb(ak,'0')\nreturn\nend\nlocal bh,as,h,aa,f,t,am=gs(d)\nif bh=='~' and he(h)then\njp(ak)\ncb(as,'try',h,0)\nhc(fx)\nreturn\nend\nlocal co=bh=='' and kx(du,as,h,aa,f,t,am)\nif co then\npcall(hd,'next',co[2])\nreturn co\nend\nend\njo(ak)\nend\nlocal function ei(ak,gw,du)\nal=0\nif gw==2 then\nlocal p,co=bk(la,ak,du)\nif p then return co end\nif redis.pcall('EXISTS',e)==1 then return end\nend\nbb(ak,'0')\nend";

const holdRenew_ =
  "local function kz(aa,f,dr,mc,jh)\nlocal bd=cq()\nif bd then return nil,bd end\nlocal i=eq()\nif not i then return nil,av(ch('lost'),f)end\nge(e,aa)\nif jh then jh(tonumber(i))end\nif k then\nif ap then\nel(n,dr)\nelse\nbz(string.sub(v,2).. '|',dr)\nend\nel(k,dr,jh)\nelseif mc then\nel(n,dr)\nend\nreturn tonumber(i)\nend";

const holdRenewEach_ =
  "local function pl()\nlocal mv,ec=tonumber(ARGV[2]),tonumber(ARGV[3])\nlocal ca=(#ARGV - 3)/6\nlocal lr,ky={},0\nfor q=1,ca do\ntable.insert(lr,KEYS[2*q])\nend\nfor q=2*ca+1,#KEYS do\ntable.insert(lr,KEYS[q])\nend\nlocal ng=b('MGET',unpack(lr))\nlocal kl={'renewals',ARGV[1]}\nfor q=1,ca do\nlocal aa,f,ma\nh,by,aa,f,ma,cv=unpack(ARGV,6*q - 2,6*q+3)\ne,n,k=KEYS[2*q - 1],KEYS[2*q],nil\nif ma=='1' then\nky=ky+1\nk=KEYS[2*ca+ky]\nend\nbr(ng[q],k and ng[ca+ky])\nlocal mj=cv~=''\nlocal dc=mj and ig(ec)\nlocal l=mv and not mj and b('PTTL',e)\nif l and k then l=math.min(l,b('PTTL',n)- ec,b('PTTL',k)- ec)end\nlocal i,bd\nif l and l>mv then\nbd=cq()or not eq()and av(ch('lost'),f)\nelse\nl=tonumber(aa)\ni,bd=kz(aa,f,l+ec,ma=='2',mj and function(ca)\nnn(ca,dc,aa)\nend)\nend\ntable.insert(kl,bd and bd[3] or l)\nend\nreturn kl\nend";

const readHoldsRenewSlot_ =
  "local function nn(i,dc,aa)\nlocal aw=1\nif i>1 then aw=iv(i,dc)end\nlocal j=df(h,aw)\nif not ge(j,aa)then g('SET',j,'1','PX',aa,'NX')end\ncn[j]=nil\nend";

const lockHashLock_ =
  "local e,n,h,w,v=KEYS[1],KEYS[2],ARGV[2],'',''";

const lockHashBlock_ =
  "bx()\nlocal l=ck()";

const ownerAnswer_ =
  "local function ag(er)\nreturn{'done',aj,tonumber(er)}\nend\nlocal function p(er)\nat('SET',k,er,'PX',ARGV[4])\nr('UNLINK',k)\nreturn ag(er)\nend";

const ownerHeldCount_ =
  "local function jc(jd)\nbx()\nif s and(s=='plain')~=jd then ah(e)end\nif s then ck()end\nreturn i and tonumber(i)\nend";

const ownerENDED_ =
  "local hf='released-elsewhere'\nlocal hy=60000\nlocal function kc(kg)\nlocal f=math.max(b('PTTL',e)+hy,b('PTTL',n))\nat('SET',n,'!' .. hf .. '|-' .. hf,'PX',f)\nif ap then r('SET',n,bs,'PX',f)else r('UNLINK',n)end\nlocal kh=kg()\nbb(ARGV[6],h .. ' ' .. hf)\nreturn kh\nend";

const ownerBlock_ =
  "cm()";

const ownerEndReads_ =
  "local function pa()\nif v~='' then return ag(v)end\nlocal ca=jc(false)\nif not ca then return p(0)end\nlocal c=p(1)\nkc(function()\ncn[df(h,1)]=ga(h,ca)\nek()\nfor aw=2,ca do pcall(jj,h,aw)end\nend)\nreturn c\nend";

const ownerRenewed_ =
  "local function pm()\np(1)\nreturn{'done',aj,1,w}\nend";

const permitsGiveBack_ =
  "local function ly(dj,ak,em,lw,...)\nlocal ea=at('INCRBY',ez,dj)\nr('INCRBY',ez,-dj)\nlw(...)\nif ea>=em then bb(ak,ai(ea))end\nend";

const permitsSweep_ =
  "local function ns(ea,ak)\nlocal jt,gt=unpack(b('ZRANGE',fy,0,0,'WITHSCORES'))\nif jt and #jt~=16 then error('NOT_A_LOCK 2')end\nif not jt or tonumber(gt)>ab then return ea end\nlocal ke=b('ZCOUNT',fy,'-inf',ai(ab))\nlocal dj=math.min(ke,lg)\nly(dj,ak,1,g,'ZREMRANGEBYRANK',fy,0,dj - 1)\nreturn ea+ke\nend";

const permitExpirableRecord_ =
  "local k,ak,f=KEYS[3],ARGV[2],ARGV[4]\nlocal ls=setmetatable({},{\n__index=function(eu,y)\neu[y]=string.char(tonumber(y,16))\nreturn eu[y]\nend,\n})\nlocal gv,eu={},string.gsub(ARGV[3],'..',ls)\nlocal function l()\nlocal em,dj=math.huge,0\nfor bl,gt in ipairs(b('ZMSCORE',fy,unpack(gv)))do\nem=math.min(em,gt and gt - ab or 0)\nif gt then dj=dj+1 end\nend\nreturn em,dj\nend";

const permitExpirableEnded_ =
  "local function bf(t)\nreturn{'ended',aj,t}\nend\nlocal function gf(t)\nlocal m=at('SET',k,'-' .. t,'PX',f,'GET')\nif m then r('SET',k,m,'PX',f)else r('UNLINK',k)end\nreturn bf(t)\nend\nlocal function cq(bh)\nif bh and string.sub(bh,1,1)=='-' then return bf(string.sub(bh,2))end\nend";

const permitExpirableScored_ =
  "local function po(aa)\nlocal de,gt={},ai(ab+aa)\nfor bl,pg in ipairs(gv)do\ntable.insert(de,gt)\ntable.insert(de,pg)\nend\nreturn unpack(de)\nend";

const permitExpirableLostEnd_ =
  "local function mq()\nreturn cq(b('GET',k))or gf('lost')\nend";

const permitExpirableBlock_ =
  "for q=1,#eu,16 do\ntable.insert(gv,string.sub(eu,q,q+15))\nend";

const readWriteTimeouts_ =
  "local cv=ARGV[9]\nlocal jl,mn=ARGV[10],ARGV[11]";

const readWriteSteal_ =
  "local function kn(l)\nif s=='plain' then ah(e)end\nreturn mk(l,dx)\nend\nlocal ml,kp=ht,dx";

const readWriteKnown_ =
  "local function af()\ncm()\nreturn fv()\nend";

const readWriteBlock_ =
  "return ag()";

const semaphoreKey_ =
  "local j,k,aj,f=KEYS[1],KEYS[2],ARGV[1],ARGV[2]\nlocal function bf(t)\nreturn{'ended',aj,t}\nend\nlocal function av(t)\nat('SET',k,'-' .. t,'PX',f)\nr('UNLINK',k)\nreturn bf(t)\nend\nlocal eh,bh=unpack(b('MGET',j,k))\nlocal function ez()\nreturn gh(eh or b('GET',j))\nend";

const semaphoreTaken_ =
  "local mt=bh and string.match(bh,'^%+(%d+)$')\nif bh and not mt then return bf(string.sub(bh,2))end";

const semaphoreNotify_ =
  "local function pi(ak,ez)\nif ez>=0 then bb(ak,ez)end\nend";

export const countDownLatchCountDown: LuaScript = /* @__PURE__ */ script("count-down-latch/count-down", "99c546b5ae00e673f13c74b21c26dc2f07dcba7c", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eh then return p(0,at)end\nlocal l=eh - 1\nlocal c=p(math.max(l,0),at)\ng('DECR',j)\nif l>0 then return c end\nr('INCR',j)\ng('DEL',j)\nif l==0 then bb(ARGV[3],'0')end\nreturn c", END);

export const countDownLatchDelete: LuaScript = /* @__PURE__ */ script("count-down-latch/delete", "fab3b1a73777e5eb2b5fde6b7bfe92e081141ff8", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eh then return p(0,at)end\nlocal c=p(1,at)\ng('DEL',j)\nbb(ARGV[3],'1')\nbb(ARGV[3],'0')\nreturn c", END);

export const fairReadWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-read", "8b2b286bc311c9b55ecc93694eaffeedaa3eb645", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, END);

export const fairReadWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/acquire-write", "5100cea0f0b1f854738d5199004d9d05ee8c85f8", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, END);

export const fairReadWriteForceRelease: LuaScript = /* @__PURE__ */ script("fair-read-write/force-release", "0153faf2b7b4ba448b25d6465ae368ed33f2ee21", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, forceSome_, forceStored_, forceLookAtLock_, "lj()\nlocal gg=ARGV[3]", rwQueueTell_, forceForced_, forceTellHolders_, "if s=='plain' then ah(e)end\nif s~=ARGV[6] then return jw(0)end\nlocal c=jw(1)\ng('DEL',e)\npcall(gc,'free')\nbb(gg,s=='write' and '1' or '0')\nln()\nreturn c", END);

export const fairReadWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-read", "6d71cd9cba090f1fe76d62e182d6a3a1414acb04", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, END);

export const fairReadWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fair-read-write/release-write", "f97c418c16b9fb066d1fb1ba2d0d2cda6a39619f", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, END);

export const fairAcquire: LuaScript = /* @__PURE__ */ script("fair/acquire", "cb325ad7a4120a98da09682d3802007e37238a7f", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, queueQueue_, "k=KEYS[6]\nlocal gb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "return ag()", END);

export const fairAcquireStanding: LuaScript = /* @__PURE__ */ script("fair/acquire-standing", "07d240b038330c6c9fef99e48a1bb85678f20716", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersDated_, waitersIsCluster_, queueQueue_, "k=nil\nlocal gb=tonumber(ARGV[9])", queueLeave_, fairLEASTAHEADMS_, "local en=cp+5000\nlocal qt=100\nlocal function rd(aq)\nlocal jn=b('HRANDFIELD',e)\nlocal iw=jn and b('GET',bi(jn))\nif not iw or string.sub(iw,1,1)=='!' or aq>qt then return 0 end\nif aq==1 then return 1 end\nfor bl,al in ipairs(b('ZMSCORE',be,unpack(b('LRANGE',ar,0,aq - 2))))do\nif not al then return 0 end\nend\nreturn 1\nend\nlocal function np(aq)\nlocal d=nk(ARGV[12],ARGV[13])\nlocal m=g('SET',KEYS[6],d,'PX',en,'GET')\nreturn d,m==ARGV[11] and not nz and 1 or rd(aq)\nend\nlocal c=ag()\nif c[1]~='busy' or cf or KEYS.locked then return c end\nlocal p,d,oj=pcall(np,c[4])\nif p then\nfor bl,iz in ipairs({ab,d,oj})do table.insert(c,iz)end\nend\nreturn c", END);

export const fairForceRelease: LuaScript = /* @__PURE__ */ script("fair/force-release", "6f85c7761a09da10a869abb02599e4193be9fb7d", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, forceSome_, forceStored_, forceLookAtLock_, "lj()\nlocal gb=tonumber(ARGV[6])", queueLeave_, queueGrantFirst_, forceForced_, forceTellHolders_, "if s=='read' or s=='write' then ah(e)end\nif not s then return jw(0)end\nlocal c=jw(1)\nlocal co=lb(ARGV[3],g('DEL',e,fd))\nln()\nreturn ja(c,co)", END);

export const fairPass: LuaScript = /* @__PURE__ */ script("fair/pass", "8768b1d16bff4bbfe0fff6b44e5054c9db55fca9", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[9] and KEYS[7]\nlocal gb=tonumber(ARGV[10])", queueLeave_, queueGrantFirst_, endFirst_, "local co\nlocal nd=false\nlocal function ek()\ng('DEL',e)\nnd=true\nend\nlocal function hk()\nif b('EXISTS',e)==0 then co=lb(ARGV[9])end\nend", endEndHold_, "local c=hi(ARGV[4])\nif not nd then return ja(c,co)end\nlocal p,pc=bk(function()\nif b('LINDEX',ar,0)~=ARGV[11] then return false end\nif not g('SET',KEYS[6],'|+' .. ARGV[14],'PX',ARGV[13],'NX')then return false end\nr('UNLINK',KEYS[6])\ng('HINCRBY',e,ARGV[11],1)\nr('UNLINK',e)\ng('PEXPIRE',e,ARGV[12])\nreturn true\nend)\nif p and pc then\nbk(function()\ng('LPOP',ar)\njv(ARGV[11])\nend)\ntable.insert(c,'held')\nreturn c\nend\nreturn ja(c,lb(ARGV[9],1+g('DEL',fd)))", END);

export const fairRelease: LuaScript = /* @__PURE__ */ script("fair/release", "bdd8d877be4265fcdf3aa2acd1f025cedaca4958", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[8] and KEYS[6]\nlocal gb=tonumber(ARGV[10])", queueLeave_, queueGrantFirst_, endFirst_, "local co\nlocal function ek()\nco=lb(ARGV[9],g('DEL',e,fd))\nend\nlocal function hk()\nif ARGV[11]=='1' and b('LPOS',ar,h)then\nfe({[h]=true},1)\ng('ZREM',be,h)\nend\nif b('EXISTS',e)==0 then co=lb(ARGV[9])end\nend", endEndHold_, "local c=hi(ARGV[4])\nreturn ja(c,co)", END);

export const fenceCheck: LuaScript = /* @__PURE__ */ script("fence/check", "6ca06b018f5ffae065b47c564736a5fd1abf249c", BEGIN, fenceMarkKey_, "local bh=b('GET',mr)\nif not ow(bh)then return{'fenced',aj,0}end\nif pb(bh,KEYS[2])then return{'ahead',aj}end\npj(bh)\nreturn{'fenced',aj,1}", END);

export const fenceSet: LuaScript = /* @__PURE__ */ script("fence/set", "0ae4e0c1aed31a1d7016b4d57031fdb27f18b2d7", BEGIN, stateWrite_, fenceMarkKey_, "local k,rh,f,eh=KEYS[2],KEYS[3],ARGV[3],ARGV[4]\nlocal bh,p=unpack(b('MGET',mr,k))\nif p=='1' then return{'fenced',aj,1}end\nif p=='ahead' then return{'ahead',aj}end\nif p then return{'withdrawn',aj}end\nif not bh then bh=b('GET',mr)end\nif not ow(bh)then return{'fenced',aj,0}end\nif not eh then\nat('SET',k,'0','PX',f)\nreturn{'withdrawn',aj}\nend\nif pb(bh,KEYS[4])then\ng('SET',k,'ahead','PX',f)\nreturn{'ahead',aj}\nend\ng('SET',rh,eh,'GET')\npj(bh)\ng('SET',k,'1','PX',f)\nreturn{'fenced',aj,1}", END);

export const fencedAcquire: LuaScript = /* @__PURE__ */ script("fenced/acquire", "b151b690a443ea686b05a1ff785524c299906363", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, fencedQuickAnswer_, "k=KEYS[4]\nreturn ag()", END);

export const fencedAcquireStanding: LuaScript = /* @__PURE__ */ script("fenced/acquire-standing", "380c2e9a8aeeb4a7d503a316b3447fe3379582c1", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersMOST_, fencedTokenKey_, waitersReadToken_, waitersStanding_, fencedWithToken_, fencedQuickAnswer_, standStand_, standAnswerOrStand_, "k=nil\nreturn ox()", END);

export const fencedSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("fenced/steal", "cf49cd6373a503288d200cb4d2edbfa95b5095fc", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, waitersMOST_, fencedTokenKey_, waitersReadToken_, fencedWithToken_, stealBEYONDLEASEMS_, "k=KEYS[4]\nlocal jl,mn=ARGV[9],ARGV[10]", stealRob_, "local ml,af=nt,no\nlocal function kp()\nreturn lm(is())\nend\nlocal function kn(l)\nif s~='plain' then ah(e)end\nlocal au=is()\nif au==di then ah(db)end\nreturn mk(l,function()\nreturn lm(au)\nend)\nend", stealQuickAnswer_, stealFullAnswer_, "return ag()", END);

export const flightAcquire: LuaScript = /* @__PURE__ */ script("flight/acquire", "72c20b0809bcba19f89c7fbec2f151babe41a8a7", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal py='!' .. ARGV[9] .. '|'\nlocal d=b('GET',KEYS[3])\nlocal l=d and(string.sub(d,1,1)=='=' or string.sub(d,1,#py)==py)and b('PTTL',KEYS[3])or 0\nlocal function kf()\nreturn{'found',aj,d,l}\nend\nif l>0 then\nif g('SET',n,'|-lost','PX',f,'NX')then return kf()end\nelseif b('EXISTS',e,n)==0 then\nreturn dx()\nend\ncm()\nlocal ag=fv()\nif ag and ag[1]=='ended' and l>0 then return kf()end\nif ag then return ag end\nlocal rf=ck()\nif cf then av('refused',f)end\nreturn{'busy',aj,rf,b('HKEYS',e)[1]}", END);

export const flightFinish: LuaScript = /* @__PURE__ */ script("flight/finish", "bddffa85590040c53b6daeb09d11c615298b1fc1", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, endFirst_, "k=nil\nlocal lo=8192\nlocal function ek(rr)\nlocal oa,m=false,nil\nif rr then\noa,m=pcall(g,'SET',KEYS[3],ARGV[10],'PX',ARGV[11],'GET')\nend\nif oa and m then r('SET',KEYS[3],m,'PX',ARGV[11])end\nif oa and not m then r('UNLINK',KEYS[3])end\nlocal gw=g('DEL',e,fd)\nlocal ry=string.sub(ARGV[10],1,1)=='=' and tonumber(ARGV[11])>=fc\nif oa and ry and #ARGV[10]<=lo then\nlocal d=string.gsub(ARGV[10],',','\\t')\nbb(ARGV[12],h .. ' ' .. ARGV[11] .. ' ' .. d)\nend\nbb(ARGV[9],'1')\nif gw==2 then pcall(hc,0)end\nend\nlocal function hk()end", endEndHold_, "return hi(ARGV[4])", END);

export const inspectCounter: LuaScript = /* @__PURE__ */ script("inspect/counter", "f1773c50fab453255d388734c0bef3ca701021d4", BEGIN, onceCounter_, inspectSubscriptions_, "local an=gh(b('GET',KEYS[1]))\nlocal l=b('PTTL',KEYS[1])\nreturn{'counter',ARGV[1],an and 1 or 0,tonumber(an or 0),l,nr({ARGV[2]})}", END);

export const inspectLock: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/lock", "64a16cd53d975152209a382836b1d52395c92b8b", BEGIN, lockHashMode_, "local e,n,h,w,v=KEYS[1],KEYS[2],ARGV[2],'',''", lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, "local cv=ARGV[3]", readHoldsTimeoutKey_, inspectLONGESTSTATE_, inspectMOSTBYTES_, inspectSubscriptions_, "local lq=100\nlocal qw=4\nlocal qv=tonumber(ARGV[6])\nlocal aj,ar,be,ne=ARGV[1],KEYS[3],KEYS[4],KEYS[5]\nif not pcall(bx)then\nlocal jn,du,md=ni(e)\nif not jn then bx()end\nlocal l=ck()\nreturn{'lock',aj,'light',l,1,1,0,0,0,0,jn,1,l,pe(du,md)}\nend\nlocal l=ck()\nlocal function sc()\nlocal ct,dk,dd={},{},0\nif not s then return ct,dk,dd end\ndd=b('HLEN',e)-(s=='plain' and 0 or 1)\nlocal lt,af='0',{}\nif s~='plain' then af['mode']=true end\nfor bl=1,qw do\nlocal ku=b('HSCAN',e,lt,'COUNT',2*lq)\nlt=ku[1]\nlocal o=ku[2]\nfor q=1,#o,2 do\nif #ct<lq and not af[o[q]] then\nif not bj(o[q+1])then ah(e)end\naf[o[q]]=true\ntable.insert(ct,o[q])\ntable.insert(dk,tonumber(o[q+1]))\nend\nend\nif lt=='0' or #ct==lq then break end\nend\nreturn ct,dk,dd\nend\nlocal pk=0\nlocal function rz(bc,ca)\nif pk+ca>qv then return l end\npk=pk+ca\nlocal bw=0\nfor aw=1,ca do\nbw=math.max(bw,b('PTTL',df(bc,aw)))\nend\nreturn math.min(bw,l)\nend\nlocal function si(dd,nq)\nlocal qe=dd>1 and b('PTTL',nq)or -1\nif qe<0 then return l end\nreturn math.max(math.min(l,qe - ARGV[4]),0)\nend\nlocal function ro(u,ca,dd,nq)\nif s=='plain' then return l end\nif string.find(u,':write$')then return si(dd,nq)end\nreturn rz(u,ca)\nend\nlocal function sd()\nif b('EXISTS',ar,KEYS[6])==0 then return{},0 end\nlocal mp=b('TYPE',ar).ok\nif mp=='list' then return b('LRANGE',ar,0,lq - 1),b('LLEN',ar)end\nif mp~='none' then ah(ar)end\nar,be=KEYS[6],KEYS[7]\nif b('TYPE',ar).ok~='zset' then ah(ar)end\nreturn b('ZRANGE',ar,0,lq - 1),b('ZCARD',ar)\nend\nlocal function sa(bv)\nif #bv==0 then return{}end\nlocal al=redis.pcall('ZMSCORE',be,unpack(bv))\nlocal ba=b('TIME')\nlocal ab=ba[1]*1000+math.floor(ba[2]/1000)\nlocal de={}\nfor q=1,#bv do\nlocal cf=tonumber(al[q] or nil)\nde[q]=cf and math.max(ab - cf,0)or -1\nend\nreturn de\nend\nlocal ct,dk,dd=sc()\nlocal ms={}\nfor q,u in ipairs(ct)do ms[q]=bi(u)end\nlocal ll=pq(ms)\nlocal bv,sh=sd()\nlocal sb=sa(bv)\nlocal gq={unpack(ARGV,7)}\nif ar==KEYS[3] then\nfor bl,z in ipairs(bv)do table.insert(gq,ARGV[5] .. z)end\nend\nlocal iu=redis.pcall('LLEN',ne)\nlocal c={'lock',aj,s or 'free',l,dd,0,sh,0}\ntable.insert(c,type(iu)=='number' and iu or 0)\ntable.insert(c,nr(gq))\nlocal eu=0\nlocal function cb(qn,jx,d,...)\neu=eu+mb(jx)+mb(d)+30\nif eu>lo then return end\nc[qn]=c[qn]+1\nfor bl,az in ipairs({jx,...})do table.insert(c,az)end\nend\nfor q,u in ipairs(ct)do\ncb(6,u,ll[q],dk[q],ro(u,dk[q],dd,ms[q]),ll[q])\nend\nfor q,z in ipairs(bv)do cb(8,z,'',sb[q])end\nreturn c", END);

export const inspectPermits: LuaScript = /* @__PURE__ */ script("inspect/permits", "5f987781614147c5d64c3c93fe38157144aa43b9", BEGIN, onceCounter_, inspectSubscriptions_, waitersDigits_, permitsCount_, permitsPermits_, permitsTime_, "local lq=100\nlocal ov=922337203685477\nlocal function rn(eu)\nreturn(string.gsub(eu,'.',function(rg)\nreturn string.format('%02x',string.byte(rg))\nend))\nend\nlocal d=b('GET',ez)\nlocal ea=d and i(d)\nlocal ke=b('ZCOUNT',fy,'-inf',ai(ab))\nlocal oc=b('ZCARD',fy)- ke\nlocal ae=b('ZRANGE',fy,'(' .. ai(ab),'+inf','BYSCORE','LIMIT',0,lq,'WITHSCORES')\nlocal c={'permits',aj,d and 1 or 0,(ea or 0)+(d and ke or 0),oc}\ntable.insert(c,nr({ARGV[2]}))\ntable.insert(c,b('PTTL',ez))\ntable.insert(c,#ae/2)\nfor q=1,#ae,2 do\nif #ae[q]~=16 then error('NOT_A_LOCK 2')end\nlocal gt=tonumber(ae[q+1])\ntable.insert(c,rn(ae[q]))\ntable.insert(c,gt>=ov and -1 or gt - ab)\nend\nreturn c", END);

export const inspectScan: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/scan", "20a3eb9a5ce092e70149082b17604b771ac5f36e", BEGIN, inspectMOSTBYTES_, "local lt,oo,lf=ARGV[2],tonumber(ARGV[4]),tonumber(ARGV[5])\nlocal di=1000\nlocal ot=1000\nlocal dj,oz=math.min(di,lf),lo\nlocal kf,qb={},false\nlocal function ra(bg,lc)\nfor bl,j in ipairs(lc)do\nif redis.pcall('GETRANGE',j,0,3)=='lh1 ' then table.insert(bg,j)end\nend\nend\nlocal function ex(bg)\nlocal eu,o=0,{}\nfor bl,j in ipairs(bg)do\nif #j<=ot then\neu=eu+mb(j)\ntable.insert(o,j)\nend\nend\nif eu>oz and(#kf>0 or dj>1)then return false end\noz=oz - eu\nfor bl,j in ipairs(o)do table.insert(kf,j)end\nreturn true\nend\nlocal function qk(mp)\nreturn redis.pcall('SCAN',lt,'MATCH',ARGV[3],'COUNT',dj,'TYPE',mp)\nend\nrepeat\nlocal ku=qk('hash')\nif ku.err then return{'refused',ARGV[1],ku.err}end\nif ARGV[6]=='1' then ra(ku[2],qk('string')[2])end\noo=oo - dj\nif #kf+#ku[2]>lf and dj>lf - #kf then\ndj=lf - #kf\nelseif ex(ku[2])then\nlt,dj,qb=ku[1],di,ku[1]=='0'\nelseif #kf>0 then\noo=0\nelse\ndj=math.floor(dj/2)\nend\nuntil qb or #kf>=lf or oo<=0\nreturn{'scanned',ARGV[1],lt,unpack(kf)}", END);

export const inspectSummaries: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("inspect/summaries", "4228e6b799b0daaa5f7c7b989293d2174e975492", BEGIN, lockHashMode_, "local e,n\nlocal h,w,v='','',''", lockHashIsGranted_, lockHashLook_, lockHashLONGESTVALUE_, lockHashLightState_, inspectLONGESTSTATE_, inspectMOSTBYTES_, "local ot=1000\nlocal qs=5\nlocal function rx(o)\nlocal bt=1\nfor q=1,#o,2 do\nlocal qa=s~='plain' and o[q]=='mode'\nif qa and bt==q then\nbt=q+2\nelseif not qa and string.find(o[q],':write$')then\nbt=q\nend\nend\nreturn o[bt],o[bt+1]\nend\nlocal function rp(o)\nif s=='plain' then return 1 end\nlocal dj=#o/2\nif dj==qs then dj=b('HLEN',e)end\nreturn dj - 1\nend\nlocal nw={'',-2,0,'',0}\nlocal function rj(j)\nlocal jn,du,md=ni(j)\nlocal l=jn and b('PTTL',j)or -2\nif l<=0 then return nw end\nlocal mp='light'\nreturn{mp,l,1,jn,1},pe(du,md)\nend\nlocal function ri(j,nq)\ne,n=j,nq\nlocal ey,o=pcall(bx)\nif not ey then return rj(j)end\nif not s then return nw end\nlocal l=b('PTTL',e)\nlocal u,ca=rx(o)\nif l<=0 or not u or #u>ot then return nw end\nreturn{s,l,rp(o),u,tonumber(ca)}\nend\nlocal oe={}\nlocal function nj(kt,kd)\nif #kt==0 then return end\nkd=kd or b('EXISTS',unpack(kt))\nif kd==0 then return end\nif 4*kd<#kt then\nlocal qg=math.floor(#kt/2)\nlocal m,rb={unpack(kt,1,qg)},{unpack(kt,qg+1)}\nlocal px=b('EXISTS',unpack(m))\nnj(m,px)\nreturn nj(rb,kd - px)\nend\nfor bl,de in ipairs(kt)do\nlocal od=redis.pcall('LLEN',de)\nif type(od)~='number' then od=redis.pcall('ZCARD',de)end\noe[de]=type(od)=='number' and od or 0\nend\nend\nlocal pu,ms,pf,qi,qj,kt={},{},{},{},{},{}\nfor q=1,#KEYS/4 do\nlocal j,ar,pn,ne=unpack(KEYS,4*q - 3,4*q)\nlocal lx\nlx,pf[q]=ri(j,ARGV[q+1])\npu[q],ms[q]=lx,bi(lx[4])\nif lx~=nw and not pf[q] then\ntable.insert(qi,ar)\ntable.insert(qj,pn)\ntable.insert(kt,ne)\nend\nend\nlocal ll=pq(ms)\nnj(qi)\nnj(qj)\nnj(kt)\nlocal c,eu={'summaries',ARGV[1]},0\nfor q,lx in ipairs(pu)do\nlocal iw=pf[q] or ll[q]\neu=eu+mb(lx[4])+mb(iw)+50\nif q>1 and eu>lo then return c end\nfor bl,rl in ipairs(lx)do table.insert(c,rl)end\ntable.insert(c,iw)\nlocal bl,ar,pn,ne=unpack(KEYS,4*q - 3,4*q)\ntable.insert(c,(oe[ar] or 0)+(oe[pn] or 0))\ntable.insert(c,oe[ne] or 0)\nend\nreturn c", END);

export const lightRelease: LuaScript = /* @__PURE__ */ script("light/release", "5294d43d2ee7d96ac82fff1a3dafc6bb81954d7f", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('DEL',KEYS[1])");

export const lightRenew: LuaScript = /* @__PURE__ */ script("light/renew", "0c76c558c5f870caf0761a00797c099886a2dc26", "if redis.call('GET',KEYS[1])~=ARGV[1] then return 0 end\nreturn redis.call('PEXPIRE',KEYS[1],ARGV[2])");

export const lockAcquire: LuaScript = /* @__PURE__ */ script("lock/acquire", "10e607a36a3da856a02dd3222b044d71484217be", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, lockQuickAnswer_, "return ag()", END);

export const lockAcquireMany: LuaScript = /* @__PURE__ */ script("lock/acquire-many", "b7ec193ca2d6163bae9df4c9dec6fc1d52a374b9", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, "k=nil\nlocal function az(sf)\nfor q=1,#KEYS,2 do\ne,n=KEYS[q],KEYS[q+1]\nlocal ag=sf(q)\nif ag then return ag end\nend\nend\nlocal function qp()\naz(function()\ndx()\nend)\nreturn{'held',aj,1,tonumber(aa)}\nend\nif b('EXISTS',unpack(KEYS))==0 then return qp()end\nlocal nh,ny,gy\nlocal bd=az(function(q)\ncm()\nlocal ag=fv()\nif ag and ag[1]=='ended' then return ag end\nif ag then\nlocal l=ag[4]<0 and tonumber(aa)or ag[4]\nnh=math.min(l,nh or l)\nelse\ngy=true\nlocal l=ck()\nif l~=-2 and not ny then ny={'busy',aj,l,(q+1)/2}end\nend\nend)\nif bd then return bd end\nif nh and gy then return bf('lost')end\nif nh then return{'held',aj,1,nh}end\nif not ny then return qp()end\nif cf then\naz(function()\ng('SET',n,'|-refused','PX',f)\nend)\nend\nreturn ny", END);

export const lockAcquireStanding: LuaScript = /* @__PURE__ */ script("lock/acquire-standing", "3326e4bb9ee7d2694ef4ada6af2e0b2a30d4230d", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, standIsOurs_, grantRefuseNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersChannelAt_, waitersIsHeard_, waitersDated_, waitersIsCluster_, waitersStanding_, standStand_, lockQuickAnswer_, standAnswerOrStand_, "k=nil\nreturn ox()", END);

export const lockCheck: LuaScript = /* @__PURE__ */ script("lock/check", "e8dddadabefd6b1eb28d2ea706af2ce2a961dd0e", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, "local function eo()\nif k then g('PEXPIRE',k,ARGV[4]+b('PTTL',e),'GT')end\nreturn b('PTTL',e)\nend", holdBlock_, END);

export const lockForceRelease: LuaScript = /* @__PURE__ */ script("lock/force-release", "934d479cd672199b8ac493a7b841bef1c157568b", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashLONGESTVALUE_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "local cx=pcall(lj)\nlocal jn=not cx and ni(e)\nif jn then\nck()\no={jn}\nlocal c=jw(1)\ng('DEL',e)\nln()\nreturn c\nend\nif not cx then lj()end\nif s=='read' or s=='write' then ah(e)end\nif not s then return jw(0)end\nlocal c=jw(1)\nlocal co=ei(ARGV[3],g('DEL',e,fd),'')\nln()\nreturn ja(c,co)", END);

export const lockLookStanding: LuaScript = /* @__PURE__ */ script("lock/look-standing", "563bbb58a1b685160b6f9b6d37ed499ee2e44e41", BEGIN, waitersNow_, "cy()\nlocal en=160000\nlocal c,ll={'looked',ARGV[1],ab},{}\nfor q=2,#KEYS,4 do\ntable.insert(ll,KEYS[q])\nend\nlocal af=b('MGET',unpack(ll))\nlocal function kz(da,fd,iu,dq)\nlocal aq=b('LPOS',da,iu)\nif aq then\ng('LSET',da,aq,dq)\nelse\ng('RPUSH',da,dq)\nend\ng('PEXPIRE',da,en)\ng('SET',fd,'1','PX',en)\nend\nfor oh=1,#ll do\nlocal q=4*oh\nlocal l=af[oh] and -2 or b('PTTL',KEYS[q - 3])\nlocal iu,dq=ARGV[2*oh],ARGV[2*oh+1]\nif l>=0 and dq~='' then pcall(kz,KEYS[q - 1],KEYS[q],iu,dq)end\ntable.insert(c,l)\nend\nreturn c", END);

export const lockPass: LuaScript = /* @__PURE__ */ script("lock/pass", "766ffa517614559fb6b3c5a4129a2c26b65a3883", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, endFirst_, "k=KEYS[6] and KEYS[4]\nlocal nd=false\nlocal function ek()\ng('DEL',e)\nnd=true\nend\nlocal function hk()end", endEndHold_, "local c=hi(ARGV[4])\nif not nd then return c end\nlocal p,pc=bk(function()\nif not g('SET',KEYS[3],'|+' .. ARGV[13],'PX',ARGV[12],'NX')then return false end\nr('UNLINK',KEYS[3])\ng('HINCRBY',e,ARGV[10],1)\nr('UNLINK',e)\ng('PEXPIRE',e,ARGV[11])\nreturn true\nend)\nif ARGV[14]~='' then pcall(g,'LREM',da,0,ARGV[14])end\nif p and pc then\ntable.insert(c,'held')\nreturn c\nend\nreturn ja(c,ei(ARGV[9],1+g('DEL',fd),ARGV[15]))", END);

export const lockRelease: LuaScript = /* @__PURE__ */ script("lock/release", "bb0efd4c3dcb86bcb2483788a44ce1482a0a70f4", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersDated_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, endFirst_, "k=KEYS[5] and KEYS[3]\nlocal function rc(d)\ncy()\ng('RPUSH',da,lu(d))\ng('PEXPIRE',da,en)\nend\nlocal co\nlocal function ek()\nlocal gw=g('DEL',e,fd)\nif(ARGV[11] or '')~='' and pcall(rc,ARGV[11])then gw=2 end\nco=ei(ARGV[9],gw,ARGV[10])\nend\nlocal function hk()end", endEndHold_, "if(ARGV[12] or '')~='' then pcall(g,'LREM',da,0,ARGV[12])end\nlocal c=hi(ARGV[4])\nreturn ja(c,co)", END);

export const lockReleaseMany: LuaScript = /* @__PURE__ */ script("lock/release-many", "2d1f533c489a243032dc487551ab44ff27e8bc13", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersUNTOLDMS_, endFirst_, "k=nil\nlocal ak\nlocal function ek()\nei(ak,g('DEL',e,fd),'')\nend\nlocal function hk()end", endEndHold_, "local of=(#ARGV - 8)/2\nlocal pw=ARGV[4]=='1' and 3*of or 2*of\nlocal kl,nm={'ends',aj},nil\nfor q=1,of do\ne,n=KEYS[2*q - 1],KEYS[2*q]\nif ARGV[4]=='1' then k=KEYS[2*of+q] end\nda,fd=KEYS[pw+2*q - 1],KEYS[pw+2*q]\nak=ARGV[2*q+8]\nlocal p,c=bk(hi,ARGV[2*q+7])\nif p then\ntable.insert(kl,c[3])\nelse\nnm=c.err or c\nif string.find(nm,'^WRONGTYPE')then nm='NOT_A_LOCK ' .. 2*q - 1 end\nend\nend\nif nm then error(nm,0)end\nreturn kl", END);

export const lockRenew: LuaScript = /* @__PURE__ */ script("lock/renew", "ee24cf06d4ded7573776c599b1f6e23bdd89e0b8", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, holdRenew_, "cm()\nlocal i,bd=kz(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1')\nreturn bd or{'renewed',aj,i}", END);

export const lockRenewExclusive: LuaScript = /* @__PURE__ */ script("lock/renew-exclusive", "bc0e1ef01b65113bf8eb922d7990df280b013876", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, holdRenew_, "local ig,nn", holdRenewEach_, "return pl()", END);

export const lockRenewMany: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/renew-many", "178bb2d4bc13084c991452dfa59a808d60317d01", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv", holdIsLock_, holdRenew_, readHoldsOwnLeft_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsRenewSlot_, holdRenewEach_, "return pl()", END);

export const lockStatus: LuaScript = /* @__PURE__ */ script("lock/status", "3c93fd9326b138dd394381f5256ee25cdf4ad43b", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "return{'status',ARGV[1],l,tonumber(i or 0)}", END);

export const lockSteal: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("lock/steal", "d79e6d60382dd11ff60249677f1bb377c407c358", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, exclusiveBegin_, grantTake_, exclusiveHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, "local jl,mn=ARGV[9],ARGV[10]", stealRob_, "local function kn(l)\nif s~='plain' then ah(e)end\nreturn mk(l,dx)\nend\nlocal ml,kp=ht,dx", stealQuickAnswer_, "local function af()\ncm()\nreturn fv()\nend", stealFullAnswer_, "return ag()", END);

export const ownerRelease: LuaScript = /* @__PURE__ */ script("owner/release", "fad975b00ddb3c82747fc43566537f1f381f01e0", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersMOST_, waitersTokenKey_, waitersReadToken_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, waitersUNTOLDMS_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not jc(true)then return p(0)end\nlocal c=p(1)\nlocal co=kc(function()\nreturn ei(ARGV[5],g('DEL',e,fd),'')\nend)\nreturn ja(c,co)", END);

export const ownerReleaseQueued: LuaScript = /* @__PURE__ */ script("owner/release-queued", "cd4dd38141c83f0f506bb49b17e62015df085c5a", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, waitersMAILBOX_, waitersIsHeard_, waitersSTANDINGMS_, waitersStanding_, waitersCALLEDMS_, waitersLONGESTCONFIRMMS_, waitersWithGrant_, queueQueue_, "k=KEYS[6]\nlocal gb=tonumber(ARGV[7])", queueLeave_, queueGrantFirst_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not jc(true)then return p(0)end\nlocal c=p(1)\nlocal co=kc(function()\nreturn lb(ARGV[5],g('DEL',e,fd))\nend)\nreturn ja(c,co)", END);

export const ownerReleaseQueuedReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-reads", "953df3e6fbb1150dab8008c9e04bebf2232f4264", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gg,cv,ef=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ei()\nkq('free')\nbb(gg,'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return pa()", END);

export const ownerReleaseQueuedWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-queued-writes", "941df1924c3d31c35c99562c512f9cc92815b537", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, "k=KEYS[6]\nlocal gg,cv,ef=ARGV[5],ARGV[7],''", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, rwQueueTell_, rwQueueWakeNext_, "local function ei(dm)\nkq(dm)\nbb(gg,'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not jc(false)then return p(0)end\nlocal c=p(1)\nkc(ek)\nreturn c", END);

export const ownerReleaseReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-reads", "7bb92b00596265cfcb82feaeff13f507b6a6599c", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, "local cv=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function ei()\nbb(ARGV[5],'0')\nend", readsShortenLock_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerEndReads_, ownerBlock_, "return pa()", END);

export const ownerReleaseWrites: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/release-writes", "a2738104942daf83b69d37749ff9f358663fa813", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, "local cv=ARGV[7]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, "local function ei()\nbb(ARGV[5],'1')\nend", writesEndLast_, ownerAnswer_, ownerHeldCount_, ownerENDED_, ownerBlock_, "if v~='' then return ag(v)end\nif not jc(false)then return p(0)end\nlocal c=p(1)\nkc(ek)\nreturn c", END);

export const ownerRenew: LuaScript = /* @__PURE__ */ script("owner/renew", "0a71d16977f6a70c44026ff86ffa4c2eca22f496", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ag(v)end\nif not jc(ARGV[7]=='0')then return p(0)end\nge(e,ARGV[5])\nel(n,ARGV[6])\nreturn pm()", END);

export const ownerRenewReads: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("owner/renew-reads", "348c46d1c081df483bbcd96e664df9f87511a695", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateExtended_, stateExtend_, stateKeep_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, "local cv=ARGV[7]", readHoldsTimeoutKey_, ownerAnswer_, ownerRenewed_, ownerHeldCount_, ownerBlock_, "if v~='' then return ag(v)end\nlocal ca=jc(false)\nif not ca then return p(0)end\nge(e,ARGV[5])\nel(n,ARGV[6])\nfor aw=1,ca do\nlocal j=df(h,aw)\nif not ge(j,ARGV[5])then g('SET',j,'1','PX',ARGV[5],'NX')end\nend\nreturn pm()", END);

export const permitExpirableAcquire: LuaScript = /* @__PURE__ */ script("permit-expirable/acquire", "8e22ca22a8003c67aa549de43871f18afb418f46", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local aa,cf=ARGV[5],ARGV[6]=='1'\nlocal ov=922337203685477\nlocal d,bh=unpack(b('MGET',ez,k))\nlocal bd=cq(bh)\nif bd then return bd end\nd=d or b('GET',ez)\nlocal ea=d and i(d)or 0\nif bh then\nlocal ks=l()\nreturn ks>0 and{'held',aj,ks,ea}or mq()\nend\nif not d then return gf('unset')end\nea=ns(ea,ak)\nif ea<#gv then\nif cf then gf('refused')end\nlocal bt=b('ZRANGE',fy,'(' .. ai(ab),'+inf','BYSCORE','LIMIT',0,1,'WITHSCORES')[2]\nreturn{'busy',aj,bt and tonumber(bt)<ov and bt - ab or -1,ea}\nend\ng('SET',k,'+','PX',f)\nr('UNLINK',k)\nlocal nx=g('ZADD',fy,'NX',po(aa))\nif nx==#gv then r('ZREM',fy,unpack(gv))end\ng('DECRBY',ez,nx)\nlocal qq=b('PTTL',ez)\nif qq>0 then g('PEXPIRE',fy,qq)end\nlocal ks=nx==#gv and tonumber(aa)or l()\nif ks<=0 then return mq()end\nreturn{'held',aj,ks,ea - nx}", END);

export const permitExpirableRelease: LuaScript = /* @__PURE__ */ script("permit-expirable/release", "6629ffbbcb418b6c502dda9fa936b4b3577ff8ca", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableLostEnd_, permitExpirableBlock_, "local ea=b('GET',ez)\nlocal ks,dj=l()\nif ea then i(ea)end\nif dj==0 then return mq()end\nlocal c=gf(ks>0 and 'released' or 'lost')\nif ea then\nly(dj,ak,0,g,'ZREM',fy,unpack(gv))\nelse\ng('ZREM',fy,unpack(gv))\nend\nreturn c", END);

export const permitExpirableReleaseMany: LuaScript = /* @__PURE__ */ script("permit-expirable/release-many", "7fd6ac2497972587059870edc0b1923bfdf66559", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, permitExpirableRecord_, permitExpirableBlock_, "local function ag(an)\nreturn{'done',aj,tonumber(an)}\nend\nlocal fb=b('GET',k)\nif fb then return ag(fb)end\nlocal ea=b('GET',ez)\nfb=l()>0 and '1' or '0'\nif ea and fb=='1' then ns(i(ea),ak)end\nat('SET',k,fb,'PX',f)\nr('UNLINK',k)\nif fb=='1' then\nfor q=4,#KEYS do\nlocal m=g('SET',KEYS[q],'-released','PX',f,'GET')\nif m then r('SET',KEYS[q],m,'PX',f)else r('UNLINK',KEYS[q])end\nend\nif ea then\ng('INCRBY',ez,#gv)\nr('INCRBY',ez,-#gv)\nend\ng('ZREM',fy,unpack(gv))\nif ea then bb(ak,#gv)end\nend\nreturn ag(fb)", END);

export const permitExpirableRenew: LuaScript = /* @__PURE__ */ script("permit-expirable/renew", "fd4d6212b3aabecd828cef1fc1f961b715ce170e", BEGIN, stateWrite_, waitersDigits_, permitsPermits_, permitsTime_, permitExpirableRecord_, permitExpirableEnded_, permitExpirableScored_, permitExpirableLostEnd_, permitExpirableBlock_, "local ks,aa=l(),ARGV[5]\nif ks<=0 then return mq()end\nif aa then at('ZADD',fy,'XX','GT',po(aa))end\nreturn{'leased',aj,ks}", END);

export const permitExpirableSet: LuaScript = /* @__PURE__ */ script("permit-expirable/set", "b9bf09c4e0ec0ec36fbba834e13fac2ca86bce15", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local fy,ak,an,t=KEYS[3],ARGV[3],ARGV[4],ARGV[5]\nlocal ea=eh\nif ea and t=='try' then return p(0,at)end\nlocal oc=b('ZRANDMEMBER',fy,3)\nfor bl,jt in ipairs(oc)do\nif #jt~=16 then error('NOT_A_LOCK 3')end\nend\nlocal og=tonumber(an)\nif ea and t=='set' then og=an - ea - b('ZCARD',fy)end\nif og==0 and ea then return p(1,at)end\nlocal c=p(1,g)\ng('INCRBY',j,string.format('%.0f',og))\nif not ea and #oc>0 then\nr('UNLINK',j)\ng('DEL',fy)\nend\nif t~='add' or og>0 then bb(ak,an)end\nreturn c", END);

export const permitExpirableStatus: LuaScript = /* @__PURE__ */ script("permit-expirable/status", "c526c13c4e07cab18c003230d2aec7d6553683b7", BEGIN, stateWrite_, onceCounter_, waitersDigits_, permitsCount_, permitsPermits_, permitsGiveBack_, permitsTime_, permitsSweep_, "local ea=b('GET',ez)\nlocal jq=ea and ns(i(ea),ARGV[2])\nreturn{'permits',aj,jq or 0,b('ZCOUNT',fy,'(' .. ai(ab),'+inf'),jq and 1 or 0}", END);

export const readWriteAcquireRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-read", "3ca617fc3aa415fe039ba599ad773be49cfe5a43", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, "local cv=ARGV[9]", readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, readHoldsMOSTWALKED_, readsForgetOutlived_, "if k then\nif b('EXISTS',unpack(KEYS))==0 then return dx()end\nelse\nlocal l=ic(true)\nlocal ag\nif l and(not s or(s=='read' and l>=0))then\nag=ht()\nelse\nag=kk(l)\nend\nif ag then return ha(ag)end\nend\ncm()\nmy()\nlocal ag=fv()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return dx()end\nif s=='read' or(s=='write' and b('HEXISTS',e,h .. ':write')==1)then return dx()end\nif cf then av('refused',f)end\nreturn ha({'busy',aj,l})", END);

export const readWriteAcquireWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/acquire-write", "09f912b9d590f8ebffdb36a728b4420bf9df7b35", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, grantIsUnknown_, grantRefuseNew_, grantWithHolder_, "local cv=ARGV[9]", readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, "if k then\nif b('EXISTS',unpack(KEYS))==0 then return dx()end\nelse\nlocal l=ic(ARGV[6]~='2')\nlocal ag=l==-2 and ht()or kk(l)\nif ag then return ha(ag)end\nend\ncm()\nlocal ag=fv()\nif ag then return ag end\nlocal l=ck()\nif l==-2 then return dx()end\nlocal bc=string.sub(h,1,-7)\nif k and ga(bc,tonumber(b('HGET',e,bc)or 0))>0 then return av('upgrade',f)end\nif cf then av('refused',f)end\nreturn ha({'busy',aj,l})", END);

export const readWriteCheckRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/check-read", "5e5491806368ef49c03cf52ef3d19ee433b71e8e", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv=ARGV[5]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsReadLeft_, "local function eo(i)\nreturn mh(i,ARGV[6])\nend", holdBlock_, END);

export const readWriteCheckWrite: LuaScript = /* @__PURE__ */ script("read-write/check-write", "13c69edf89ae4cc72e4d1ae3753ff4c69d0c482f", BEGIN, stateWrite_, stateLock_, stateTimeouts_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, holdIsLock_, writesWriteLeft_, "local function eo()\nreturn kr(ARGV[4],ARGV[5])\nend", holdBlock_, END);

export const readWriteForceRelease: LuaScript = /* @__PURE__ */ script("read-write/force-release", "cee89d31dfe692942795ec4acc47bc1167cc5b3c", BEGIN, stateWrite_, lockHashMode_, forceLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, forceForced_, forceSome_, forceTellHolders_, forceLookAtLock_, forceStored_, "lj()\nif s=='plain' then ah(e)end\nif s~=ARGV[6] then return jw(0)end\nlocal c=jw(1)\ng('DEL',e)\nbb(ARGV[3],s=='write' and '1' or '0')\nln()\nreturn c", END);

export const readWriteReleaseRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-read", "eb5e5a9e0fcbb3c16e88faabbe36c32c7bda1c36", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function ei()\nbb(ARGV[9],'0')\nend", readsShortenLock_, "local function hk()end", readsEndOne_, endEndHold_, "return hi(ARGV[4])", END);

export const readWriteReleaseWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/release-write", "7ae55463a74edb4bb0d5e94cd39e3dc0a25a2835", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, "local cv=ARGV[10]", holdIsLock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, endFirst_, "local function ei()\nbb(ARGV[9],'1')\nend", writesEndLast_, "local function hk()end", endEndHold_, "return hi(ARGV[4])", END);

export const readWriteRenewRead: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/renew-read", "f90ab170c0cb06707a24abcccd29a6aa2c8bca98", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, "local cv=ARGV[7]", holdIsLock_, holdRenew_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsRenewSlot_, "cm()\nlocal dc=ig(ARGV[5] - ARGV[4])\nlocal i,bd=kz(ARGV[4],ARGV[5],ARGV[5],ARGV[6]=='1',function(ca)\nnn(ca,dc,ARGV[4])\nend)\nif bd then return bd end\nreturn{'renewed',aj,i}", END);

export const readWriteStatus: LuaScript = /* @__PURE__ */ script("read-write/status", "8910dba0dc2268c85baed5bbbcc557d34841259a", BEGIN, lockHashMode_, lockHashLock_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, lockHashBlock_, "local rt=s==ARGV[3] or(s=='write' and ARGV[3]=='read' and b('HLEN',e)>2)\nreturn{'status',ARGV[1],rt and l or -2,tonumber(i or 0)}", END);

export const readWriteStealWrite: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("read-write/steal-write", "e0f8e17c4a06ae2900c2ef4996b05fdf97bb2fb7", BEGIN, stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, END);

export const refreshSpend: LuaScript = /* @__PURE__ */ script("refresh/spend", "3ffce3b6cbb077bb880c3f4a1873e5123e9d69e7", BEGIN, waitersNow_, waitersDigits_, "local e,bh,aj,h,pr=KEYS[1],KEYS[2],ARGV[1],ARGV[2],ARGV[3]\nlocal q,ao,oi=string.match(b('GET',bh)or '','^(%d+) (%S+) (.*)$')\ncy()\nif oi==pr and ao==h then return{'spends',aj,0}end\nif b('HEXISTS',e,h)==0 then return{'ended',aj,'lost'}end\nif oi~=pr then\ng('SET',bh,ai(ab).. ' ' .. h .. ' ' .. pr)\nreturn{'spends',aj,0}\nend\nlocal qm=math.max(0,ab - q)\nreturn{qm<tonumber(ARGV[4])and 'spends' or 'spent',aj,qm}", END);

export const requestNumber: LuaScript = /* @__PURE__ */ script("request/number", "2891e716d34806a16f63fa7dd32c58fd6e7a9549", BEGIN, onceCounter_, "return{'done',ARGV[1],tonumber(gh(b('GET',KEYS[1]))or 0)}", END);

export const requestTrySet: LuaScript = /* @__PURE__ */ script("request/try-set", "0d709f522c034dc4688e48481b9bbaf2179594a9", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "local an,qr=ARGV[3],ARGV[6]\nif eh then return p(0,at)end\nlocal c=p(1,g)\nif qr then g('SET',j,an,'PX',qr)else g('SET',j,an)end\nbb(ARGV[4],ARGV[5])\nreturn c", END);

export const requestWithdraw: LuaScript = /* @__PURE__ */ script("request/withdraw", "285dec8967ebce824d4880edaff1e267fd8eb9b9", BEGIN, stateWrite_, "local k,aj=KEYS[1],ARGV[1]\nlocal rq=at('SET',k,'withdrawn','PX',ARGV[2],'NX')\nreturn{'done',aj,(rq or b('GET',k)=='withdrawn')and 1 or 0}", END);

export const semaphoreAcquire: LuaScript = /* @__PURE__ */ script("semaphore/acquire", "731ab46e2a0c084d8fd47927974c60cd48124240", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreTaken_, "local lf=ARGV[3]\neh=ez()\nif mt then return{'held',aj,tonumber(eh or 0)}end\nif not eh then return av('unset')end\nif tonumber(eh)>=tonumber(lf)then\ng('SET',k,'+' .. lf,'PX',f)\nr('UNLINK',k)\nreturn{'held',aj,g('DECRBY',j,lf)}\nend\nif ARGV[4]=='1' then av('refused')end\nreturn{'busy',aj,tonumber(eh)}", END);

export const semaphoreAddPermits: LuaScript = /* @__PURE__ */ script("semaphore/add-permits", "e9f892418fe3e3bd5ade04e72ca9b323bcde4234", BEGIN, stateWrite_, onceCounter_, onceKey_, semaphoreNotify_, onceValue_, "local ez=(eh or 0)+ARGV[3]\nlocal c=p(ez,at)\ng('INCRBY',j,ARGV[3])\npi(ARGV[4],ez)\nreturn c", END);

export const semaphoreCancel: LuaScript = /* @__PURE__ */ script("semaphore/cancel", "256364f854ee4886db3570d91f5cde55dac766b8", BEGIN, stateWrite_, onceCounter_, semaphoreKey_, semaphoreNotify_, semaphoreTaken_, "if not mt then return av('free')end\nlocal rs=ez()\nlocal c=av('released')\nr('SET',k,bh,'PX',f)\nif rs then pi(ARGV[3],at('INCRBY',j,mt))end\nreturn c", END);

export const semaphoreDrain: LuaScript = /* @__PURE__ */ script("semaphore/drain", "1762b0ac2bfaaf8032f03da57cb4bfd8399a7c08", BEGIN, stateWrite_, onceCounter_, onceKey_, onceValue_, "if not eh then return p(0,at)end\nlocal c=p(eh,g)\ng('DECRBY',j,eh)\nreturn c", END);

export const webLocksBatch: LuaScript = /* @__PURE__ */ scriptWithOtherKeys("web-locks/batch", "39965b69689ba6c326357d6c1da37fa842a72f75", BEGIN, "local qz=86400000\nlocal function se(j,jn)\nlocal au,oi=string.match(b('GET',j)or '','^(%d+) (.*)$')\nif oi==jn then return au end\nlocal ba=b('TIME')\nlocal ce=ba[1] .. string.format('%06d',ba[2])\nif au and(#au>#ce or(#au==#ce and au>=ce))then\nlocal m,rk,rv=string.match(au,'^(%d-)(%d)(9*)$')\nce=m ..(rk+1).. string.rep('0',#rv)\nend\ng('SET',j,ce .. ' ' .. jn,'PX',qz)\nreturn ce\nend\nlocal function jr(at)\nreturn function(bg,bm)\nlocal j=table.remove(bg)\nlocal c=at(bg,bm)\nif c[1]=='held' then table.insert(c,se(j,bm[2]))end\nreturn c\nend\nend\nlocal qu=10000\nlocal gx,ol=KEYS[1],ARGV[2]\nlocal op={}\nlocal function rw(e,n,re)\nif re=='2' then return end\ntable.insert(op,string.match(n,'^[^:]+:([^:]*:)').. string.sub(e,#ol+1))\nend\nlocal function qc()\nif #op==0 then return end\nlocal ql,gv=b('TIME')[1],{}\nfor bl,jx in ipairs(op)do\ntable.insert(gv,ql - ql % 60 .. '000')\ntable.insert(gv,jx)\nend\nop={}\nif g('ZADD',gx,unpack(gv))>0 then g('ZREMRANGEBYRANK',gx,0,-qu - 1)end\nend\nlocal lk={}\nlk['fair-read-write/acquire-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, fairReadWriteBlock_, readHoldsTimeoutKey_, readsBegin_, grantTake_, readHoldsOwnLeft_, readHoldsLives_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsSlotOf_, readHoldsReadLeft_, readsHoldLeft_, grantSettled_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueTellNext_, rwQueueQuit_, rwQueueWaitOn_, readsForgetOutlived_, fairReadWriteBlock_2, "end\nlk['fair-read-write/acquire-write']=jr(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, grantTellsHolder_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantTakeNew_, grantWithHolder_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, fairReadWriteBlock_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWaitOn_, fairReadWriteWasAnswered_, "end)\nlk['fair-read-write/release-read']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsSetLife_, readHoldsSCRIPTMS_, readHoldsOWNMS_, readHoldsOwnLeft_, readHoldsSlotOf_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_, readsShortenLock_, readsEndOne_, endEndHold_, fairReadWriteBlock_4, "end\nlk['fair-read-write/release-write']=function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateExtended_, stateExtend_, stateKeep_, stateNEVERGRANTEDMS_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashLook_, exclusiveEndOne_, fairReadWriteBlock_3, holdIsLock_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, readHoldsTimeoutKey_, readHoldsLives_, readHoldsMOSTWALKED_, readHoldsLiveWithReaders_, rwQueueQueue_, rwQueueMOSTDROPPED_, rwQueueLeave_, rwQueueTriedAt_, rwQueueTell_, rwQueueQuit_, rwQueueWakeNext_, rwQueueGiveUp_, endFirst_, fairReadWriteFreed_2, writesEndLast_, endEndHold_, fairReadWriteBlock_4, "end\nlk['read-write/steal-write']=jr(function(KEYS,ARGV)", stateWrite_, stateLock_, stateOwnerStateExists_, stateLoadState_, stateLostHow_, stateRememberEnd_, lockHashMode_, lockHashIsGranted_, lockHashTimeLeft_, lockHashLook_, grantLeaseMs_, writesBegin_, grantTake_, writesWriteLeft_, writesHoldLeft_, grantSettled_, grantLooked_, grantTakeNew_, stealBEYONDLEASEMS_, readWriteTimeouts_, stealRob_, readWriteSteal_, stealQuickAnswer_, readWriteKnown_, stealFullAnswer_, readWriteBlock_, "end)\nlk['web-locks/touch']=function(KEYS,ARGV)", stateWrite_, waitersNow_, waitersDigits_, waitersHEAD_, waitersChannelAt_, rwQueueQueue_, rwQueueKEPTMS_, rwQueueMOSTDROPPED_, rwQueueTriedAt_, "local e,gg=KEYS[1],ARGV[2]", rwQueueTell_, "local bv,hs={unpack(ARGV,3)},{}\ncy()\nfor bl,z in ipairs(bv)do\ntable.insert(hs,ai(ab))\ntable.insert(hs,z)\nend\nat('ZADD',be,'XX',unpack(hs))\nif b('PTTL',be)<kv then\nfor bl,j in ipairs({ar,ds,be})do g('PEXPIRE',j,en)end\nend\nlocal l=b('PTTL',e)\nlocal s=l==-2 and 'free' or b('HGET',e,'mode')or 'plain'\nlocal bl,bt=gi(ar)\nlocal bl,mo=gi(ds)\nif gd and(s=='free' or s=='read')then gc(s)end\nlocal c={'touched',ARGV[1],s,l,bt or 0,mo or 0}\nfor bl,an in ipairs(b('ZMSCORE',ar,unpack(bv)))do table.insert(c,tonumber(an or 0))end\nreturn c\nend\nlk['web-locks/snapshot']=function(KEYS,ARGV)\nlocal gx,ol,m,cf,mg=KEYS[1],ARGV[2],ARGV[3],ARGV[4],tonumber(ARGV[5])\nlocal pt=100\nlocal qx=500\nlocal cp=15000\nlocal ba=b('TIME')\nlocal ab=ba[1]*1000+math.floor(ba[2]/1000)\nlocal function rm(e)\nlocal ct,ok={},1\nfor bl,u in ipairs(b('HKEYS',e))do\nif u=='mode' then\nok=0\nelse\ntable.insert(ct,u)\nend\nend\nreturn ct,ok\nend\nlocal function sg(e,cl,pz,ru)\nlocal qo=string.find(e,'{',1,true)and e or '{' .. e .. '}'\nlocal ar,be=ARGV[6] .. cl .. ARGV[7] .. qo,ARGV[6] .. cl .. ARGV[8] .. qo\nlocal bv=b('ZRANGE',ar,pz,pz+ru - 1)\nif #bv==0 then return{},0 end\nlocal qf={}\nfor q,al in ipairs(b('ZMSCORE',be,unpack(bv)))do\nif tonumber(al or 0)>ab - cp then table.insert(qf,bv[q])end\nend\nreturn qf,#bv\nend\nlocal on=0\nif m~='' then\nif b('ZSCORE',gx,cf)==m then\non=b('ZRANK',gx,cf)+(mg>0 and 0 or 1)\nelse\non,mg=b('ZCOUNT',gx,'-inf','(' .. m),0\nend\nend\nlocal c,om={'page',ARGV[1],'','',0},qx\nlocal iu=b('ZRANGE',gx,on,on+pt - 1,'WITHSCORES')\nfor q=1,#iu,2 do\nlocal cl,jx=string.match(iu[q],'^([^:]*):(.*)$')\nlocal oj,ct,ok=pcall(rm,ol .. jx)\nlocal qh,bv,i=pcall(sg,ol .. jx,cl,mg,om)\nct,bv,i=oj and ct or{},qh and bv or{},qh and i or 0\nif #ct+i+mg==0 then\ng('ZREM',gx,iu[q])\nelse\nif mg>0 then ct={}end\nfor bl,az in ipairs({jx,oj and ok or 0,#ct,#bv})do table.insert(c,az)end\nfor bl,az in ipairs(ct)do table.insert(c,az)end\nfor bl,az in ipairs(bv)do table.insert(c,az)end\nom=om - i\nif om<=0 then\nc[3],c[4],c[5]=iu[q+1],iu[q],mg+i\nreturn c\nend\nend\nmg=0\nend\nif #iu==2*pt then c[3],c[4]=iu[#iu],iu[#iu - 1] end\nreturn c\nend\nlocal qy={\n['fair-read-write/acquire-read']=true,\n['fair-read-write/acquire-write']=true,\n['read-write/steal-write']=true,\n}\nlocal kl={'batch',ARGV[1]}\nlocal ob,lh=2,3\nwhile ARGV[lh] do\nlocal jx,qd,pv=ARGV[lh],ARGV[lh+1],ARGV[lh+2]\nlocal bg,bm={},{ARGV[1]}\nfor q=ob,ob+qd - 1 do table.insert(bg,KEYS[q])end\nfor q=lh+3,lh+2+pv do table.insert(bm,ARGV[q])end\nif qy[jx] then rw(bg[1],bg[2],bm[6])end\nif jx=='web-locks/snapshot' then pcall(qc)end\nlocal c=bn(lk[jx],bg,bm)\nif c.err then c={'failed',ARGV[1],c.err}end\ntable.insert(kl,c)\nob,lh=ob+qd,lh+3+pv\nend\npcall(qc)\nreturn kl", END);
