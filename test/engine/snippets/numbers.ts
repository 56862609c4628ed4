// Numbers, and their texts. See ../snippets.ts.
export const numbers: string = String.raw`
return tostring(0/0)
return {tostring(math.sqrt(-1)), tostring(math.huge - math.huge), tostring(1 % 0), tostring(math.huge % 1), tostring(5 % math.huge), tostring(-5 % math.huge), tostring(0 * math.huge)}
return {tostring(-0), tostring(0 * -1), tostring(1e15), tostring(1e14), tostring(123456789012345), tostring(2^53), tostring(2^63), tostring(1e100), tostring(0.1), tostring(1/3), tostring(1e16), tostring(-1e15), tostring(math.pi)}
return {tostring(99999999999999), tostring(999999999999999), tostring(12345678901234.5), tostring(12345678901235.5), tostring(0.1 + 0.2), tostring(1e-5), tostring(0.0001), tostring(123e-7), tostring(5e-324), tostring(1.7976931348623157e308)}
return {tostring(1/0), tostring(-1/0), 1/0 == math.huge}
return {tonumber('0x10'), tonumber('1e2'), tonumber(' 5 '), tonumber('5 x') == nil}
return {tostring(tonumber('')), tostring(tonumber(' ')), tostring(tonumber('0x')), tostring(tonumber('1e')), tostring(tonumber('inf')), tostring(tonumber('-inf')), tostring(tonumber('infinity')), tostring(tonumber('INF'))}
return {tostring(tonumber('0x1p4')), tostring(tonumber('0x.8')), tostring(tonumber('1_0')), tostring(tonumber('.5')), tostring(tonumber('5.')), tostring(tonumber('.')), tostring(tonumber('+5')), tostring(tonumber('- 5')), tostring(tonumber('0b1')), tostring(tonumber('-0x10')), tostring(tonumber('1\0')), tostring(tonumber(nil))}
return {tostring(tonumber('0x1.8')), tostring(tonumber('0x1p')), tostring(tonumber('0xg')), tostring(tonumber('1e5x')), tostring(tonumber('1e+5')), tostring(tonumber('1E-2')), tostring(tonumber('\n5\t')), tostring(tonumber('0x1P-2'))}
return {tostring(tonumber('ff', 16)), tostring(tonumber('zz', 36)), tostring(tonumber('8', 8)), tostring(tonumber('-ff', 16)), tostring(tonumber('0xff', 16)), tostring(tonumber(' 11 ', 2)), tostring(tonumber('1.5', 16)), tostring(tonumber(10, 16)), tostring(tonumber('', 16)), tostring(tonumber('7fffffffffffffff', 16)), tostring(tonumber('ffffffffffffffffff', 16))}
return {tostring(tonumber('0x', 16)), tostring(tonumber('0X1F', 16)), tostring(tonumber('0x1f', 36)), tostring(tonumber('+7', 8)), tostring(tonumber('-0', 16)), tostring(tonumber('ffffffffffffffff', 16)), tostring(tonumber('10', 10.5)), tostring(tonumber('x', 16))}
return {'10' + 5, '0x10' * 1, '3' ^ 2, -'2', 10 .. 20, ' 5 ' + 1, '1e1' - 1}
return {5 % 3, -5 % 3, 5 % -3, -5 % -3, 5.5 % 2 * 10, -1 % 1e15 / 1e3}
return {tostring(5.3 % 1), tostring(-5.3 % 1), tostring(1e300 % 7), tostring(3 % 0.1)}
return {math.fmod(5, 3), math.fmod(-5, 3), math.fmod(5, -3), math.mod(7, 4)}
return {tostring(math.modf(3.5)), tostring(select(2, math.modf(3.5))), tostring(math.modf(1/0)), tostring(select(2, math.modf(1/0))), tostring(math.modf(-3.7)), tostring(select(2, math.modf(-3.7)))}
return {math.floor('3.7'), math.floor(-3.5), math.max(1, '5'), math.min(3, 2), math.ceil(1.2), math.abs(-4), math.max(1, 5, 3), math.min(4, 2, 8)}
return {tostring(math.floor(-0.5)), tostring(math.ceil(-0.5)), tostring(math.floor(1e300)), tostring(math.floor(0/0)), tostring(math.floor(1/0))}
return {tostring(math.max(0/0, 1)), tostring(math.max(1, 0/0)), tostring(math.min(1, 0/0))}
return {tostring(math.sqrt(2)), tostring(math.pow(2, 0.5)), tostring(math.exp(1)), tostring(math.log(10)), tostring(math.log10(1000)), tostring(math.sin(1)), tostring(math.deg(1)), tostring(math.rad(90)), tostring(math.atan2(1, 2)), tostring(math.ldexp(3, 4)), tostring(math.cosh(1)), tostring(math.tanh(0.5))}
return {tostring(2^0.5), tostring(10/3), tostring(7/2), tostring(1e308 * 10), tostring(-7/2)}
return {tostring(9007199254740993), tostring(9007199254740991 + 1), 9007199254740993}
return {1e15, 123456789012345678, -9007199254740991, 4294967296 * 4}
return {1 ^ math.huge, (-1) ^ math.huge, 1 ^ (0/0), math.pow(1, math.huge)}
return 3.99
return -3.99
return 1e19
return -1e19
return 0/0
return 1/0
return 2^53 + 1
return {1.5, -1.5, 0.99, -0.99}
return {1 .. '', 1.5 .. '', -0 .. '', 1e15 .. '', 2^31 .. '', 100 .. '', 1e-10 .. ''}
return {1 == 1.0, '1' == 1, 0 == -0, 0/0 == 0/0, 0/0 ~= 0/0}
return {1 < 2, 2 <= 2, 3 > 4, 0/0 < 1, 0/0 >= 1, -1 < 0}
for i = 1, 0 do return 'ran' end return 'none'
local o = {} for i = 1, 2, 0.25 do o[#o + 1] = tostring(i) end return o
local o = {} for i = 3, 1, -1 do o[#o + 1] = i end return o
local o = {} for i = '1', '3' do o[#o + 1] = type(i) end return o
for i = 1, 2, 0 do return i end
local o = {} for i = 1, 3 do local k = i i = 10 o[#o + 1] = k end return o
for i = 0/0, 1 do return 'ran' end return 'none'
local n = 0 for i = 1, math.huge do n = n + 1 if n == 5 then return i end end
local n = 0 for i = 0.1, 1, 0.1 do n = n + 1 end return n
`;
