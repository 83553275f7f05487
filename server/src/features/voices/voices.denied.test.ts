import { voicesEndpoints } from "@timbre/contract/voices.ts";
import { denied } from "../../testing/denied.ts";

// Shipped voices belong to every workspace: there is no foreign one yet.
denied(voicesEndpoints.listVoices);
denied(voicesEndpoints.getVoice);
denied(voicesEndpoints.getPreviewProgress);
