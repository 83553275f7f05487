import { Button } from "@timbre/ui/primitives/button.tsx";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { KeyDialog } from "./components/key-dialog.tsx";
import { KeyList } from "./components/key-list.tsx";
import { serviceAccountKeys } from "./developers.queries.ts";

/** Lists and manages the keys of a service account. */
export function ServiceAccountKeys({ account }: { account: { id: string; name: string } }) {
	const source = useMemo(() => serviceAccountKeys(account.id), [account.id]);
	const [creating, setCreating] = useState(false);
	return (
		<section aria-label={`API keys of ${account.name}`}>
			<div className="mb-2 flex items-center justify-between gap-4">
				<h3 className="font-medium text-[13px] text-muted">API keys</h3>
				<Button size="small" onClick={() => setCreating(true)}>
					<Plus aria-hidden="true" />
					Create key
					<span className="sr-only"> for {account.name}</span>
				</Button>
			</div>
			<KeyList source={source} heading="h4" empty={<p className="text-[13px] text-muted">No keys yet.</p>} />
			{creating ? <KeyDialog source={source} onClose={() => setCreating(false)} /> : null}
		</section>
	);
}
