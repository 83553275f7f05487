import { speechEndpoints } from "@timbre/contract/speech.ts";
import { denied } from "../../testing/denied.ts";
import { fake } from "../../testing/fake-voice.ts";

const text = "More characters than the workspace can pay for.";
const body = { text };
const dialogue = { inputs: [{ text, voice_id: fake.voiceId }] };
const foreign = {
	make: async (app: Parameters<typeof fake.generation>[0]) => ({ ...(await fake.generation(app)), index: "0" }),
	code: "history_item_not_found",
} as const;

// Shipped voices belong to every workspace: there is no foreign one yet.
denied(speechEndpoints.convert, { body });
denied(speechEndpoints.stream, { body });
denied(speechEndpoints.convertWithTimestamps, { body });
denied(speechEndpoints.streamWithTimestamps, { body });
denied(speechEndpoints.estimate, { body });
denied(speechEndpoints.dialogue, { body: dialogue });
denied(speechEndpoints.dialogueStream, { body: dialogue });
denied(speechEndpoints.dialogueWithTimestamps, { body: dialogue });
denied(speechEndpoints.dialogueStreamWithTimestamps, { body: dialogue });
denied(speechEndpoints.dialogueEstimate, { body: dialogue });
denied(speechEndpoints.getTakes, { foreign });
denied(speechEndpoints.checkTakes, { foreign });
denied(speechEndpoints.retake, { params: { history_item_id: "nobody", index: "0" }, foreign });
denied(speechEndpoints.forcedAlignment);
