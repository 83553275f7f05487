import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { UsersRound } from "lucide-react";
import { Link } from "react-router";
import { OwnVoices } from "./components/own-voices.tsx";
import { VoicesFrame } from "./components/voices-frame.tsx";

export const meta = () => [{ title: "Workspace voices - Timbre" }];

export default function WorkspaceVoicesPage() {
	return (
		<VoicesFrame title="Workspace voices" description="Voices that members share with this workspace.">
			<OwnVoices
				type="workspace"
				withCategory
				empty={
					<EmptyState
						icon={<UsersRound aria-hidden="true" />}
						title="No shared voices yet"
						action={
							<Button asChild>
								<Link to="/app/voice-lab">My voices</Link>
							</Button>
						}
					>
						Voices that members share with this workspace appear here.
					</EmptyState>
				}
			/>
		</VoicesFrame>
	);
}
