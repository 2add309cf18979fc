// Preloaded into a process that is measured: what it took, as one line of JSON behind those of others that it started.
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const line = { ms: (userCPUTime + systemCPUTime) / 1000, megabytes: maxRSS / 1024, command: process.argv[1] ?? '' }
  require('node:fs').appendFileSync(process.env.BENCH_USAGE, `${JSON.stringify(line)}\n`)
})
