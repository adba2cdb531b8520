import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { payloadExampleExtension } from './endpoint.js';
import { shareFailures } from './openapi-shared-responses.js';
import { exampleOf, isJson, type Json } from './openapi-examples.js';
import { pathParameters } from './path-pipes.js';

/** Version of the interface, which callers write their clients for; not the version of this program. */
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
    .addTag('Audit', 'Who did what and when.')
    .addTag('Operations', 'For those who run the service.')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description:
          'HS256 by secret, or RS256, PS256, ES256 by JWKS. What an operation lists beside the scheme is the right that ' +
          'it takes, a word of the claim `permissions`; without one, any valid token will do.',
      },
      'jwt',
    )
    .build();
  const document = toOpenApi31(SwaggerModule.createDocument(app, config)) as OpenAPIObject & {
    components: { schemas: Json };
  };
  // In the order of their names, so that the document does not change with the order of imports.
  document.components.schemas = Object.fromEntries(
    Object.entries(document.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const operations = Object.values(document.paths)
    .flatMap((path) => Object.values(path as Json))
    .filter(isJson);
  for (const operation of operations) {
    describePathParameters(operation);
    addExamples(operation, document.components.schemas);
  }
  Object.assign(document.components, { responses: shareFailures(operations) });
  return document;
}

/** The framework knows of a path parameter only that it is a string or a number. */
function describePathParameters({ operationId, parameters }: Json): void {
  for (const parameter of Array.isArray(parameters) ? (parameters as Json[]) : []) {
    if (parameter.in !== 'path') continue;
    const known = pathParameters[String(parameter.name)];
    if (!known) throw new Error(`${String(operationId)}: unknown path parameter ${String(parameter.name)}`);
    Object.assign(parameter, known);
  }
}

/** Gives every answer that worked an example. */
function addExamples(operation: Json, schemas: Json): void {
  const { [payloadExampleExtension]: own, responses } = operation;
  delete operation[payloadExampleExtension];
  for (const [status, response] of Object.entries(responses as Record<string, Json>)) {
    const media = isJson(response.content) ? response.content['application/json'] : undefined;
    if (!status.startsWith('2') || !isJson(media) || 'example' in media) continue;
    const example = exampleOf(media.schema, schemas, String(operation.operationId));
    if (isJson(example) && isJson(example.Payload) && isJson(own)) Object.assign(example.Payload, own);
    media.example = example;
  }
}

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
