// Ends this process in good order when the one that started it is gone, killed outright for instance.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()
