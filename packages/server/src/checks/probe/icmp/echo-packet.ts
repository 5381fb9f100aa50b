export type IpFamily = 4 | 6;

/** Payload of an echo request, by which its reply is recognised. */
interface EchoToken {
  /** Random for each socket, so that replies to other programs are not mixed up. */
  cookie: number;
  /** Sequence number within the socket. */
  number: number;
}

/** In bytes; RFC 792 and RFC 4443, section 4.1. */
const headerLength = 8;
/** In bytes, as `ping` sends, because some firewalls drop unusual packets. */
const payloadLength = 56;

const echoTypes = { 4: { request: 8, reply: 0 }, 6: { request: 128, reply: 129 } } as const;

/** An ICMP echo request with the checksum for IPv4; for IPv6 the kernel replaces it. */
export function encodeEchoRequest(family: IpFamily, identifier: number, token: EchoToken): Buffer {
  const packet = Buffer.alloc(headerLength + payloadLength);
  packet[0] = echoTypes[family].request;
  packet.writeUInt16BE(identifier, 4);
  packet.writeUInt16BE(token.number & 0xffff, 6);
  packet.writeUInt32BE(token.cookie, headerLength);
  packet.writeUInt32BE(token.number, headerLength + 4);
  packet.writeUInt16BE(checksum(packet), 2);
  return packet;
}

/** The token of an echo reply; null for any other packet. `hasIpHeader`: true for raw IPv4 sockets. */
export function decodeEchoReply(family: IpFamily, packet: Buffer, hasIpHeader: boolean): EchoToken | null {
  const start = hasIpHeader ? ((packet[0] ?? 0) & 0x0f) * 4 : 0;
  if (packet.length < start + headerLength + 8 || packet[start] !== echoTypes[family].reply) return null;
  return {
    cookie: packet.readUInt32BE(start + headerLength),
    number: packet.readUInt32BE(start + headerLength + 4),
  };
}

/** The Internet checksum (RFC 1071) of a packet of even length whose checksum field is zero. */
export function checksum(packet: Buffer): number {
  let sum = 0;
  for (let index = 0; index < packet.length; index += 2) sum += packet.readUInt16BE(index);
  while (sum > 0xffff) sum = (sum >>> 16) + (sum & 0xffff);
  return ~sum & 0xffff;
}
