// The peer of the authorization server: another mock's token endpoint, in a separate process.
import { OAuth2Server } from 'oauth2-mock-server';

const server = new OAuth2Server();
await server.issuer.keys.generate('RS256');
await server.start(0, '127.0.0.1');
const { port } = server.address();
console.log(JSON.stringify({ base_url: `http://127.0.0.1:${port}/v1` }));
process.on('SIGTERM', () => {
  void server.stop().then(() => process.exit(0));
});
