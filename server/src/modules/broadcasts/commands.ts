declare module '../devices/commands.ts' {
  interface DeviceCommands {
    /** Words that a device shows or says. */
    text: { readonly messageId: string; readonly message: string }
  }
}
export {}
