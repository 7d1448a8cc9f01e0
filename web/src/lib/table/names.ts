/** Names to suggest to newcomers. */
const MORNINGS = [
  'Amélie',
  'Bela',
  'Carla',
  'Dimitri',
  'Edith',
  'Felix',
  'Gioia',
  'Hugo',
  'Ioanna',
  'Jacques',
  'Klara',
  'Luca',
  'Maja',
  'Nikos',
  'Olivia',
  'Paul',
  'Rosa',
  'Sofia',
  'Tom',
  'Ugo',
  'Vita',
  'Yannis',
]

export const suggestedName = (random = Math.random()): string =>
  MORNINGS[Math.floor(random * MORNINGS.length)] ?? 'Anna'
