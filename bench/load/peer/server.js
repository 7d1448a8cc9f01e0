// A boardgame.io server with a game of the size of Café International's, for the benchmark to compare with.
// A guest is moved from the hand to a chair or to the bar and scores by its neighbours; legality is hardly checked.
const { Server } = require('boardgame.io/server');

const NATIONS = ['CF', 'CN', 'CU', 'DE', 'ES', 'FR', 'GB', 'IN', 'IT', 'RU', 'TR', 'US'];
const CHAIRS = 68;
const TABLES = 24;

function tiles(first) {
  const found = [];
  for (const nation of NATIONS) {
    for (let copy = 0; copy < 8; copy++) found.push({ id: first + found.length, nation, sex: copy % 2 ? 'f' : 'm' });
  }
  return found;
}

const cafe = {
  name: 'cafe',
  minPlayers: 4,
  maxPlayers: 4,
  turn: { minMoves: 1, maxMoves: 1 },

  setup: ({ random }) => {
    const bag = random.Shuffle(tiles(0));
    const hands = {};
    for (let player = 0; player < 4; player++) hands[player] = bag.splice(0, 5);
    const chairs = [];
    for (let chair = 0; chair < CHAIRS; chair++) {
      chairs.push({ chair, table: chair % TABLES, nation: NATIONS[chair % NATIONS.length], guest: null });
    }
    return { chairs, bag, inBag: bag.length, hands, scores: [0, 0, 0, 0], bar: [], last: null, turns: 0 };
  },

  moves: {
    place: {
      client: false,
      move: ({ G, playerID }, index, chair) => {
        const hand = G.hands[playerID];
        const guest = hand && hand[index];
        if (!guest) return 'INVALID_MOVE';
        if (chair < 0) {
          G.bar.push(guest);
          G.last = { player: playerID, chair: null, points: -1 };
          if (G.bar.length > 20) {
            G.bar = []; // a match that goes on for ever needs room
            for (const place of G.chairs) place.guest = null;
          }
        } else {
          const place = G.chairs[chair];
          if (!place || place.guest) return 'INVALID_MOVE';
          place.guest = guest;
          let points = 0;
          for (let step = -3; step <= 3; step++) {
            const other = G.chairs[(chair + step + CHAIRS) % CHAIRS].guest;
            if (other && other.nation === place.nation) points += other.sex === guest.sex ? 1 : 2;
          }
          G.scores[playerID] += points;
          G.last = { player: playerID, chair, points };
        }
        hand.splice(index, 1);
        if (!G.bag.length) G.bag = tiles(1000 + G.turns);
        hand.push(G.bag.pop());
        G.inBag = G.bag.length;
        G.turns++;
      },
    },
  },

  playerView: ({ G, playerID }) => {
    const { bag, hands, ...open } = G;
    return { ...open, hands: playerID == null ? {} : { [playerID]: hands[playerID] } };
  },
};

const server = Server({ games: [cafe], origins: ['http://127.0.0.1'] });
server.run({ port: Number(process.argv[2]), host: '127.0.0.1' }).then(() => console.log('ready'));
