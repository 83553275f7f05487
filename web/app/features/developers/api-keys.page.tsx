import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { workspacesQuery } from "../../shell/navigation/workspace-switcher.tsx";
import { Page } from "../../shell/page/page.tsx";
import { useUser } from "../../shell/session/session.ts";
import { KeyDialog } from "./components/key-dialog.tsx";
import { KeyList } from "./components/key-list.tsx";
import { WorkspaceKeys } from "./components/workspace-keys.tsx";
import { keysQuery, ownKeys } from "./developers.queries.ts";

export const meta = () => [{ title: "API keys - Timbre" }];

export default function ApiKeysPage() {
	const keys = useQuery(keysQuery(ownKeys));
	const { data: workspaces } = useQuery(workspacesQuery);
	const isAdmin = workspaces?.find((workspace) => workspace.current)?.role === "admin";
	const user = useUser();
	const [creating, setCreating] = useState(false);
	const create = (
		<Button variant="primary" onClick={() => setCreating(true)}>
			<Plus aria-hidden="true" />
			Create key
		</Button>
	);
	return (
		<Page
			title="API keys"
			description="Use API keys to access Timbre from your own code. Send a key in the xi-api-key header."
			actions={
				keys.data?.length ? (
					<div className="flex flex-wrap gap-2">
						<Button asChild>
							<Link to="/app/developers/requests">Request log</Link>
						</Button>
						<Button asChild>
							<Link to="/app/developers/reference">API reference</Link>
						</Button>
						{create}
					</div>
				) : null
			}
			className="max-w-4xl"
		>
			<KeyList
				source={ownKeys}
				empty={
					<EmptyState icon={<KeyRound aria-hidden="true" />} title="No API keys yet" action={create}>
						Create a key to use the API from your own code or with an ElevenLabs SDK pointed at this server.
					</EmptyState>
				}
			/>
			{isAdmin ? <WorkspaceKeys userId={user?.id} /> : null}
			{creating ? <KeyDialog source={ownKeys} onClose={() => setCreating(false)} /> : null}
		</Page>
	);
}
