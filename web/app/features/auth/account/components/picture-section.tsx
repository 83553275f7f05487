import { useMutation, useQueryClient } from "@tanstack/react-query";
import { avatarUrl } from "@timbre/contract/auth/rules.ts";
import { Avatar } from "@timbre/ui/primitives/avatar.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { useRef } from "react";
import { showError, toaster } from "../../../../lib/page/toaster.ts";
import { refreshSession, type Session } from "../../../../shell/session/session.ts";
import { deleteAvatar, setAvatar } from "../account.queries.ts";
import { toSquarePng } from "../model/square-picture.ts";
import { SettingsSection } from "./settings-section.tsx";

export function PictureSection({ user }: { user: Session["user"] }) {
	const queryClient = useQueryClient();
	const input = useRef<HTMLInputElement>(null);
	const refresh = (title: string) => {
		toaster.show({ title, tone: "positive" });
		return Promise.all([refreshSession(queryClient), queryClient.invalidateQueries({ queryKey: ["workspace"] })]);
	};
	const upload = useMutation({
		mutationFn: async (file: File) => setAvatar(await toSquarePng(file)),
		onSuccess: () => refresh("Picture updated"),
		onError: (error) => showError("Couldn't update your picture", error),
	});
	const removal = useMutation({
		mutationFn: deleteAvatar,
		onSuccess: () => refresh("Picture deleted"),
		onError: (error) => showError("Couldn't delete your picture", error),
	});
	return (
		<SettingsSection
			title="Picture"
			text="Visible to you and the members of your workspaces. It's cropped to a square."
			action={
				<div className="flex flex-wrap items-center gap-3">
					<Avatar
						name={user.name}
						picture={user.image ? avatarUrl(user.image) : null}
						className="size-12 text-[15px]"
					/>
					<Button busy={upload.isPending} onClick={() => input.current?.click()}>
						{user.image ? "Change picture" : "Upload picture"}
					</Button>
					{user.image ? (
						<Button busy={removal.isPending} onClick={() => removal.mutate()}>
							Delete picture
						</Button>
					) : null}
				</div>
			}
		>
			<input
				ref={input}
				type="file"
				accept="image/png,image/jpeg,image/webp"
				aria-label="Picture file"
				hidden
				onChange={(event) => {
					const file = event.target.files?.[0];
					event.target.value = "";
					if (file) upload.mutate(file);
				}}
			/>
		</SettingsSection>
	);
}
