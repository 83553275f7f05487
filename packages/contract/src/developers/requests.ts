// The request log.
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { developersPaths } from "./paths.ts";

export const apiRequest = z.object({
	request_id: z.string().meta({
		description: "The `request-id` header of the response.",
		examples: ["k4TqLs8VwYb1XzKd5RnG"],
	}),
	created_at_unix_ms: z.int().meta({
		description: "When the response ended, in Unix milliseconds.",
		examples: [1760000000000],
	}),
	method: z.string().meta({ description: "HTTP method.", examples: ["POST"] }),
	path: z.string().meta({
		description: "Path with the names of its parameters, without their values and without the query.",
		examples: ["/v1/text-to-speech/{voice_id}"],
	}),
	status: z.int().meta({ description: "HTTP status of the response.", examples: [404] }),
	error_code: z
		.string()
		.nullable()
		.meta({
			description:
				"The `code` of the error response, or `client_disconnected` if the client ended the connection before the response was complete. Null otherwise.",
			examples: ["voice_not_found"],
		}),
	duration_ms: z.int().meta({
		description: "Time from the start of the request to the end of the response, in milliseconds.",
		examples: [412],
	}),
	key_id: z.string().meta({
		description: "The `key_id` of the API key, also if it was revoked since.",
		examples: ["Xb7hH8MSUJpSbSDYk0k2"],
	}),
	key_name: z.string().meta({ description: "Current name of the API key.", examples: ["Production server"] }),
});
export type ApiRequest = z.output<typeof apiRequest>;

export const requestsEndpoints = {
	listApiRequests: endpoint({
		...developersPaths.listApiRequests,
		summary: "List recent API requests",
		description:
			"Returns HTTP requests that were sent with API keys of the workspace, newest first, in pages. Admins see the requests of all keys, other members those of their own. Bodies, query parameters and headers are not stored. A request appears about a second after its response. The latest 10,000 requests of a workspace are kept for 14 days. WebSocket connections and requests with an invalid key are not included.",
		since: "0.6.0",
		auth: "user",
		permission: "user_read",
		query: z.object({
			key_id: z
				.string()
				.regex(/^[A-Za-z0-9_-]{1,64}$/)
				.optional()
				.meta({ description: "Returns only requests with this API key.", examples: ["Xb7hH8MSUJpSbSDYk0k2"] }),
			status: z
				.enum(["success", "client_error", "server_error"])
				.optional()
				.meta({
					description:
						"Returns only requests with such a status: `success` is below 400, `client_error` 400 to 499, `server_error` from 500.",
					examples: ["client_error"],
				}),
			page_size: z.coerce
				.number()
				.int()
				.min(1)
				.max(100)
				.default(50)
				.meta({ description: "Requests per page, 1 to 100. Defaults to 50.", examples: [50] }),
			cursor: z
				.string()
				.regex(/^[0-9]{1,15}$/)
				.optional()
				.meta({ description: "The `next_cursor` of the previous page.", examples: ["1042"] }),
		}),
		response: z.object({
			requests: z.array(apiRequest).meta({ description: "Requests on this page, newest first." }),
			has_more: z.boolean().meta({ description: "Whether there are older requests.", examples: [true] }),
			next_cursor: z
				.string()
				.nullable()
				.meta({
					description: "Send it as `cursor` to get the next page. Null on the last page.",
					examples: ["1042"],
				}),
		}),
		errors: ["api_key_not_found"],
	}),
};
