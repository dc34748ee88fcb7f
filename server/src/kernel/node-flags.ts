/**
 * What Node is started with to run the server. Its young generation grows to three times this many megabytes: with Node's own
 * limit the server of the demo takes 100 MB more, for 3 % less processor time. The unit in deploy/systemd says the same.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=8']
