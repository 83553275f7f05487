import { Button } from "@timbre/ui/primitives/button.tsx";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { KeyDialog } from "./components/key-dialog.tsx";
import { KeyList } from "./components/key-list.tsx";
import { serviceAccountKeys } from "./developers.queries.ts";

/** The keys of one service account, with everything that can be done with them. */
export function ServiceAccountKeys({ account }: { account: { id: string; name: string } }) {
	const source = useMemo(() => serviceAccountKeys(account.id), [account.id]);
	const [making, setMaking] = useState(false);
	return (
		<section aria-label={`Keys of ${account.name}`}>
			<div className="mb-2 flex items-center justify-between gap-4">
				<h3 className="font-medium text-[13px] text-muted">Keys</h3>
				<Button size="small" onClick={() => setMaking(true)}>
					<Plus aria-hidden="true" />
					Create key
					<span className="sr-only"> for {account.name}</span>
				</Button>
			</div>
			<KeyList source={source} heading="h4" empty={<p className="text-[13px] text-muted">No keys yet.</p>} />
			{making ? <KeyDialog source={source} onClose={() => setMaking(false)} /> : null}
		</section>
	);
}
