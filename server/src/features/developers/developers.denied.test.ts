import { developersEndpoints } from "@timbre/contract/developers.ts";
import { denied } from "../../testing/denied.ts";

denied(developersEndpoints.listApiKeys);
denied(developersEndpoints.createApiKey, { body: { name: "Another" } });
denied(developersEndpoints.deleteApiKey, {
	foreign: {
		make: async (app) => {
			const owner = await app.person();
			const [key] = (await app.get<{ api_keys: { key_id: string }[] }>("/v1/user/api-keys", owner.apiKey)).api_keys;
			return { key_id: key?.key_id ?? "" };
		},
		code: "api_key_not_found",
	},
});
denied(developersEndpoints.createSingleUseToken, { params: { token_type: "tts_websocket" } });
