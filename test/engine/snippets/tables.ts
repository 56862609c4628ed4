// Tables, with and without holes, and metatables. See ../snippets.ts.
export const tables: string = `
return #{1, nil, 3}
local t = {nil, nil, 2, 1, 1} local o = {} for i = 1, 3 do t[#t + 1] = 5 o[i] = #t end return o
return #{1, nil, 3, nil}
return #{nil, nil, 3}
return #{nil}
return #{nil, 2}
return #{n = 1}
local t = {1, 2, 3} t[2] = nil return #t
local t = {1, 2, 3} t[3] = nil return #t
local t = {1, 2, 3, 4} t[2] = nil t[4] = nil return #t
local t = {} for i = 1, 9 do t[i] = i end t[5] = nil t[9] = nil return #t
local t = {} t[1] = 1 t[2] = 2 t[4] = 4 return #t
local t = {} t[1] = 1 t[2] = 2 t[3] = 3 t[5] = 5 return #t
local t = {} t[3] = 3 t[2] = 2 t[1] = 1 return #t
local t = {} t[4] = 4 t[3] = 3 t[1] = 1 return #t
local t = {} t[2] = 2 return #t
local t = {} for i = 1, 16 do t[i] = i end for i = 1, 8 do t[i] = nil end return #t
local t = {} for i = 1, 16 do t[i] = i end for i = 9, 16 do t[i] = nil end return #t
local t = {} for i = 16, 1, -1 do t[i] = i end return #t
local t = {1, 2, 3, nil, 5} return #t
local t = {1, 2, 3, nil, 5, nil} return #t
local t = {1, 2, 3, nil, nil, 6} t[7] = 7 return #t
local function f(...) return #{...} end return {f(1, nil), f(nil, 1), f(nil), f(1, nil, nil), f(nil, nil, 3), f(1, nil, 3)}
local t = {10, 20, 30} t[#t + 1] = 40 t[#t] = nil t[#t] = nil return t
local t = {x = 1, y = 2} t[1] = 1 t[2] = 2 t[4] = 4 return #t
return {1, 2, nil, 4}
return {1, 2, false, 4}
return {nil, 1}
return {1, {2, {3}}, 'x'}
return {a = 1}
return {1, 2, x = 3}
return {[1] = 'a', [2] = 'b', [3] = 'c'}
local t = {} t[3] = 'c' t[2] = 'b' t[1] = 'a' return t
local t = {} t['1'] = 'a' return {t[1] == nil, t['1']}
local t = {} t[1.0] = 'a' return t[1]
local t = {} t[1.5] = 'a' t[-1] = 'b' t[0] = 'c' return {t[1.5], t[-1], t[0]}
local t = {} t[true] = 1 t[false] = 2 return {t[true], t[false]}
local k = {} local t = {[k] = 'v'} return t[k]
local f = function() end local t = {[f] = 'v'} return t[f]
return {unpack({1, 2, 3})}
return {unpack({1, 2, 3}, 2)}
return {unpack({1, 2, 3}, 2, 3)}
return select('#', unpack({}, 1, 3))
return select('#', unpack({1, nil, 3}))
return select('#', unpack({}, 1, 7900))
return {unpack({1, 2}, -1, 1)}
return {pcall(unpack, {}, 1, 8000)}
return {pcall(unpack)}
local t = {1, 2, 3} table.insert(t, 4) table.insert(t, 1, 0) return t
local t = {1, 2, 3} table.insert(t, 2, 'x') table.insert(t, 10, 'y') return {#t, t[10], t[5] == nil, unpack(t)}
local t = {} table.insert(t, 3, 'x') return {#t, t[3]}
local t = {1, 2, 3} table.insert(t, 0, 'x') return {t[0], unpack(t)}
local t = {1, 2, 3} table.insert(t, -1, 'x') return {t[-1], t[0], unpack(t)}
local t = {1, 2} table.insert(t, nil) return #t
local t = {1, 2} table.insert(t, 1, nil) return {#t, t[1] == nil, t[2], t[3]}
local t = {1, 2, 3} return {table.remove(t), table.remove(t, 1), #t, table.remove(t, 5) == nil}
local t = {1, 2, 3} table.remove(t, 2) return t
return {select('#', table.remove({})), select('#', table.remove({}, 1)), select('#', table.remove({1}))}
local t = {1} return {table.remove(t, 1), #t}
local t = {1, nil, 3} table.remove(t, 1) return {t[1] == nil, t[2], #t}
return {table.getn({1, 2}), table.maxn({1, 2, [10] = 3}), table.maxn({}), table.maxn({[-5] = 1})}
local t = {3, 1, 2} table.sort(t) return t
local t = {'b', 'a', 'c', 'B'} table.sort(t) return t
local t = {3, 1, 2} table.sort(t, function(a, b) return a > b end) return t
local t = {} for i = 1, 50 do t[i] = (i * 37) % 50 end table.sort(t) return t
local t = {5, 5, 5, 5} table.sort(t) return t
local t = {} table.sort(t) return #t
local t = {1} table.sort(t) return t
local t = {2, 1} table.sort(t, function(a, b) return a < b end) return t
return {pcall(table.sort, {1, 'x'})}
return {pcall(table.sort, {1, 'x', 3})}
return {pcall(table.sort, {{}, {}})}
return {pcall(table.sort, {true, false, true})}
local o = {} for i, v in ipairs({1, 2, nil, 4}) do o[#o + 1] = v end return o
local o = {} for k, v in pairs({10, 20, 30}) do o[#o + 1] = k * v end return o
local o = {} for k, v in pairs({10, nil, 30}) do o[#o + 1] = k end return o
local o = {} for k, v in pairs({1, 2, x = 'y'}) do o[#o + 1] = tostring(k) end return o
local n = 0 for k in pairs({a = 1, b = 2, c = 3, 1, 2, [10] = 5}) do n = n + 1 end return n
local t = {a = 1, b = 2, c = 3} for k in pairs(t) do t[k] = nil end return next(t) == nil
local t = {1, 2, 3, 4} for k in pairs(t) do t[k] = nil end return {next(t) == nil, #t}
local t = {a = 1, b = 2} local s = 0 for k, v in pairs(t) do t[k] = v * 2 end for k, v in pairs(t) do s = s + v end return s
local t = {1, 2, x = 1, y = 2} local n = 0 for k in pairs(t) do for j in pairs(t) do n = n + 1 end end return n
local t = {a = 1, b = 2, c = 3} local n, k = 0, next(t) while k do t[k] = nil k = next(t, k) n = n + 1 end return n
return {next({}), 'x'}
return {next({5})}
return {next({5, 6}, 1)}
return {next({5}, 1), 'x'}
return {pcall(next, {}, 'x')}
return {pcall(next, {1, 2}, 3)}
return {type(next), type({}), type(nil), type(1), type('x'), type(true)}
return {rawget({5}, 1), rawequal('a', 'a'), rawequal({}, {})}
local t = {} return rawset(t, 'a', 1) == t and t.a
local t = setmetatable({}, {__index = {a = 1}}) return {t.a, rawget(t, 'a') == nil}
local t = setmetatable({}, {__index = function(t, k) return k .. '!' end}) return {t.abc, t[1]}
local t = setmetatable({}, {__index = function(t, k) t[k] = k * 2 return t[k] end}) return {t[5], rawget(t, 5)}
return {getmetatable({}) == nil, getmetatable('').__index == string, getmetatable(setmetatable({}, {__metatable = 'x'}))}
return {pcall(setmetatable, setmetatable({}, {__metatable = 'x'}), {})}
local t = setmetatable({}, {__len = function() return 5 end}) return #t
local t = setmetatable({}, {__index = setmetatable({a = 1}, {__index = {b = 2}})}) return {t.a, t.b, t.c == nil}
return ({})[nil]
return #KEYS + #ARGV
KEYS.x = 1 return KEYS.x
local t = {} for i = 1, 1000 do t[i] = i end return {#t, t[500], t[1000]}
local t = {} for i = 1, 100 do t[#t + 1] = i end for i = 1, 99 do t[#t] = nil end return t
local t = {} t[1e15] = 1 t[2^53] = 2 return {t[1e15], t[2^53]}
local t = {n = 0} for i = 1, 5 do t.n = t.n + i end return t.n
local a = {} a.a = a return a.a.a == a
return {ok = 'x'}
return {ok = 5}
return {err = 5}
`;
