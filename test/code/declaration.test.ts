import { describe, expect, test } from '@jest/globals'
import { declarationOf } from '../../src/code/declaration.js'

/** What stands between `»` and `«` is what declares the symbol; the rest is beside it. */
function expectDeclared(path: string, symbol: string, marked: string): void {
  const expected = [...marked.matchAll(/»(.*?)«/gs)].map(([, inside]) => inside).join('\n\n')
  const text = marked.replace(/[»«]/g, '')
  expect(declarationOf(path, text, symbol)).toBe(expected)
}

const beside = `import { parse, table, Row } from './foo.js'
// function parse was here
call(parse)
`

describe('the lines that declare a symbol', () => {
  test.each([
    [
      'a function over several lines',
      'src/x.ts',
      'parse',
      `${beside}»export async function parse<T>(\n  text: string,\n): Promise<T> {\n  return foo(parse, text)\n\n}«\nexport const last = parse('')\n`,
    ],
    ['a constant', 'src/x.ts', 'table', `${beside}»export const table = {\n  parse: 1,\n}«\n\ntable.parse = 2\n`],
    ['a type of one line', 'src/x.mts', 'Row', `${beside}»export type Row = string«\nexport const rows: Row[] = []\n`],
    [
      'a class, and not what only holds its name',
      'src/x.js',
      'Parser',
      'new Parser()\nclass ParserOfOthers {\n}\n»class Parser {\n  constructor() {}\n}«\nParser.x = 1\n',
    ],
    [
      'a member by its class',
      'src/x.ts',
      'Parser.next',
      'class Lexer {\n  next() {\n    return 0\n  }\n}\nclass Parser {\n»  next(): number {\n    this.next()\n    return 1\n  }«\n  last = 2\n}\n',
    ],
    ['a member alone', 'src/x.ts', 'next', 'class Parser {\n»  async next() {\n    return 1\n  }«\n}\nparser.next()\n'],
    [
      'overloads, all of them',
      'src/x.ts',
      'f',
      '»export function f(a: string): void«\n»export function f(a: number): void«\n»export function f(a: unknown) {\n  g(a)\n}«\n',
    ],
    [
      'a function of Python with what it holds',
      'x.py',
      'load',
      'import load\n\n»async def load(\n    path,\n):\n    def inner():\n        pass\n\n    return inner«\n\n\ndef loader():\n    load(1)\n',
    ],
    [
      'a method of Python',
      'x.py',
      'Store.load',
      'class Other:\n    def load(self): pass\n\nclass Store:\n    size = 1\n\n»    def load(self):\n        return 2«\n\nload = 3\n',
    ],
    ['a value of Python', 'x.py', 'SIZE', 'if SIZE == 2:\n    pass\n»SIZE: int = 3«\nprint(SIZE)\n'],
    [
      'a function of Go',
      'x.go',
      'Run',
      'package x\n\n»func Run(a int) error {\n\treturn run(a)\n}«\n\nfunc Runner() {}\n',
    ],
    [
      'a method of Go by its receiver',
      'x.go',
      'Store.Get',
      'func (c *Cache) Get() int {\n\treturn 1\n}\n\n»func (s *Store) Get() int {\n\treturn 2\n}«\n',
    ],
    [
      'a type of Go',
      'x.go',
      'Store',
      '»type Store struct {\n\tsize int\n}«\n\nfunc NewStore() *Store { return nil }\n',
    ],
    [
      'a function of Rust',
      'x.rs',
      'parse',
      'use x::parse;\n\n»pub(crate) async fn parse<T>(text: &str) -> T\nwhere\n    T: Sized,\n{\n    todo!()\n}«\n\nfn parse_all() {}\n',
    ],
    [
      'a method of Rust by its type',
      'x.rs',
      'Store::get',
      'impl Other {\n    fn get(&self) {}\n}\n\nimpl<T> Store<T> {\n»    pub fn get(&self) -> u8 {\n        1\n    }«\n}\n',
    ],
    ['a macro of Rust', 'x.rs', 'say', '»macro_rules! say {\n    () => {};\n}«\nsay!();\n'],
    [
      'a class of Java',
      'X.java',
      'Store',
      'import a.Store;\n»public final class Store<T> implements Closeable {\n    int size = 1;\n}«\n',
    ],
    [
      'a method of Java',
      'X.java',
      'Store.get',
      'class Store {\n    int size;\n»    public static List<String> get(int a) {\n        return get(a);\n    }«\n    void set() { get(1); }\n}\n',
    ],
    [
      'a method of Java in the style of Allman',
      'X.java',
      'get',
      'class Store\n{\n»    public int get()\n    {\n        return 1;\n    }«\n}\n',
    ],
    ['a function of a shell', 'x.sh', 'build', 'build\n»build() {\n  build_all\n}«\nbuild_all() { :; }\n'],
    ['a variable of a shell', 'bin/run', 'ROOT', 'echo $ROOT\n»export ROOT=/srv«\n'],
    [
      'a function of a language that has no row',
      'x.rb',
      'save',
      'save(1)\n»def save(a)\n  write a\nend«\n\ndef save_all\nend\n',
    ],
  ])('%s', (_what, path, symbol, marked) => expectDeclared(path, symbol, marked))

  test.each([
    ['a call', 'src/x.ts', 'run', 'run()\n'],
    ['an import', 'src/x.ts', 'run', "import { run } from './run.js'\n"],
    ['a longer name', 'src/x.ts', 'run', 'function runner() {}\nconst rerun = 1\n'],
    ['a comment', 'x.py', 'run', '# def run():\n'],
    ['a member of another class', 'src/x.ts', 'B.run', 'class A {\n  run() {}\n}\nclass B {\n  stop() {}\n}\n'],
    ['signs of a pattern', 'src/x.ts', 'r.n', 'function run() {}\n'],
    ['nothing', 'src/x.ts', '.', 'function run() {}\n'],
  ])('none: %s declares nothing', (_what, path, symbol, text) =>
    expect(declarationOf(path, text, symbol)).toBeUndefined(),
  )

  test('are the same with lines that end as on Windows', () =>
    expect(declarationOf('x.ts', 'function a() {\r\n  1\r\n}\r\n', 'a')).toBe('function a() {\n  1\n}'))
})
