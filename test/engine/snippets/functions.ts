// Functions, closures, and caught errors. See ../snippets.ts.
export const functions: string = `
local function f(n) return n == 0 and 0 or 1 + f(n - 1) end return f(150)
local function f(n) if n < 2 then return n end return f(n - 1) + f(n - 2) end return f(15)
local f = function() return end return select('#', f())
return select('#', nil, nil)
return select(-1, 1, 2, 3)
return {select(2, 'a', 'b', 'c')}
return {select('2', 'a', 'b', 'c')}
return select('#')
return {select(5, 1)}
return {pcall(select, 0)}
return {pcall(select, -4, 1, 2, 3)}
return {pcall(select, 'x')}
local fs = {} for i = 1, 3 do fs[i] = function() return i end end return {fs[1](), fs[2](), fs[3]()}
local fs = {} for i = 1, 3 do local j = i fs[i] = function() j = j + 1 return j end end return {fs[1](), fs[1](), fs[2]()}
local fs = {} for _, v in ipairs({'a', 'b'}) do fs[#fs + 1] = function() return v end end return {fs[1](), fs[2]()}
local function counter() local n = 0 return function() n = n + 1 return n end end local a, b = counter(), counter() return {a(), a(), b()}
local x = 1 local function get() return x end local function set(v) x = v end set(5) return {get(), x}
local x = 1 local function f() local x = 2 return x end return {f(), x}
local x = 1 do local x = 2 end return x
local x = 1 local x = x + 1 return x
local function f() return 1, 2 end local a, b, c = f() return {a, b, c == nil}
local function f() return 1, 2 end return {f(), f()}
local function f() return 1, 2 end return {(f())}
local function f() return 1, 2 end local t = {} t.a, t.b = f() return {t.a, t.b}
local function f(a, b) return {a or 'nil', b or 'nil'} end return f(1)
local function f(a) return a end return f(1, 2, 3)
local function f(a, b) a = a + 1 return {a, b} end local x = 1 f(x, 2) return x
local function even(n) if n == 0 then return true end return n end return {even(0), even(3)}
local a = {} function a.b(...) return select('#', ...) end return a.b(nil, nil)
local a = {v = 5} function a:get() return self.v end return a:get()
local function f(...) local function g(...) return ... end return g(...) end return {f(1, 2, 3)}
local function f(...) return select('#', ...) end return f(unpack({1, 2, 3}))
local function outer() local a = 1 local function mid() local function inner() a = a + 1 return a end return inner end return mid() end local i = outer() return {i(), i()}
local a = 1 local f = function() local g = function() return a end a = 2 return g() end return f()
local function f(x) local y = x local function g() return y + x end x = 10 return g() end return f(1)
local n = 0 local function f() n = n + 1 if n < 50 then f() end end f() return n
local r = {} local i = 1 while i <= 3 do local j = i r[i] = function() return j end i = i + 1 end return {r[1](), r[3]()}
local r local i = 0 repeat local j = i r = function() return j end i = i + 1 until j == 2 return r()
return type(print or 1)
local f = string.rep return f('x', 3)
local t = {string.rep, string.sub} return t[1]('ab', 2)
return (function(...) return #{...} end)(1, 2, 3)
return {pcall(function() return 1, 2 end)}
return {pcall(pcall, error, 'x')}
return {pcall(function(...) return select('#', ...) end, nil, nil)}
return {xpcall(function() return 1, 2 end, function(e) return 'h:' .. e end)}
return {xpcall(function() error('x') end, function(e) return 'h:' .. e end)}
return {xpcall(function() error({err = 'x'}) end, function(e) return e.err end)}
local ok, e = pcall(error, {code = 5}) return {ok, type(e), e.code}
return select('#', pcall(error, {}))
return {pcall(error, {err = 'x'})}
return {pcall(error, {err = 5})}
return {pcall(error, 'x')}
return {pcall(error)}
return {pcall(error, nil)}
return {pcall(error, true)}
return {pcall(assert, false)}
return {pcall(assert, false, 'm')}
return {pcall(assert, nil, {err = 'x'})}
return {pcall(assert)}
return {assert(1, 2, 3)}
return {pcall(nil)}
return {pcall()}
return {pcall(5)}
return {pcall({})}
return function() end
return true
return false
return 1, 2
return nil
return
local a = {} return a
return tostring(print == nil)
return tostring({}):sub(1, 8)
return tostring(string.rep):sub(1, 11)
local t = {} return {tostring(t) == tostring(t), tostring(t) == tostring({})}
local a <= 1
return _VERSION
return tostring(_G == _G._G)
return {string.len == string.len, type(math.pi), type(table.concat)}
`;
