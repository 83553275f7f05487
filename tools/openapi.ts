// npm run openapi: generates the API document from the contract. A diff in it is an API change.
import { join } from "node:path";
import { endpointsByArea } from "@timbre/contract/all-endpoints.ts";
import { buildOpenApi } from "@timbre/contract/openapi.ts";
import pkg from "../package.json" with { type: "json" };
import { ROOT, writeOrCheck } from "./generated.ts";

const document = buildOpenApi(endpointsByArea, pkg.version);
await writeOrCheck(join(ROOT, "docs/api/openapi.json"), `${JSON.stringify(document, null, "\t")}\n`, "npm run openapi");
