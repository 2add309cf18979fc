import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * Leave of the declarations in a folder what `index.d.ts` leads to: who compiles against the library is checked against
 * types that are its face, and against none of a package that only its inside needs.
 */
export function reduceDeclarations(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(folder, name))
  const index = join(folder, 'index.d.ts')
  const program = ts.createProgram([index], {
    module: ts.ModuleKind.NodeNext,
    skipLibCheck: true,
    noLib: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  const kept = reachedFrom(program, checker, index)
  for (const path of paths) {
    const file = program.getSourceFile(path)
    const statements = file?.statements.filter((statement) => kept.has(statement))
    if (!file || !statements.some((statement) => !ts.isImportDeclaration(statement))) rmSync(path)
    else writeFileSync(path, statements.map((statement) => textOf(file, statement, checker, kept)).join('\n') + '\n')
  }
}

/** Every statement that declares something which the exports of a file lead to, and every name that is imported for it. */
function reachedFrom(program, checker, index) {
  const kept = new Set()
  const found = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(index)))
  const visit = (node) => {
    const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined
    if (symbol && !kept.has(symbol)) found.push(symbol)
    ts.forEachChild(node, visit)
  }
  while (found.length > 0) {
    const symbol = found.pop()
    if (!symbol || kept.has(symbol)) continue
    kept.add(symbol)
    for (const declaration of symbol.declarations ?? []) {
      const statement = ts.findAncestor(declaration, (node) => node.parent && ts.isSourceFile(node.parent))
      const isNew = statement && !kept.has(statement)
      kept.add(declaration)
      if (!isNew) continue
      kept.add(statement)
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement) && !isNamesOfTable(statement))
        visit(statement)
    }
    // By way of every file that only passes it on.
    if (symbol.flags & ts.SymbolFlags.Alias) found.push(checker.getImmediateAliasedSymbol(symbol))
  }
  return kept
}

/** `type Kind = keyof typeof kinds`: the names are the face, what the table has for each of them is not. */
const isNamesOfTable = (statement) =>
  ts.isTypeAliasDeclaration(statement) &&
  ts.isTypeOperatorNode(statement.type) &&
  statement.type.operator === ts.SyntaxKind.KeyOfKeyword &&
  ts.isTypeQueryNode(statement.type.type)

function textOf(file, statement, checker, kept) {
  if (ts.isImportDeclaration(statement)) return importOf(file, statement, kept)
  if (ts.isExportDeclaration(statement)) return exportOf(file, statement, kept)
  const text = statement.getFullText(file).replace(/^\n/, '')
  if (!isNamesOfTable(statement)) return text
  const names = checker.typeToString(
    checker.getTypeFromTypeNode(statement.type),
    undefined,
    ts.TypeFormatFlags.NoTruncation,
  )
  return text.replace(statement.type.getText(file), names)
}

/** `{ Kind, kinds as all }`, of what is kept. */
const namesIn = (file, { elements }, kept) =>
  `{ ${elements.flatMap((each) => (kept.has(each) ? [each.getText(file)] : [])).join(', ')} }`

function importOf(file, { importClause, moduleSpecifier }, kept) {
  const { name, namedBindings: names } = importClause
  const some =
    names && (ts.isNamedImports(names) ? namesIn(file, names, kept).replace(/\btype /g, '') : names.getText(file))
  return `import type ${[name?.getText(file), some].filter(Boolean).join(', ')} from ${moduleSpecifier.getText(file)};`
}

function exportOf(file, { exportClause, isTypeOnly, moduleSpecifier }, kept) {
  const from = moduleSpecifier ? ` from ${moduleSpecifier.getText(file)}` : ''
  return `export ${isTypeOnly ? 'type ' : ''}${namesIn(file, exportClause, kept)}${from};`
}
