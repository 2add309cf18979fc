export function compileTemplates(folder: string): string
