/** Whoever opens an address of this page finds the own machine, not this one. */
export const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname)
