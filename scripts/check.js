// Types and lint side by side: each uses one core, and neither waits for the other.
import { spawn } from 'node:child_process'

for (const name of ['typecheck', 'lint']) {
  const child = spawn('npm', ['run', '--silent', name], { stdio: 'inherit', shell: process.platform === 'win32' })
  child.on('error', (cause) => {
    throw cause
  })
  child.on('close', (code) => {
    if (code !== 0) process.exitCode = 1
  })
}
