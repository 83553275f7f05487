import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from "react-router";
import { siteMeta } from "../model/meta.ts";
import { ProfileItems } from "./components/profile-items.tsx";
import { fetchProfile } from "./model/profile.ts";

export async function loader({ params, request }: LoaderFunctionArgs) {
	const { status, profile } = await fetchProfile(params.name ?? "", request);
	return data({ profile }, { status });
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, params }) => {
	const profile = loaderData?.profile;
	return [
		...siteMeta({
			title: profile ? `${profile.name}, embedded` : "Profile not found",
			description: profile
				? `Audio by ${profile.name}, made with Timbre.`
				: "There is no public profile at this address.",
			path: `/profiles/${profile?.handle ?? params.name}`,
		}),
		{ name: "robots", content: "noindex" },
	];
};

/** For embedding in an iframe: no header or footer, and links open outside the frame. */
export default function ProfileEmbedPage() {
	const { profile } = useLoaderData<typeof loader>();
	return (
		<main className="p-4 text-base leading-[26px]">
			{profile ? (
				<>
					<h1 className="mb-4 font-serif text-3xl leading-9">{profile.name}</h1>
					{profile.items.length > 0 ? (
						<ProfileItems items={profile.items} linksLeaveFrame />
					) : (
						<p className="text-muted">No shared audio yet.</p>
					)}
				</>
			) : (
				<h1 className="font-serif text-2xl leading-8">Profile not found</h1>
			)}
			<p className="mt-4 text-[13px] text-muted leading-5">
				Synthetic speech made with{" "}
				<a href="/" target="_top" className="text-ink underline underline-offset-2">
					Timbre
				</a>
				.
			</p>
		</main>
	);
}
