import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** Version of the interface, as interface.md counts it; not the version of this program. */
const interfaceVersion = '0.1.0';

/** The OpenAPI 3.1 document of the running application. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Input packet service')
    .setDescription(
      'Intake of photographed and scanned forms: frames are classified by themselves, straightened on request, ' +
        'and packets deleted softly by operators or for good by those who hold the right. Every JSON answer of ' +
        '`/api` is a wrapper with `Payload`, `Error` and `RequestId`.',
    )
    .setVersion(interfaceVersion)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This service')
    .addTag('Packets', 'The queue and what is in it.')
    .addTag('Frames', "A packet's photographed or scanned pages.")
    .addTag('Classification', 'Which form and page a frame shows.')
    .addTag('Normalization', 'Photographs made to look as if they came from a scanner.')
    .addTag('Deletion', 'Hiding, bringing back, and deleting for good.')
    .addTag('Forms', 'The library of reference forms.')
    .addTag('Operations', 'For those who run the service.')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'HS256 by secret, or RS256, PS256, ES256 by JWKS.' }, 'jwt')
    .build();
  return toOpenApi31(SwaggerModule.createDocument(app, config)) as OpenAPIObject;
}

type Json = Record<string, unknown>;

/** @nestjs/swagger writes schemas as OpenAPI 3.0 has them; 3.1 knows no `nullable` but the type `null`. */
function toOpenApi31(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toOpenApi31);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, toOpenApi31(item)]),
  ) as Json;
  return nullable === true ? orNull(rest) : rest;
}

function orNull(schema: Json): Json {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  const { description, example, ...rest } = schema;
  const alternatives = Array.isArray(rest.allOf) && rest.allOf.length === 1 ? (rest.allOf[0] as Json) : rest;
  return {
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
    anyOf: [alternatives, { type: 'null' }],
  };
}
