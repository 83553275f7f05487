import { modelsEndpoints } from "@timbre/contract/models.ts";
import { denied } from "../../testing/denied.ts";

denied(modelsEndpoints.listModels);
