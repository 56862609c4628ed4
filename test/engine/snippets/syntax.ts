// Syntax, and its errors. See ../snippets.ts.
export const syntax: string = String.raw`
return 1 end
if x then
for
x = = 1
return ...
return '\65\066\10x'
return '\300'
return '\x41'
return 'abc
return "abc⏎"
return 'a⏎b'
return [[⏎abc]] .. [==[x]]y]==]
return [[abc
--[[ abc
--[==[ abc ]] ]==] return 5
--[[⏎⏎]] error('x')
return 3..2
return 0xzz
return 1e
return 1e+
return {0x10, 1e2, .5 * 4, 5., 3e-1 * 10, 0xA, 0Xff}
return @
return $
return "a\⏎b"
return "a\"b\'c\\d\n\t\r\a\b\f\v\q"
break
while true do break end return 1
return 1 return 2
return 1; return 2
return; return
;
local x = 1;; return x
do return 1 end return 2
f
f.x
5 = 5
f() = 5
(f) = 5
x, f() = 5
local a, b = f⏎(1)
local f = function(x) return x end⏎local a = f⏎{1}⏎return a
local function f() return ... end
local a <const> = 5
goto x
return 5 // 2
return 1 ~= 2, 3
return 1 != 2
return not nil == true
if 1 then return 'one' elseif 2 then return 'two' else return 3 end
if nil then return 'one' elseif false then return 'two' else return 3 end
if nil then return 1 elseif 2 then return 'two' end
local s = 0 while s < 5 do s = s + 1 if s == 3 then break end end return s
local s = 0 repeat local k = s s = s + 1 until k >= 3 return s
local i = 0 repeat i = i + 1 if i == 4 then break end until false return i
for i = 1, 3 do for j = 1, 3 do if j == 2 then break end if i == 2 then return {i, j} end end end
return #'abc' + 1
return -2 ^ 2
return 2 ^ 3 ^ 2
return 2 ^ -1 * 4
return 'a' .. 'b' .. 'c' == 'abc'
return 1 + 2 * 3 - 4 / 2 % 3
return not 1 == 2
return - - 2
return not not nil
return (function() return 1, 2, 3 end)()
return {(function() return 1, 2, 3 end)()}
return {(function() return 1, 2, 3 end)(), 10}
return {((function() return 1, 2, 3 end)())}
local t = {1, 2, [10] = 5, x = 'y', ['a b'] = 3; 7} return {#t, t[3], t[10], t.x, t['a b']}
local t = {[1] = 'a', 'b'} return t[1]
local t = {f = function(self, x) return x end} return t:f(5)
local t = {s = {}} function t.s.f(a) return a end function t.s:g(a) return self == t.s and a end return {t.s.f(1), t.s:g(2)}
return ('x'):rep(3)
return #{...}
local s = 'abc' return s:upper():lower():len()
local a = {} a.b = {} a.b.c = 1 a['b']['d'] = 2 return {a.b.c, a.b.d}
local a, b, c = 1, 2 return {a, b, c == nil}
local a, b = (function() return 1, 2, 3 end)() return {a, b}
local a, b = 1, 2 a, b = b, a return {a, b}
local i, t = 1, {} i, t[i] = i + 1, 20 return {i, t[1], t[2] == nil}
local a a, a = 1, 2 return a
local t = {} t.x, t.x = 1, 2 return t.x
function f() end
function string.foo() end
return (1)
return ((('x')))
local function f(...) return ... end return {f(1, nil, 3)}
local function f(...) local a, b = ... return {a, b, select('#', ...)} end return f(1, 2, 3)
local function f(a, ...) return {a, ...} end return f(1, 2, 3)
local function f(...) return {...}, 1 end return #f(1, 2)
local function f(...) return {..., 'x'} end return f(1, 2, 3)
local function f(...) return (...) end return {f(1, 2, 3)}
return 0x7fffffffffffffff == 2^63
a.b:c = 1
return {a b}
return {1, 2
local t = {⏎1,⏎2
if true then⏎⏎return 1
while true do⏎⏎
repeat return 1
repeat⏎return 1
for i = 1 do end
for i in do end
for 1 in x do end
for i, do end
local 1 = 2
local x = 
local function x.y() end
function 5() end
return f(1⏎
return (1⏎
return f 5
return x.5
return x:y
return and
local and = 1
return function() end
return function(a, ) end
return function(a b) end
return function(..., a) end
return '' .. 
elseif
else
until x
end
return "x" "y"
#!lua⏎return 1
#comment⏎return 1
return~1
return 'é'
`;
