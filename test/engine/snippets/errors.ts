// Texts of errors, and their lines. See ../snippets.ts.
export const errors: string = `
error('x')
error('x', 0)
error('x', 1)
error('x', 2)
error('x', 3)
error(5)
error()
error({err = 'a b'})
error({err = 'ERR a b'})
⏎⏎error('third line')
local function f()⏎error('deep')⏎end⏎f()
local function f() error('x', 2) end⏎local ok, e = pcall(function()⏎ f()⏎end) return e
local function f()⏎ error('x', 2)⏎end⏎f()
local function f() error('x', 2) end return {pcall(f)}
local function f() error('x', 2) end⏎local function g() return f() end⏎return {pcall(g)}
local ok, e = pcall(error, 'x') error(e)
local ok, e = pcall(error, 'x') error(e, 0)
return x
x = 1
f = 5
_G.x = 1
return _G.x
return _G[1]
return _G[true]
string.x = 1
return string.x
KEYS = {}
rawset(_G, 'x', 1)
return rawget(_G, 'x')
table.insert(string, 1)
setmetatable(_G, nil)
getmetatable('').__index = nil
print(1)
local t = {} t.x.y = 1
local t = {} t.x.y.z = 1
local t = {} return t[1].x
local t = {} local i = 'k' return t[i].x
local t = {} return t.x.y
local t return t.x
local t return t[1]
local t t.x = 1
local f f()
local f = 5 f()
local t = {} t.f()
local t = {} t:f()
local t = {} t.a.b()
local t = {} t[1]()
('x')()
('x').y.z()
('x'):nope()
local x = 5 x:y()
return math.nope()
return 1 + nil
return nil + 1
return {} + 1
return 'a' + 1
return 1 + 'a'
local a return a + 1
local a return 1 + a
local a, b = 1 return a + b
local a = 'x' return a * 2
local t = {} return t.x + 1
local t = {} return t.x - t.y
return -{}
local a return -a
return #5
return #nil
local a return #a
local a return a .. 'x'
local a return 'x' .. a
local a return 'x' .. 'y' .. a
local a return 'x' .. a .. 'y'
local t = {} return 'x' .. t.y .. 'z'
return {} .. 'x'
return 'x' .. {}
return 1 .. nil
return true .. ''
local a local function f() return a.b end f()
local a local function f() return a + 1 end f()
local a local function f() a() end f()
return {} < {}
return 1 < 'x'
return 'x' < 1
return nil < 1
return 1 >= nil
return {} <= 1
return true > false
return function() end < function() end
for i = 'x', 2 do end
for i = 1, {} do end
for i = 1, 2, {} do end
for i = nil, 1 do end
for k in 5 do end
for k in nil do end
local a for k in a do end
for k in {} do end
for k in pairs(nil) do end
for k in ipairs() do end
local t = {} t[nil] = 1
local t = {} t[0/0] = 1
return {[nil] = 1}
next({}, 'x')
string.rep()
local r = string.rep r()
return ('x'):rep({})
return ('x'):rep()
return string.rep('x', {})
return string.rep('x', 'y')
return string.rep(nil, 1)
return string.sub()
return string.sub('x')
return string.upper()
return ('x').upper()
return string.char(256)
return string.char(-1)
return string.char('x')
return string.byte({})
return string.len(true)
return math.floor('x')
return math.floor()
return math.floor(nil)
return math.max()
return math.max(1, {})
return tonumber()
return tonumber('1', 1)
return tonumber('1', 37)
return tonumber({}, 16)
return tostring()
return type()
return ipairs()
return pairs(5)
return next()
return unpack()
return unpack(5)
return rawget(1, 2)
return rawset({}, nil, 2)
return rawset({}, 1)
return rawequal(1)
return setmetatable(1, {})
return setmetatable({}, 5)
return setmetatable({})
return getmetatable()
return table.concat({1, {}, 3})
return table.concat({1, 2}, ',', 1, 3)
return table.concat()
return table.concat({}, {})
return table.insert({}, 1, 2, 3)
return table.insert({})
return table.insert()
return table.insert({}, 'x', 1)
return table.remove()
return table.remove({}, 'x')
return table.sort()
return table.sort({1, 2, 3}, 5)
return table.sort({1, 2, 'x'})
return table.sort({1, 2, 3}, function(a, b) return a.x < b.x end)
return assert(false)
return assert(nil, 'message')
return assert(false, {err = 'x'})
return select(0)
return select()
return error(nil)
return string.gsub('x', 'x', function() error('inner') end)
return string.gsub('x', 'x', function() return {} end)
return string.gsub('x', 'x', {x = true})
return {pcall(string.rep)}
return {pcall(string.rep, {})}
return {pcall(string.gsub, 'x', 'x', string.rep)}
return {pcall(string.gsub, 'x', 'x', function() return {} end)}
return {pcall(function() return string.rep({}) end)}
return {pcall(function() local s = string.rep s({}) end)}
local t = {rep = string.rep} return {pcall(function() t.rep({}) end)}
local rep = string.rep return {pcall(function() rep({}) end)}
return {pcall(function() local t = {string.rep} t[1]({}) end)}
return {pcall(function() (function() local a = nil + 1 end)() end)}
return {pcall(function()⏎⏎ return nil .. 'x'⏎end)}
local t = setmetatable({}, {__index = function(t, k) error('no ' .. k) end}) return t.x
local t = setmetatable({}, {__index = function(t, k) error('no ' .. k, 2) end})⏎return t.x
local t = setmetatable({}, {__index = 5}) return t.x
local function f(n) return 1 + f(n + 1) end f(1)
local function f(n) return 1 + f(n + 1) end return {pcall(f, 1)}
local x = 1⏎local y = x +⏎ nil⏎return y
local t = {}⏎t.a⏎.b = 1
local f⏎f(⏎1⏎)
error(⏎'x'⏎)
local s = 'a'⏎⏎return s ..⏎{}
if nil > 1 then end
while nil > 1 do end
repeat until nil > 1
return {⏎1,⏎nil + 1}
return (nil)()
return (nil).x
return ({}).x.y
local a = {} return (a.b).c
return (function() end)().x
return ('x'):rep(2):nope()
local t = {} function t.a.b() end
local a, b = {} b.x = 1
return 5 .. 6 + {}
return 2 ^ {}
return {} % 2
return {} / 2
return '5' + {} 
return {} == 1, {} < 1
return not {} < 1
`;
