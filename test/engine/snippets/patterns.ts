// Patterns of strings. See ../snippets.ts.
export const patterns: string = String.raw`
return {string.find('hello', 'l')}
return {string.find('hello', 'l', 4)}
return {string.find('hello', 'l', -2)}
return {string.find('hello', 'xyz')}
return {string.find('hello', '')}
return {string.find('hello', '', 10)}
return {string.find('hello', '', 6)}
return {string.find('a.b', '.', 1, true)}
return {string.find('a.b', '%.')}
return {string.find('a+b', '+', 1, true)}
return {string.find('hello', '(l)(l)')}
return {string.find('hello', '()ll()')}
return {string.find('hello', '^h')}
return {string.find('hello', '^e')}
return {string.find('hello', '^e', 2)}
return {string.find('hello', 'o$')}
return {string.find('a$b', 'a$b')}
return {string.match('key = value', '(%w+)%s*=%s*(%w+)')}
return {string.match('2024-01-02', '(%d+)-(%d+)-(%d+)')}
return {string.match('hello', '.-l')}
return {string.match('hello', '.*l')}
return {string.match('hello', 'l+')}
return {string.match('hello', 'xl*')}
return {string.match('hello', 'l?l?o')}
return {string.match('  x  ', '^%s*(.-)%s*$')}
return {string.match('f(a(b)c)d', '%b()')}
return {string.match('THE (quick) fox', '%((%a+)%)')}
return {string.find('THE (quick) fox', '%f[%a]%a+%f[%A]', 5)}
return {string.match('hello world', '%f[%w]%w+$')}
return {string.match('abcabc', '(abc)%1')}
return {string.match('abcabd', '(ab)c%1d')}
return {string.match('x', '()')}
return {string.match('[]]', '[]]+')}
return {string.match('a-z', '[a%-z]+')}
return {string.match('a-z', '[a-]+')}
return {string.match('abc', '[^b]+')}
return {string.match('abc^', '[b^]+', 4)}
return {string.match('a]b', '[^]]+')}
return {string.match('0aF', '^%x+$')}
return {string.match('tab\there', '%c')}
return {string.match('a.b!c', '%p', 3)}
return {string.match('\0a', '%z')}
return {string.match('a\0b', '%z')}
return {string.match('\200\201', '[\200-\210]+')}
return {string.match('ABC', '%u+'), string.match('ABC', '%l'), string.match('aBC', '%L+'), string.match('12a', '%D')}
return {string.match('a%b', '%%')}
return {string.match('abc', 'b', -1)}
return {string.match('abc', 'c', -1)}
return {string.match('abc', '[a-c]-c')}
return {string.match('aaa', 'a-$')}
return {string.match('aaab', '^(a-)b')}
return {string.match('ab12', '(%a*)(%d*)()')}
return {string.match('x=1', '^([^:]+):owner:')}
return {string.match('abc:%7Bd:owner:e', '^[^:]+:[^:]*:owner:')}
return {string.gsub('hello', 'l', 'L')}
return {string.gsub('hello', 'l', 'L', 1)}
return {string.gsub('hello', '', '-')}
return {string.gsub('hello', 'x*', '-')}
return {string.gsub('hello', '.', {h = 'H', l = false, o = 1})}
return {string.gsub('hello', '(l)(.)', '%2%1')}
return {string.gsub('hello', 'l', '%0%0')}
return {string.gsub('hello', 'l', '%1')}
return {string.gsub('hello', 'l', '%%')}
return {string.gsub('hello', '(h)()', '%2')}
return {string.gsub('abc', '%w', function(c) if c == 'b' then return nil end return c:upper() end)}
return {string.gsub('abc', '%w', function(c) return false end)}
return {string.gsub('abc', '(a)(b)', function(x, y) return y .. x end)}
return {string.gsub('abc', '^a', 'x')}
return {string.gsub('aaa', '^a', 'x')}
return {string.gsub('abc', 'b', 5)}
return {string.gsub('abc', '%a', setmetatable({}, {__index = function(t, k) return k .. k end}))}
return {string.gsub('abc', 'b*', '-')}
return {string.gsub('a b c', ' ', '\\ ')}
return {string.gsub('x y', '%s', '%%')}
return {string.gsub('x', 'x', '%a')}
return {string.gsub('0a0b', '..', function(h) return string.char(tonumber(h, 16)) end)}
local o = {} for w in string.gmatch('one two', '%a+') do o[#o + 1] = w end return o
local o = {} for k, v in string.gmatch('a=1, b=2', '(%w+)=(%w+)') do o[#o + 1] = k .. v end return o
local o = {} for p in string.gmatch('abc', '()') do o[#o + 1] = p end return o
local o = {} for p in string.gmatch('abc', '') do o[#o + 1] = p end return #o
local o = {} for p in string.gmatch('^a^a', '^a') do o[#o + 1] = p end return o
local o = {} for a in string.gmatch('aXbXX', '([^X]*)') do o[#o + 1] = '<' .. a .. '>' end return o
return {string.find('a\0b', 'b')}
return {string.find('a\0b', '\0b')}
return {pcall(string.find, 'x', '[')}
return {pcall(string.find, 'x', '[a')}
return {pcall(string.find, 'x', '[^')}
return {pcall(string.find, 'x', '%')}
return {pcall(string.find, 'x', '(x')}
return {pcall(string.find, 'x', 'x)')}
return {pcall(string.find, 'xx', 'x%1')}
return {pcall(string.find, 'xx', '(x%1')}
return {pcall(string.find, 'x', '%f')}
return {pcall(string.find, 'x', '%b')}
return {pcall(string.find, 'x', '%bx')}
return {pcall(string.find, 'x', '[%')}
return {pcall(string.gsub, 'x', 'x', '%2')}
return {pcall(string.gsub, 'x', '(x)', '%2')}
return {pcall(string.gsub, 'x', 'x', '%')}
return {pcall(string.rep('(', 40).match, 'x', string.rep('(', 33))}
string.find('x', '[')
return string.gsub('x', 'x', true)
return string.gsub('x', 'x')
return string.gsub('x')
return {string.match('abc', '((a)(b)c)')}
return {string.match('  a', '^%s+()')}
return {string.find('abc', 'b', nil, true)}
return {string.find('abc [x]', '[x]', 1, true), string.find('abc', '[b-]')}
return {string.find(string.rep('a', 300) .. 'b', 'a-b')}
return {string.match('k:3f2a9c', '^(.-):(%x%x%x%x%x%x)$')}
return {string.match('x', '[%a_][%w_]*')}
return {string.match('-12', '^[+-]?%d+$')}
return {string.match('a-b', '[+-]')}
return {string.match('aXb', '%u', 1)}
`;
