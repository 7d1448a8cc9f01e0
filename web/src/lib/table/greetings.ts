/** How the guests say hello. */
const HELLO: Record<string, string> = {
  CF: 'Balao!',
  CN: '你好！',
  CU: '¡Buenas!',
  DE: 'Guten Tag!',
  ES: '¡Hola!',
  FR: 'Bonjour !',
  GB: 'Hello!',
  IN: 'नमस्ते!',
  IT: 'Ciao!',
  RU: 'Привет!',
  TR: 'Merhaba!',
  US: 'Hi!',
  JK: '★',
}
export const greetingOf = (guest: string): string => HELLO[guest.slice(0, 2)] ?? ''
