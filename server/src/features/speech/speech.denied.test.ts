import { speechEndpoints } from "@timbre/contract/speech.ts";
import { denied } from "../../testing/denied.ts";

const body = { text: "More characters than the workspace can pay for." };

// Shipped voices belong to every workspace: there is no foreign one yet.
denied(speechEndpoints.convert, { body });
denied(speechEndpoints.stream, { body });
