import { pronunciationEndpoints } from "@timbre/contract/pronunciation.ts";
import { denied } from "../../testing/denied.ts";
import type { TestApp } from "../../testing/test-app.ts";

const foreign = {
	make: async (app: TestApp) => {
		const owner = await app.person();
		const answer = await fetch(`${app.url}/v1/pronunciation-dictionaries/add-from-rules`, {
			method: "POST",
			headers: { "xi-api-key": owner.apiKey, "content-type": "application/json" },
			body: JSON.stringify({ name: "Theirs", rules: [] }),
		});
		const { id, version_id } = (await answer.json()) as { id: string; version_id: string };
		return { pronunciation_dictionary_id: id, dictionary_id: id, version_id };
	},
	code: "pronunciation_dictionary_not_found",
} as const;
const rules = [{ type: "alias", string_to_replace: "a", alias: "b" }];

denied(pronunciationEndpoints.createFromFile);
denied(pronunciationEndpoints.createFromRules, { body: { name: "Mine", rules } });
denied(pronunciationEndpoints.updateDictionary, { body: { name: "Other" }, foreign });
denied(pronunciationEndpoints.getDictionary, { foreign });
denied(pronunciationEndpoints.setRules, { body: { rules }, foreign });
denied(pronunciationEndpoints.addRules, { body: { rules }, foreign });
denied(pronunciationEndpoints.removeRules, { body: { rule_strings: ["a"] }, foreign });
denied(pronunciationEndpoints.downloadVersion, { foreign });
denied(pronunciationEndpoints.listDictionaries);
denied(pronunciationEndpoints.listVersions, { foreign });
denied(pronunciationEndpoints.restoreVersion, { foreign });
denied(pronunciationEndpoints.getDefaults);
denied(pronunciationEndpoints.setDefaults, { body: { pronunciation_dictionary_locators: [] } });
