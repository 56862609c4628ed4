// Strings, and formats. See ../snippets.ts.
export const strings: string = String.raw`
return string.format('%s|%5.1s|%q', 'a\0b', 'xyz', 'a\0b\n"\\\r')
return string.format('%d %d %d %d', 3.99, -3.99, '12', 2^53)
return string.format('%x %X %o %u', -1, 255, 8, -1)
return string.format('%5d|%-5d|%05d|%+d|% d|%.3d|%5.3d|%-05d|%+05d', 1, 1, 1, 1, 1, 1, 1, 1, 1)
return string.format('%5d|%05d|%.3d|% d', -12, -12, -12, -12)
return string.format('%e %E %.3e %g %G %g %.3f %5.1f', 1.5, 1.5, 12345.678, 1e20, 1e-10, 0.1, 2.0005, 3.14159)
return string.format('%.0f %.0f %.0f %.0f %.0f %.0f', 0.5, 1.5, 2.5, -0.5, 1e15, 2^63)
return string.format('%.2f %.2f %.1f %.1f %.3f', 0.125, 0.375, 0.25, 0.35, 1.0005)
return string.format('%.14g %.17g %.3g %.1g %.0g', 0.1, 0.1, 1234567, 0.05, 15)
return string.format('%.20f', 0.1)
return string.format('%.99f', 1/3)
return string.format('%.50e', 1/3)
return string.format('%f %e %g', 1/0, -1/0, 1/0)
return string.format('%10.3f|%-10.3f|%010.3f|%+.1f|% .1f', 3.14159, 3.14159, -3.14159, 2, 2)
return string.format('%5f|%05f|%-8f|%+f', 1/0, 1/0, -1/0, 1/0)
return string.format('%g %g %g %g %g', 100000, 1000000, 1e-4, 1e-5, 0)
return string.format('%#x %#o %#.3g %#X %#.0f %#.0e %#g', 255, 8, 1, 255, 3, 3, 1.5)
return string.format('%#x %#o %.0d|%5.0d|', 0, 0, 0, 0)
return string.format('%e %.0e %.1e', 0, 9.5, 9.96)
return string.format('%g', 5e-324) .. string.format(' %.3f', 1e22) .. string.format(' %f', 1e300)
return string.format('%c%c%c', 65, 0, 200)
return string.format('%5c|%-5c|', 65, 66)
return string.format('%+u %x %u %#.1G %#.0g', 1, 1e21, 2^63, 99999.5, 1)
return string.format('%i', 3)
return string.format('%5s|%-5s|%.2s|%5.1s|%s', 'ab', 'ab', 'abc', 'xyz', 12)
return string.format('%s', ('x'):rep(150))
return string.format('%q', 'a\n\\"\r\0b\t\200')
return string.format('%%')
return string.format('%d%%', 50)
return string.format('%d', 'x')
return string.format('%d')
return string.format('%y', 1)
return string.format('%0000000d', 1)
return string.format('%123d', 1)
return string.format('%.123d', 1)
return string.format('%s', nil)
return string.format('%s')
return string.format('%s %s', 1, true)
return string.format('%')
return string.format('%', 1)
return string.format('%5', 1)
return string.format({})
return string.format(12)
return string.format('%d', {})
return string.format('%c', 'x')
return string.format('%06d', 1234567)
return string.format('%02x', 10)
return string.format('%.3q', 'abc')
return string.format('%-5d%s', 3, 'x')
return string.format('%x', 3.7)
return {string.byte('abc', 1, -1)}
return {string.byte('abc')}
return {string.byte('abc', 10), 'e'}
return {string.byte('abc', 2, 3)}
return {string.byte('abc', 0, 1)}
return {string.byte('\200\0\255', 1, 3)}
return {string.byte('abc', -1)}
return string.char()
return string.char(72, 0, 255)
return {('abc'):sub(2), ('abc'):sub(-2), ('abc'):sub(0), ('abc'):sub(2, 1), ('abc'):sub(-100, 100), ('abc'):sub(1.9), ('abc'):sub('2')}
return {('abc'):sub(2, 2), ('abc'):sub(3, -1), ('abc'):sub(1, -2), ('abc'):sub(4), ('abc'):sub(1, math.huge), ('abc'):sub(-math.huge, 2), ('abc'):sub(2, 1e10), ('abc'):sub(-1, -1)}
return {('abcdef'):sub(-3, -2), (''):sub(1, 1), ('x'):sub(1, 0)}
return #string.rep('ab', 3) + #string.rep('x', -1) + #string.rep('x', 0)
return string.rep('ab', 3.9)
return string.rep(12, 2)
return {('aBc1'):upper(), ('aBc1'):lower(), ('abc'):reverse(), ('a\0b'):len(), #'\0\0'}
return {('\195\169'):upper(), ('\195\137'):lower(), ('\200\201'):reverse()}
return {tostring(nil), tostring(true), tostring('x'), tostring(1.50)}
return {'a' < 'b', 'a' < 'B', 'Z' < 'a', '' < 'a', 'a\0b' < 'a\0c', 'a' < 'a\0', 'abc' <= 'abc', 'b' > 'a'}
return {'\200' < '\201', 'a' < '\200', '10' < '9'}
return {('x'):rep(3), ('%d'):format(5)}
return ('x').len
return #('x').rep
return ('abc').x
return ('abc')[1]
return table.concat({1, 2.5, 'x'}, ', ')
return table.concat({}, ',')
return table.concat({1, 2, 3}, '-', 2, 3)
return table.concat({1, 2, 3}, '-', 3, 2)
return table.concat({'a', 'b'}, 1)
return table.concat({[0] = 'z', 'a'}, ',', 0)
return 'a\0b'
return {'', ' ', '\r\n'}
return ('a,b'):len() .. ('x' .. 1 .. 2)
`;
